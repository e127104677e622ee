; Strings: words split, counted and joined, texts built through ports, search by Knuth, Morris and
; Pratt, ciphers, edit distances, numbers as text, sorting.

(define words
  '("time" "person" "year" "way" "day" "thing" "man" "world" "life" "hand" "part" "child" "eye"
    "woman" "place" "work" "week" "case" "point" "government" "company" "number" "group" "problem"
    "fact" "across" "between" "however" "question" "another" "Árvíztűrő" "λόγος"))

(define (random-text count seed)
  (let ((table (list->vector words)) (port (open-output-string)))
    (let loop ((i 0) (seed seed))
      (if (= i count)
          (get-output-string port)
          (begin
            (write-string (vector-ref table (modulo seed (vector-length table))) port)
            (write-char (if (= 0 (modulo i 12)) #\newline #\space) port)
            (loop (+ i 1) (modulo (* seed 16807) 2147483647)))))))

(define (split-words text)
  (let ((end (string-length text)))
    (let loop ((start 0) (at 0) (found '()))
      (cond ((= at end)
             (reverse (if (< start at) (cons (substring text start at) found) found)))
            ((char-whitespace? (string-ref text at))
             (loop (+ at 1) (+ at 1) (if (< start at) (cons (substring text start at) found) found)))
            (else (loop start (+ at 1) found))))))

(define (join strings separator)
  (if (null? strings)
      ""
      (apply string-append
             (car strings)
             (let loop ((rest (cdr strings)))
               (if (null? rest) '() (cons separator (cons (car rest) (loop (cdr rest)))))))))

(define (string-checksum text)
  (let ((end (string-length text)))
    (let loop ((i 0) (sum 7))
      (if (= i end)
          sum
          (loop (+ i 1) (modulo (+ (* sum 31) (char->integer (string-ref text i))) 1000003))))))

; For each prefix of a pattern, the length of its longest end that is a beginning too.
(define (failure-table pattern)
  (let* ((m (string-length pattern)) (table (make-vector m 0)))
    (let loop ((i 1) (k 0))
      (cond ((= i m) table)
            ((char=? (string-ref pattern i) (string-ref pattern k))
             (vector-set! table i (+ k 1))
             (loop (+ i 1) (+ k 1)))
            ((> k 0) (loop i (vector-ref table (- k 1))))
            (else (loop (+ i 1) 0))))))

; The number of times that a pattern occurs, overlaps included.
(define (count-occurrences pattern text)
  (let ((table (failure-table pattern)) (m (string-length pattern)) (n (string-length text)))
    (let loop ((i 0) (k 0) (count 0))
      (cond ((= i n) count)
            ((char=? (string-ref text i) (string-ref pattern k))
             (if (= (+ k 1) m)
                 (loop (+ i 1) (vector-ref table k) (+ count 1))
                 (loop (+ i 1) (+ k 1) count)))
            ((> k 0) (loop i (vector-ref table (- k 1)) count))
            (else (loop (+ i 1) 0 count))))))

(define (rotate-letter c shift)
  (define (rotated base)
    (integer->char (+ base (modulo (+ (- (char->integer c) base) shift) 26))))
  (cond ((and (char<=? #\a c) (char<=? c #\z)) (rotated 97))
        ((and (char<=? #\A c) (char<=? c #\Z)) (rotated 65))
        (else c)))

(define (caesar text shift)
  (list->string (map (lambda (c) (rotate-letter c shift)) (string->list text))))

(define (reverse-string! text)
  (let loop ((i 0) (j (- (string-length text) 1)))
    (if (< i j)
        (let ((c (string-ref text i)))
          (string-set! text i (string-ref text j))
          (string-set! text j c)
          (loop (+ i 1) (- j 1)))
        text)))

(define (edit-distance a b)
  (let* ((n (string-length b)) (row (make-vector (+ n 1) 0)))
    (do ((j 0 (+ j 1))) ((> j n)) (vector-set! row j j))
    (do ((i 1 (+ i 1))) ((> i (string-length a)) (vector-ref row n))
      (let loop ((j 1) (diagonal (vector-ref row 0)) (left i))
        (vector-set! row (- j 1) left)
        (if (<= j n)
            (let* ((above (vector-ref row j))
                   (cost (if (char=? (string-ref a (- i 1)) (string-ref b (- j 1))) 0 1)))
              (loop (+ j 1) above (min (+ diagonal cost) (+ above 1) (+ left 1)))))))))

(define (insert-sorted word sorted)
  (if (or (null? sorted) (string<=? word (car sorted)))
      (cons word sorted)
      (cons (car sorted) (insert-sorted word (cdr sorted)))))

(define (sort-words words)
  (let loop ((words words) (sorted '()))
    (if (null? words) sorted (loop (cdr words) (insert-sorted (car words) sorted)))))

(define (number-round-trips count)
  (let loop ((i 0) (sum 0))
    (if (= i count)
        sum
        (let ((text (number->string (* i 7919))))
          (loop (+ i 1)
                (modulo (+ sum (string-length text) (string->number (string-append "1" text)))
                        1000003))))))

(define (count-symbol name symbols)
  (let loop ((symbols symbols) (count 0))
    (cond ((null? symbols) count)
          ((eq? name (car symbols)) (loop (cdr symbols) (+ count 1)))
          (else (loop (cdr symbols) count)))))

(define (repeat times thunk)
  (let loop ((i 1) (result (thunk)))
    (if (= i times) result (loop (+ i 1) (modulo (+ result (thunk)) 1000003)))))

(define (show name value)
  (display name)
  (display " ")
  (display value)
  (newline))

(define text (random-text 40000 12345))

(show "text" (repeat 10 (lambda () (string-checksum (random-text 40000 4321)))))
(show "split" (repeat 50 (lambda () (length (split-words text)))))
(show "join" (repeat 10 (lambda () (string-checksum (join (split-words text) ", ")))))
(show "search" (repeat 40 (lambda ()
                            (+ (count-occurrences "an" text)
                               (count-occurrences "tion another" text)))))
(show "caesar" (repeat 10 (lambda () (string-checksum (caesar text 3)))))
(show "reverse" (repeat 40 (lambda () (string-checksum (reverse-string! (string-copy text))))))
(show "upcase" (repeat 40 (lambda () (string-checksum (string-upcase text)))))
(show "distance" (repeat 100 (lambda ()
                                (let ((distances
                                       (lambda (a)
                                         (apply + (map (lambda (b) (edit-distance a b)) words)))))
                                  (apply + (map distances words))))))
(show "sort" (string-checksum (join (sort-words (split-words (random-text 5000 7))) " ")))
(show "symbols" (repeat 20 (lambda ()
                            (count-symbol 'question (map string->symbol (split-words text))))))
(show "numbers" (number-round-trips 300000))

;;; Strings and symbols.

(define-inline (string? x) (%is char x))
(define-inline (%length s) (%array-length char s))
(define-inline (%char-at s i) (%array-ref char s i))
(define-inline (%new-string n) (%array-new char n #\null))

(define (%not-a-string who x) (%wrong-type who "a string" x))
(define (%check-string who x) (unless (string? x) (%not-a-string who x)))

;; Checks that two numbers are the limits of a part of what is so long.
(define (%check-range who length start end)
  (%check-natural who end)
  (%check-natural who start)
  (when (%i< length end) (%wrong-index who end))
  (when (%i< end start) (%wrong-index who start)))

(define make-string
  (case-lambda
    ((n) (make-string n #\space))
    ((n c)
     (%check-natural 'make-string n)
     (%check-char 'make-string c)
     (%array-new char n c))))

(define (string . chars) (%list->string 'string chars))

(define-inline (string-length s)
  (if (%is char s) (%length s) (%never (%not-a-string 'string-length s))))
(define-inline (string-ref s i)
  (if (and (%is char s) (%index? char s i))
      (%char-at s i)
      (%never (%bad-string-index 'string-ref s i))))
(define-inline (string-set! s i c)
  (if (and (%is char s) (%index? char s i) (%is character c))
      (%array-set char s i c)
      (%never (%bad-string-set s i c))))

(define (%bad-string-index who s i)
  (%check-string who s)
  (%check-natural who i)
  (%wrong-index who i))
(define (%bad-string-set s i c)
  (when (and (string? s) (%index? char s i)) (%check-char 'string-set! c))
  (%bad-string-index 'string-set! s i))

(define (%string=? x y)
  (let ((n (%length x)))
    (and (%i= n (%length y))
         (let loop ((i 0))
           (or (%i= i n)
               (and (%prim "eq.i32" (%char-at x i) (%char-at y i)) (loop (%i+ i 1))))))))

(define (%string<? x y)
  (let* ((m (%length x)) (n (%length y)) (least (if (%i< m n) m n)))
    (let loop ((i 0))
      (cond ((%i= i least) (%i< m n))
            ((%prim "eq.i32" (%char-at x i) (%char-at y i)) (loop (%i+ i 1)))
            (else (%prim "ult.i32" (%char-at x i) (%char-at y i)))))))

(define (%not-strings who x y) (%not-a-string who (if (string? x) y x)))

(define-syntax %define-string-order
  (syntax-rules ()
    ((_ name (x y) truth)
     (define name
       (case-lambda
         ((x y) (if (and (%is char x) (%is char y)) truth (%not-strings 'name x y)))
         ((x y . more) (%chain (lambda (x y) (name x y)) x y more)))))))

(%define-string-order string=? (x y) (%string=? x y))
(%define-string-order string<? (x y) (%string<? x y))
(%define-string-order string>? (x y) (%string<? y x))
(%define-string-order string<=? (x y) (not (%string<? y x)))
(%define-string-order string>=? (x y) (not (%string<? x y)))
(%define-string-order string-ci=? (x y) (%string=? (%fold x) (%fold y)))
(%define-string-order string-ci<? (x y) (%string<? (%fold x) (%fold y)))
(%define-string-order string-ci>? (x y) (%string<? (%fold y) (%fold x)))
(%define-string-order string-ci<=? (x y) (not (%string<? (%fold y) (%fold x))))
(%define-string-order string-ci>=? (x y) (not (%string<? (%fold x) (%fold y))))

(define (%substring s start end)
  (let ((part (%new-string (%i- end start))))
    (%array-copy char s start part 0 (%i- end start))
    part))

(define (substring s start end)
  (%check-string 'substring s)
  (%check-range 'substring (%length s) start end)
  (%substring s start end))

(define string-copy
  (case-lambda
    ((s) (%check-string 'string-copy s) (%substring s 0 (%length s)))
    ((s start) (%check-string 'string-copy s) (string-copy s start (%length s)))
    ((s start end)
     (%check-string 'string-copy s)
     (%check-range 'string-copy (%length s) start end)
     (%substring s start end))))

(define string-append
  (case-lambda
    (() (%new-string 0))
    ((x y)
     (unless (and (string? x) (string? y)) (%not-strings 'string-append x y))
     (let* ((m (%length x)) (n (%length y)) (all (%new-string (%i+ m n))))
       (%array-copy char x 0 all 0 m)
       (%array-copy char y 0 all m n)
       all))
    (strings
     (let loop ((rest strings) (size 0))
       (if (pair? rest)
           (begin
             (%check-string 'string-append (car rest))
             (loop (cdr rest) (%i+ size (%length (car rest)))))
           (%join strings size))))))

;; Strings of this length altogether, one after the other.
(define (%join strings size)
  (let ((all (%new-string size)))
    (let loop ((strings strings) (at 0))
      (if (pair? strings)
          (let ((n (%length (car strings))))
            (%array-copy char (car strings) 0 all at n)
            (loop (cdr strings) (%i+ at n)))
          all))))

(define string->list
  (case-lambda
    ((s) (%check-string 'string->list s) (string->list s 0 (%length s)))
    ((s start) (%check-string 'string->list s) (string->list s start (%length s)))
    ((s start end)
     (%check-string 'string->list s)
     (%check-range 'string->list (%length s) start end)
     (let loop ((i end) (list '()))
       (if (%i= i start)
           list
           (loop (%i- i 1) (cons (%char-at s (%i- i 1)) list)))))))

(define (%list->string who list)
  (let ((n (%list-length list)))
    (when (%i< n 0) (%not-a-list who list))
    (let ((s (%new-string n)))
      (let loop ((i 0) (list list))
        (if (%i= i n)
            s
            (begin
              (%check-char who (car list))
              (%array-set char s i (car list))
              (loop (%i+ i 1) (cdr list))))))))

(define (list->string list) (%list->string 'list->string list))

(define string->vector
  (case-lambda
    ((s) (%check-string 'string->vector s) (string->vector s 0 (%length s)))
    ((s start) (%check-string 'string->vector s) (string->vector s start (%length s)))
    ((s start end)
     (%check-string 'string->vector s)
     (%check-range 'string->vector (%length s) start end)
     (let ((v (%array-new any (%i- end start) 0)))
       (let loop ((i start))
         (if (%i< i end)
             (begin
               (%array-set any v (%i- i start) (%char-at s i))
               (loop (%i+ i 1)))
             v))))))

(define vector->string
  (case-lambda
    ((v) (%check-vector 'vector->string v) (vector->string v 0 (%array-length any v)))
    ((v start) (%check-vector 'vector->string v) (vector->string v start (%array-length any v)))
    ((v start end)
     (%check-vector 'vector->string v)
     (%check-range 'vector->string (%array-length any v) start end)
     (let ((s (%new-string (%i- end start))))
       (let loop ((i start))
         (if (%i< i end)
             (begin
               (%check-char 'vector->string (%array-ref any v i))
               (%array-set char s (%i- i start) (%array-ref any v i))
               (loop (%i+ i 1)))
             s))))))

(define string-fill!
  (case-lambda
    ((s c) (%check-string 'string-fill! s) (string-fill! s c 0 (%length s)))
    ((s c start) (%check-string 'string-fill! s) (string-fill! s c start (%length s)))
    ((s c start end)
     (%check-string 'string-fill! s)
     (%check-char 'string-fill! c)
     (%check-range 'string-fill! (%length s) start end)
     (let loop ((i start))
       (when (%i< i end)
         (%array-set char s i c)
         (loop (%i+ i 1)))))))

(define string-copy!
  (case-lambda
    ((to at from) (%check-string 'string-copy! from) (string-copy! to at from 0 (%length from)))
    ((to at from start)
     (%check-string 'string-copy! from)
     (string-copy! to at from start (%length from)))
    ((to at from start end)
     (%check-string 'string-copy! to)
     (%check-string 'string-copy! from)
     (%check-range 'string-copy! (%length from) start end)
     (%check-room 'string-copy! (%length to) at (%i- end start))
     (%array-copy char from start to at (%i- end start)))))

;; Checks that there is room for so much from an index on.
(define (%check-room who length at count)
  (%check-natural who at)
  (when (%i< (%i- length at) count) (%wrong-index who at)))

;; The length of the shortest of some strings.
(define (%least-length who strings)
  (%check-string who (car strings))
  (let loop ((least (%length (car strings))) (strings (cdr strings)))
    (if (null? strings)
        least
        (begin
          (%check-string who (car strings))
          (let ((n (%length (car strings))))
            (loop (if (%i< n least) n least) (cdr strings)))))))

;; What procedures of several sequences are called with: the objects at an index.
(define (%row ref sequences i)
  (if (null? sequences) '() (cons (ref (car sequences) i) (%row ref (cdr sequences) i))))

;; The characters come in a list first: a procedure may return again after others have been
;; called, and must not change a string that was given already.
(define string-map
  (case-lambda
    ((f s)
     (%check-string 'string-map s)
     (let ((n (%length s)))
       (let loop ((i 0) (chars '()))
         (if (%i< i n)
             (loop (%i+ i 1) (cons (f (%char-at s i)) chars))
             (%list->string 'string-map (reverse chars))))))
    ((f s . more)
     (let* ((all (cons s more)) (n (%least-length 'string-map all)))
       (let loop ((i 0) (chars '()))
         (if (%i< i n)
             (loop (%i+ i 1)
                   (cons (apply f (%row (lambda (s i) (%char-at s i)) all i)) chars))
             (%list->string 'string-map (reverse chars))))))))

(define string-for-each
  (case-lambda
    ((f s)
     (%check-string 'string-for-each s)
     (let ((n (%length s)))
       (let loop ((i 0))
         (when (%i< i n)
           (f (%char-at s i))
           (loop (%i+ i 1))))))
    ((f s . more)
     (let* ((all (cons s more)) (n (%least-length 'string-for-each all)))
       (let loop ((i 0))
         (when (%i< i n)
           (apply f (%row (lambda (s i) (%char-at s i)) all i))
           (loop (%i+ i 1))))))))

;; A string whose characters are mapped to one each, or by a second procedure to a list. The
;; latter is asked with the string and an index, for characters beyond ASCII.
(define (%recase s one several)
  (let ((n (%length s)))
    (let loop ((i 0) (chars '()))
      (if (%i< i n)
          (let* ((c (%char-at s i)) (list (and (not (%ascii? c)) (several s i))))
            (loop (%i+ i 1) (if list (%append-reverse 'list list chars) (cons (one c) chars))))
          (%list->string 'list (reverse chars))))))

(define (string-upcase s)
  (%check-string 'string-upcase s)
  (%recase s %upcase
           (lambda (s i) (%mapped-several (%upcase-several-data) (%char-at s i)))))

(define (%fold s)
  (%recase s %foldcase
           (lambda (s i) (%mapped-several (%foldcase-several-data) (%char-at s i)))))
(define (string-foldcase s)
  (%check-string 'string-foldcase s)
  (%fold s))

;; A sigma at the end of a word has a form of its own. A capital I with a dot keeps the dot.
(define (string-downcase s)
  (%check-string 'string-downcase s)
  (%recase s %downcase
           (lambda (s i)
             (let ((n (%code (%char-at s i))))
               (cond ((%i= n #x3a3) (list (if (%final? s i) #\x3c2 #\x3c3)))
                     ((%i= n #x130) (list #\i #\x307))
                     (else #f))))))

(define (%final? s i) (and (%letter? s (%i- i 1) -1) (not (%letter? s (%i+ i 1) 1))))

;; True if the next letter from an index on has a case, and nothing but what belongs to a word is
;; before it.
(define (%letter? s i step)
  (and (%index? char s i)
       (let ((c (%char-at s i)))
         (if (%ignorable? c) (%letter? s (%i+ i step) step) (%cased? c)))))

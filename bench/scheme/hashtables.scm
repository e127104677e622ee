; Hash tables: words counted by strings and by symbols, results remembered by numbers, positions by
; pairs, a graph searched breadth first, groups, and deletion.

(define (next-random seed) (modulo (* seed 16807) 2147483647))

(define (increment n) (+ n 1))

(define (make-words count)
  (let ((words (make-vector count)))
    (do ((i 0 (+ i 1)) (seed 99 (next-random seed))) ((= i count) words)
      (vector-set! words i (string-append "w" (number->string (modulo seed 5000)))))))

(define (count-words words rounds)
  (let ((counts (make-hash-table string=?)))
    (do ((i 0 (+ i 1))) ((= i rounds))
      (vector-for-each
       (lambda (word) (hash-table-update!/default counts word increment 0))
       words))
    (let ((sum 0))
      (hash-table-walk counts
                       (lambda (word count)
                         (set! sum (modulo (+ sum (* count (string-length word))) 1000003))))
      (+ (* sum 10000) (hash-table-size counts)))))

(define (count-symbols words rounds)
  (let ((counts (make-hash-table eq?))
        (symbols (vector-map string->symbol words)))
    (do ((i 0 (+ i 1))) ((= i rounds))
      (vector-for-each
       (lambda (name)
         (hash-table-set! counts name (+ 1 (hash-table-ref/default counts name 0))))
       symbols))
    (hash-table-ref/default counts 'w42 0)))

; The length of a Collatz chain, where the lengths of numbers met before are remembered.
(define (collatz limit)
  (let ((known (make-hash-table eqv?)))
    (define (chain-length n)
      (if (= n 1)
          1
          (let ((found (hash-table-ref/default known n #f)))
            (or found
                (let ((length (+ 1 (chain-length (if (even? n) (quotient n 2) (+ (* 3 n) 1))))))
                  (hash-table-set! known n length)
                  length)))))
    (let loop ((n 1) (best 0))
      (if (> n limit)
          (+ (* best 10000000) (hash-table-size known))
          (loop (+ n 1) (max best (chain-length n)))))))

; A walk on a grid: how often each position was visited.
(define (positions steps)
  (let ((visits (make-hash-table equal?)))
    (let loop ((i 0) (x 0) (y 0) (seed 5))
      (if (= i steps)
          (let ((most 0))
            (hash-table-walk visits (lambda (position count) (set! most (max most count))))
            (+ (* 1000 (hash-table-size visits)) most))
          (let ((position (cons x y)))
            (hash-table-update!/default visits position increment 0)
            (case (modulo (quotient seed 1024) 4)
              ((0) (loop (+ i 1) (modulo (+ x 1) 100) y (next-random seed)))
              ((1) (loop (+ i 1) (modulo (- x 1) 100) y (next-random seed)))
              ((2) (loop (+ i 1) x (modulo (+ y 1) 100) (next-random seed)))
              (else (loop (+ i 1) x (modulo (- y 1) 100) (next-random seed)))))))))

; A graph from numbers to lists of numbers, and the distances from its first node.
(define (make-graph nodes)
  (let ((graph (make-hash-table eqv?)))
    (do ((n 0 (+ n 1))) ((= n nodes) graph)
      (hash-table-set! graph n
                       (list (modulo (+ n 1) nodes)
                             (modulo (* n 3) nodes)
                             (modulo (+ (* n 7) 11) nodes))))))

(define (distances graph start)
  (let ((distance (make-hash-table eqv?)))
    (hash-table-set! distance start 0)
    (let loop ((front (list start)) (depth 1) (sum 0))
      (if (null? front)
          sum
          (let visit ((nodes front) (next '()) (sum sum))
            (if (null? nodes)
                (loop next (+ depth 1) sum)
                (let edges ((targets (hash-table-ref graph (car nodes) (lambda () '())))
                            (next next)
                            (sum sum))
                  (cond ((null? targets) (visit (cdr nodes) next sum))
                        ((hash-table-exists? distance (car targets))
                         (edges (cdr targets) next sum))
                        (else
                         (hash-table-set! distance (car targets) depth)
                         (edges (cdr targets) (cons (car targets) next) (+ sum depth)))))))))))

(define (groups words)
  (let ((table (make-hash-table eqv?)))
    (vector-for-each
     (lambda (word)
       (hash-table-update! table
                           (modulo (string-length word) 7)
                           (lambda (group) (cons word group))
                           (lambda () '())))
     words)
    (apply + (map (lambda (entry) (* (car entry) (length (cdr entry)))) (hash-table->alist table)))))

; A window moves over numbers: each enters a table and leaves it later.
(define (window steps)
  (let ((table (make-hash-table eqv?)))
    (do ((i 0 (+ i 1)))
        ((= i steps)
         (+ (hash-table-size table) (apply + (hash-table-keys table))))
      (hash-table-set! table i (* i i))
      (if (>= i 1000) (hash-table-delete! table (- i 1000))))))

(define (show name value)
  (display name)
  (display " ")
  (display value)
  (newline))

(define words (make-words 20000))

(show "strings" (count-words words 45))
(show "symbols" (count-symbols words 250))
(show "collatz" (collatz 200000))
(show "positions" (positions 800000))
(show "graph" (distances (make-graph 150000) 0))
(show "groups" (groups words))
(show "window" (window 4000000))

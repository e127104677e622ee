; Lists: sorting by merging and by partition, permutations, sets as sorted lists, association
; lists, primes by filtering, and the procedures on lists that every program uses.

(define (iota-list from to)
  (let loop ((n to) (result '()))
    (if (< n from) result (loop (- n 1) (cons n result)))))

(define (random-list length seed)
  (let loop ((i 0) (seed seed) (result '()))
    (if (= i length)
        result
        (let ((seed (modulo (* seed 16807) 2147483647)))
          (loop (+ i 1) seed (cons (modulo seed 100000) result))))))

(define (keep satisfied? items)
  (cond ((null? items) '())
        ((satisfied? (car items)) (cons (car items) (keep satisfied? (cdr items))))
        (else (keep satisfied? (cdr items)))))

(define (fold f start items)
  (if (null? items) start (fold f (f (car items) start) (cdr items))))

(define (merge less? a b)
  (cond ((null? a) b)
        ((null? b) a)
        ((less? (car b) (car a)) (cons (car b) (merge less? a (cdr b))))
        (else (cons (car a) (merge less? (cdr a) b)))))

(define (split items)
  (if (or (null? items) (null? (cdr items)))
      (values items '())
      (let-values (((a b) (split (cddr items))))
        (values (cons (car items) a) (cons (cadr items) b)))))

(define (merge-sort less? items)
  (if (or (null? items) (null? (cdr items)))
      items
      (let-values (((a b) (split items)))
        (merge less? (merge-sort less? a) (merge-sort less? b)))))

(define (quick-sort items)
  (if (null? items)
      '()
      (let ((pivot (car items)) (rest (cdr items)))
        (append (quick-sort (keep (lambda (x) (< x pivot)) rest))
                (list pivot)
                (quick-sort (keep (lambda (x) (>= x pivot)) rest))))))

(define (permutations items)
  (if (null? items)
      '(())
      (apply append
             (map (lambda (first)
                    (map (lambda (rest) (cons first rest))
                         (permutations (remove-one first items))))
                  items))))

(define (remove-one x items)
  (cond ((null? items) '())
        ((eqv? x (car items)) (cdr items))
        (else (cons (car items) (remove-one x (cdr items))))))

(define (checksum items)
  (fold (lambda (x sum) (modulo (+ (* sum 31) x) 1000003)) 7 items))

(define (sieve numbers)
  (if (null? numbers)
      '()
      (cons (car numbers)
            (sieve (keep (lambda (n) (not (= 0 (modulo n (car numbers))))) (cdr numbers))))))

; Sets of numbers as sorted lists.
(define (union a b)
  (cond ((null? a) b)
        ((null? b) a)
        ((= (car a) (car b)) (cons (car a) (union (cdr a) (cdr b))))
        ((< (car a) (car b)) (cons (car a) (union (cdr a) b)))
        (else (cons (car b) (union a (cdr b))))))

(define (subset-sums numbers)
  (fold (lambda (n sums) (union sums (map (lambda (sum) (+ sum n)) sums))) '(0) numbers))

(define (count-by key items)
  (let loop ((items items) (counts '()))
    (if (null? items)
        counts
        (let* ((k (key (car items))) (found (assv k counts)))
          (cond (found (set-cdr! found (+ (cdr found) 1)) (loop (cdr items) counts))
                (else (loop (cdr items) (cons (cons k 1) counts))))))))

(define (pipeline n)
  (apply +
         (map *
              (keep odd? (map (lambda (x) (quotient x 3)) (iota-list 1 n)))
              (reverse (keep odd? (map (lambda (x) (quotient (* 2 x) 6)) (iota-list 1 n)))))))

(define (repeat times thunk)
  (let loop ((i 1) (result (thunk)))
    (if (= i times) result (loop (+ i 1) (modulo (+ result (thunk)) 1000003)))))

(define (show name value)
  (display name)
  (display " ")
  (display value)
  (newline))

(show "merge-sort" (repeat 6 (lambda () (checksum (merge-sort < (random-list 60000 42))))))
(show "quick-sort" (repeat 6 (lambda () (checksum (quick-sort (random-list 60000 4711))))))
(show "permutations" (repeat 8 (lambda () (checksum (map checksum (permutations '(1 2 3 4 5 6 7 8)))))))
(show "sieve" (checksum (sieve (iota-list 2 40000))))
(show "subsets" (checksum (subset-sums (random-list 19 99))))
(show "counts" (repeat 80 (lambda ()
                            (let ((key (lambda (x) (modulo x 64))))
                              (checksum (map cdr (count-by key (random-list 20000 5))))))))
(show "pipeline" (repeat 150 (lambda () (pipeline 20000))))
(show "member" (repeat 150 (lambda ()
                            (length (keep (lambda (x) (memv x '(1 4 9 16 25 36 49 64 81 100)))
                                          (map (lambda (x) (modulo x 128)) (random-list 20000 3)))))))
(show "append" (repeat 1500 (lambda ()
                              (let ((twice (lambda (x items) (append (list x x) items))))
                                (length (fold twice '() (iota-list 1 5000)))))))

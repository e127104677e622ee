;; case-lambda.
(define (show x) (write x) (newline))

(define range
  (case-lambda
    ((e) (range 0 e))
    ((b e) (do ((r '() (cons e r)) (e (- e 1) (- e 1))) ((< e b) r)))))
(show (range 3))
(show (range 3 5))
(define f
  (case-lambda
    (() 'none)
    ((a) (list 'one a))
    ((a b) (list 'two a b))
    ((a b . rest) (list 'more a b rest))))
(show (list (f) (f 1) (f 1 2) (f 1 2 3) (f 1 2 3 4)))
(define g (case-lambda ((a b) 'exactly-two) (all (length all))))
(show (list (g) (g 1) (g 1 2) (g 1 2 3)))
(define h (case-lambda ((a) 1) ((a . b) 2) ((a b c) 3)))
(show (list (h 1) (h 1 2) (h 1 2 3)))
(show (guard (e ((error-object? e) 'wrong-arity)) ((case-lambda ((a) 1) ((a b) 2)))))
(define plus
  (case-lambda (() 0) ((x) x) ((x y) (+ x y)) ((x y . more) (apply plus (+ x y) more))))
(show (list (plus) (plus 1) (plus 1 2) (plus 1 2 3 4 5)))
(show (procedure? plus))
(show (map (case-lambda ((x) (list x)) ((x y) (cons x y))) '(1 2) '(3 4)))
(show (let ((n 10)) ((case-lambda (() n) ((m) (set! n m) n)) 4)))

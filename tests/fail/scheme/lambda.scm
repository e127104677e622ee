(lambda) ; ERROR malformed lambda
(lambda (x)) ; ERROR missing body
(lambda (x x) x) ; ERROR duplicate parameter
(lambda (x . x) x) ; ERROR duplicate parameter
(lambda (1) 1) ; ERROR malformed parameters
(lambda "x" 1) ; ERROR malformed parameters
(lambda (x) (define y x)) ; ERROR missing expression
(lambda x . y) ; ERROR misplaced dot
(define (f a b a) a) ; ERROR duplicate parameter

(define (f x) (if)) ; ERROR malformed if
(define (g x x) x) ; ERROR duplicate parameter
(let ((a)) a) ; ERROR malformed let
(display (quote)) ; ERROR malformed quote
(define-syntax m (syntax-rules () ((_ a) a)))
(define (h) (m) (m 1 2) (lambda)) ; ERROR malformed use of `m`

(define) ; ERROR malformed define
(define x) ; ERROR malformed define
(define x 1 2) ; ERROR malformed define
(define (f)) ; ERROR missing body
(define ()) ; ERROR malformed define
(define "x" 1) ; ERROR malformed define
(define (1 x) x) ; ERROR malformed define
(define ((f x) y) y) ; ERROR malformed define
(define (f . 1) 1) ; ERROR malformed define
(define-values (a 1) (values 1 2)) ; ERROR malformed define-values
(define-values (a)) ; ERROR malformed define-values

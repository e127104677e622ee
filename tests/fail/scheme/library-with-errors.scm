(define-library (a)
  (export f)
  (import (scheme base))
  (begin
    (define (f x x) 1) ; ERROR duplicate parameter
    (define (g) (if)))) ; ERROR malformed if
(import (scheme base) (a))
(let) ; ERROR malformed let

(define-library (a)
  (export f g) ; ERROR unknown export
  (import (scheme base))
  (begin (define f 1)))
(import (a))

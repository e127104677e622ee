(define-library (counter)
  (import (scheme base))
  (export count)
  (begin (define count 0)))
(import (scheme base) (counter))
(set! count 1) ; ERROR assignment to an import
(define (f) (set! car cdr)) ; ERROR assignment to an import

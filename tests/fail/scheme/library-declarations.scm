(define-library (a)
  (export f)
  (import (scheme base))
  (define f 1)) ; ERROR malformed declaration

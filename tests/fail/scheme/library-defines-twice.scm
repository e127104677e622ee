(define-library (b) (export f) (import (scheme base)) (begin (define f 1) (define f 2))) ; ERROR duplicate definition

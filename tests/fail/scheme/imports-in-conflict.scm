(define-library (one) (import (scheme base)) (export f) (begin (define f 1)))
(define-library (two) (import (scheme base)) (export f) (begin (define f 2)))
(import (one) (two)) ; ERROR conflicting imports

(define x 1)
(import (scheme base)) ; ERROR misplaced import
(define-library (a) (export)) ; ERROR misplaced define-library
(let () (import (scheme base)) 1) ; ERROR misplaced import

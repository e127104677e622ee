(define-library (one)
  (import (one)) ; ERROR circular import
  (export f))
(import (one))

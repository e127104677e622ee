(define-library (a) (export))
(define-library (a) (export)) ; ERROR duplicate library

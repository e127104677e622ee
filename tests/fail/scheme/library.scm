(define-library) ; ERROR malformed library

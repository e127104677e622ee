(define-syntax again
  (syntax-rules () ((_ x ...) (again 1 x ...))))
(display (again 1)) ; ERROR endless macro

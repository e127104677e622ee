(define-syntax again
  (syntax-rules () ((_ . x) (again again . x))))
(display (again 1)) ; ERROR endless macro

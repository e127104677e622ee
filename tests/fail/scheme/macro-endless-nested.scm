(define-syntax again
  (syntax-rules () ((_ x) (list (again x)))))
(display (again 1)) ; ERROR endless macro

(define-syntax again
  (syntax-rules () ((_ x) (again (x x)))))
(display (again 1)) ; ERROR endless macro

(define-syntax again
  (syntax-rules () ((_ x) (list (again x)))))
(display (again 1)) ; ERROR nested too deeply

(define-syntax again
  (syntax-rules () ((_ x) (let ((y x)) (lambda () (again y))))))
(display (again 1)) ; ERROR endless macro

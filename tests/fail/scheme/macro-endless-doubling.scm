(define-syntax again
  (syntax-rules () ((_ x) (begin (again x) (again x)))))
(again 1) ; ERROR endless macro

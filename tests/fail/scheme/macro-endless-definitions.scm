(define-syntax again
  (syntax-rules () ((_ x) (define (f) (again x)))))
(again 1) ; ERROR endless macro

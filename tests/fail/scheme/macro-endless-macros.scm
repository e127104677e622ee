(define-syntax again
  (syntax-rules ()
    ((_ x) (begin (define-syntax next (syntax-rules () ((_ y) (again y)))) (next x)))))
(again 1) ; ERROR endless macro

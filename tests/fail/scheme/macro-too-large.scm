(define-syntax double
  (syntax-rules () ((_ () x) x) ((_ (a . b) x) (double b (+ x x)))))
(display (double (1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25) 1)) ; ERROR program too large

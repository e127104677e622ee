(define (f x) ; ERROR the list is not closed
  (+ x 1)

(display (f 2))

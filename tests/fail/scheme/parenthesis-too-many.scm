(define (f x)
  (+ x 1))) ; ERROR a closing parenthesis too many
(display (f 2))

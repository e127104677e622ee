;; A macro that takes tens of thousands of steps, one after the other, to its end.

;; Counts a number down: its bits, the lowest first, and those already passed, which were 0.
(define-syntax count-down
  (syntax-rules ()
    ((_ () (passed ...)) (quote done))
    ((_ (0 . bits) (passed ...)) (count-down bits (1 passed ...)))
    ((_ (1 . bits) (passed ...)) (count-down (passed ... 0 . bits) ()))))

(define (show x) (write x) (newline))
(show (count-down (1 1 1 1 1 1 1 1 1 1 1 1 1 1) ()))

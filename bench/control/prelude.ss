; What stands before every program of this folder: runs its work, prints what that gives, and then
; the processor's time that it took, in microseconds.
(import (chezscheme))
(define (measure work)
  (let* ([start (current-time 'time-process)]
         [result (work)]
         [spent (time-difference (current-time 'time-process) start)])
    (display result)
    (newline)
    (display "microseconds ")
    (display (+ (* 1000000 (time-second spent)) (quotient (time-nanosecond spent) 1000)))
    (newline)))


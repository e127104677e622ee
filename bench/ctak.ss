; The same as ctak.anf. A program, so that its definitions cannot be changed from outside.
(import (chezscheme))
(define (ctak x y z) (call/cc (lambda (k) (ctak-aux k x y z))))
(define (ctak-aux k x y z)
  (if (not (< y x))
      (k z)
      (call/cc
       (lambda (k)
         (ctak-aux k
                   (call/cc (lambda (k) (ctak-aux k (- x 1) y z)))
                   (call/cc (lambda (k) (ctak-aux k (- y 1) z x)))
                   (call/cc (lambda (k) (ctak-aux k (- z 1) x y))))))))
(define (main)
  (let loop ((i 0) (s 0))
    (if (< i 1000) (loop (+ i 1) (+ s (ctak 18 12 6))) (begin (display s) (newline)))))
(main)

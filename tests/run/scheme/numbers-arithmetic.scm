;; Sums, differences, products, quotients: exact, inexact, mixed, wrong.
(import (scheme base) (scheme write))

(define-syntax show
  (syntax-rules ()
    ((_ e ...) (begin (result (lambda () e)) ...))))

;; Writes the values of an expression, or the message of its error.
(define (result thunk)
  (guard (x ((error-object? x)
             (display (error-object-message x))
             (display " ")
             (display (error-object-irritants x))
             (newline)))
    (call-with-values thunk
      (lambda all
        (if (= (length all) 1) (display (car all)) (display all))
        (newline)))))

(show (* 0 1.5) (* 0 +nan.0) (* 0 +inf.0) (* 'a 2) (* 0 'a) (* 1.5 'a) (*) (* 2.5) (* 1 2 3 4 5)
      (* 2305843009213693951 2))
(show (/ 0 1.5) (/ 0 0.) (/ 0. 0) (/ 1.5 0) (/ 'a) (/ 1 'a) (/ 0) (/ 5 0) (/ 1/2 0) (/ 0.0) (/ 2)
      (/ -2/3) (/ 120 2 3 4 5) (/ 1 2 3))
(show (+ 'a 1) (+ 1 'a) (+ 1.5 'a) (+ 'a 1.5) (+ 1/2 'a) (+ 'a) (+) (+ 1) (+ 1 2 3) (+ 1 2 3 4)
      (+ 1 2 3 4 5 6) (+ 2305843009213693951 1))
(show (- 'a) (- 1 'a) (- 0.) (- 5) (- 1/2) (- 10 1 2) (- 10 1 2 3) (- 10 1 2 3 4)
      (- -2305843009213693952 1) (- -2305843009213693952))
(show (apply + '(1 2 3)) (apply - '(1)) (apply max '(1 5 3)) (apply * '()) (apply < '(1 2 3))
      (apply < '(1 3 2)))

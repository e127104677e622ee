;; Roots, powers, logarithms, angles.
(import (scheme base) (scheme inexact) (scheme write))

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

(show (expt 0 1.5) (expt 0. 0) (expt 0 0.) (expt 0 -1) (expt 0. -1) (expt 8 1/3) (expt 4 1/2)
      (expt 4 3/2) (expt 1/4 1/2) (expt 2 0.5) (expt 1 2.5) (expt -8 1/3) (expt -8. 0.5)
      (expt 'a 1) (expt 1 'a) (expt 2 (expt 10 30)) (expt 1 (expt 10 30))
      (expt -1 (+ 1 (expt 10 30))) (expt -1. (+ 1 (expt 10 30))) (expt 2/3 -3) (expt -1/2 3))
(show (log 0) (log 0.) (log 1) (log -1) (log -1.) (log (expt 10 1000)) (log (/ 1 (expt 10 1000)))
      (log 8 2) (log 1000 10) (log (expt 10 1000) 10) (log 'a) (log 1 'a))
(show (exp 0) (exp 1) (exp 'a))
(show (sin 0) (sin 1) (sin 'a))
(show (cos 0) (cos 1/2))
(show (tan 0))
(show (asin 0) (asin 1) (asin 2) (asin 1.5))
(show (acos 1) (acos 0) (acos -2))
(show (atan 0) (atan 1) (atan 0 1) (atan 0 0) (atan 0 -1) (atan 0. 1) (atan 0 1.) (atan 1 1)
      (atan -1 0) (atan 'a 1) (atan 0 'a))
(show (rationalize 3/10 1/10) (rationalize .3 1/10) (rationalize +inf.0 1) (rationalize 1 +inf.0)
      (rationalize -3/10 1/10) (rationalize 1/10 1/5) (rationalize 'a 1))
(show (sqrt 16) (sqrt 16.) (sqrt 1/4) (sqrt 2) (sqrt -1) (sqrt -1.0) (sqrt -0.0) (sqrt +nan.0)
      (sqrt (expt 10 400)) (sqrt (+ 1 (expt 10 400))) (sqrt (/ 1 (+ 1 (expt 10 400)))) (sqrt 'a)
      (sqrt 1e300) (sqrt 2/3) (sqrt 0))
(show (exact-integer-sqrt 17) (exact-integer-sqrt 0) (exact-integer-sqrt (expt 10 41))
      (exact-integer-sqrt -1) (exact-integer-sqrt 4.0) (exact-integer-sqrt 2305843009213693951))

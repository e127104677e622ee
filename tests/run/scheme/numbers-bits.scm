;; Bits of integers.
(import (scheme base) (scheme write) (srfi 151))

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

(show (bitwise-and) (bitwise-and 12 10) (bitwise-and -1 (expt 2 100)))
(show (bitwise-ior 12 10) (bitwise-ior 1 2 4))
(show (bitwise-xor 12 10) (bitwise-xor 1 'a))
(show (bitwise-not 5) (bitwise-not -1))
(show (arithmetic-shift 1 10) (arithmetic-shift 1 100) (arithmetic-shift -5 -1)
      (arithmetic-shift 5 -100) (arithmetic-shift -5 -100) (arithmetic-shift (expt 2 100) -98)
      (arithmetic-shift 1 (expt 10 20)) (arithmetic-shift 1 (- (expt 10 20)))
      (arithmetic-shift 1.5 1) (arithmetic-shift -2305843009213693952 1) (arithmetic-shift 1 60)
      (arithmetic-shift 1 61))
(show (bit-count 7) (bit-count -8) (bit-count (- (expt 2 100) 1)))
(show (integer-length 0) (integer-length 255) (integer-length -256) (integer-length (expt 2 100)))
(show (bit-set? 1 2) (bit-set? 100 -1) (bit-set? -1 5))
(show (first-set-bit 40) (first-set-bit 0) (first-set-bit (expt 2 100)) (first-set-bit -4))

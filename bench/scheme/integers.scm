; Integers: common divisors, Collatz chains, prime tests by modular powers, digit sums, and big
; ones: a factorial's digits and the digits of e.

(define (sum-of-gcds n)
  (let outer ((a 1) (sum 0))
    (if (> a n)
        sum
        (let inner ((b 1) (sum sum))
          (if (> b n)
              (outer (+ a 1) sum)
              (inner (+ b 1) (+ sum (common-divisor a b))))))))

(define (common-divisor a b)
  (if (= b 0) a (common-divisor b (remainder a b))))

(define (collatz-length n)
  (let loop ((n n) (steps 1))
    (cond ((= n 1) steps)
          ((even? n) (loop (quotient n 2) (+ steps 1)))
          (else (loop (+ (* 3 n) 1) (+ steps 1))))))

(define (longest-collatz limit)
  (let loop ((n 1) (best 0) (best-length 0))
    (if (> n limit)
        (+ (* best 1000) best-length)
        (let ((length (collatz-length n)))
          (if (> length best-length)
              (loop (+ n 1) n length)
              (loop (+ n 1) best best-length))))))

(define (power-mod base exponent modulus)
  (let loop ((base (modulo base modulus)) (exponent exponent) (result 1))
    (cond ((= exponent 0) result)
          ((odd? exponent)
           (loop (modulo (* base base) modulus)
                 (quotient exponent 2)
                 (modulo (* result base) modulus)))
          (else (loop (modulo (* base base) modulus) (quotient exponent 2) result)))))

; Miller and Rabin's test with the bases that decide for all numbers below 3,215,031,751.
(define (prime? n)
  (define (split d s)
    (if (even? d) (split (quotient d 2) (+ s 1)) (cons d s)))
  (define (witness? a d s)
    (let ((x (power-mod a d n)))
      (and (not (= x 1))
           (let loop ((x x) (i 0))
             (cond ((= x (- n 1)) #f)
                   ((= i (- s 1)) #t)
                   (else (loop (modulo (* x x) n) (+ i 1))))))))
  (cond ((< n 2) #f)
        ((memv n '(2 3 5 7)) #t)
        ((even? n) #f)
        (else
         (let ((ds (split (- n 1) 0)))
           (let loop ((bases '(2 3 5 7)))
             (cond ((null? bases) #t)
                   ((witness? (car bases) (car ds) (cdr ds)) #f)
                   (else (loop (cdr bases)))))))))

(define (count-primes from to)
  (let loop ((n from) (count 0))
    (if (> n to)
        count
        (loop (+ n 1) (if (prime? n) (+ count 1) count)))))

(define (digit-sum n)
  (let loop ((n n) (sum 0))
    (if (= n 0)
        sum
        (loop (quotient n 10) (+ sum (remainder n 10))))))

(define (digit-sums limit)
  (do ((n 0 (+ n 1))
       (sum 0 (+ sum (* (digit-sum n) (- 1 (* 2 (modulo n 2)))))))
      ((= n limit) sum)))

(define (factorial n)
  (if (= n 0) 1 (* n (factorial (- n 1)))))

; The first digits of e, as an integer: the sum of the inverse factorials, scaled.
(define (digits-of-e digits)
  (let ((one (expt 10 (+ digits 10))))
    (let loop ((k 1) (term one) (sum one))
      (if (= term 0)
          (quotient sum (expt 10 10))
          (let ((term (quotient term k)))
            (loop (+ k 1) term (+ sum term)))))))

(define (show name value)
  (display name)
  (display " ")
  (display value)
  (newline))

(show "gcds" (sum-of-gcds 1600))
(show "collatz" (longest-collatz 300000))
(show "primes" (count-primes 1000000000 1000400000))
(show "digits" (digit-sums 2500000))
(show "factorial" (digit-sum (factorial 5000)))
(show "e" (modulo (digits-of-e 30000) 1000000007))

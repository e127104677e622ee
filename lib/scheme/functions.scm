;;; Functions of numbers: roots, powers, logarithms, angles, bits.
;;;
;;; Numbers that are not real are left out: where a result would be one, that is an error.

(define (%not-real who x)
  (%fail who "the result is not a real number for" x))

;;; Roots.

;; The greatest integer whose square is not greater. Newton's method goes down from a number that is
;; not below the root, and ends where it would go up.
(define (%root n)
  (if (%narrow? n)
      (%prim "f2i.trunc.f64.i64" (%prim "sqrt.f64" (%prim "s2f.i64.f64" n)))
      (let* ((half (%prim "smax.i64" 0 (%prim "ashr.i64" (%small- (%bits n) 103) 1)))
             (high (%prim "big.to.f64" (%prim "big.shr" n (%small+ half half))))
             (guess (%add (%prim "big.of.f64" (%prim "sqrt.f64" high)) 2)))
        (let next ((x (%shift-left guess half)))
          (let ((y (%prim "big.shr" (%add x (%quotient n x)) 1)))
            (if (%less y x) (next y) x))))))

(define (exact-integer-sqrt n)
  (if (if (exact-integer? n) (%below-zero? n) #t)
      (%wrong-type 'exact-integer-sqrt "an exact integer that is not negative" n))
  (let ((root (%root n)))
    (values root (%subtract n (%multiply root root)))))

;; The exact root of an exact integer that is not negative, or #f.
(define (%exact-root n)
  (let ((root (%root n)))
    (if (%equal (%multiply root root) n) root #f)))

(define (%sqrt x)
  (cond ((%is flonum x)
         (if (%prim "flt.f64" x 0.0)
             (%not-real 'sqrt x)
             (%prim "sqrt.f64" x)))
        ((%negative? 'sqrt x) (%not-real 'sqrt x))
        ((%ratio? x)
         (let* ((n (%get 3 1 x)) (d (%get 3 2 x))
                (root (%exact-root n)) (under (%exact-root d)))
           (if (and root under)
               (%make-ratio root under)
               (%inexact-root x (%divide (%root (%multiply n d)) d)))))
        (else
         (or (%exact-root x) (%inexact-root x (%root x))))))

;; The root of an exact number, by one that is near it where the number is too great or too small
;; for a flonum.
(define (%inexact-root x near)
  (let ((flonum (%to-flonum 'sqrt x)))
    (if (%moderate? flonum)
        (%prim "sqrt.f64" flonum)
        (%to-flonum 'sqrt near))))

;; Is a flonum far from those that are too great or too small?
(define-inline (%moderate? x)
  (if (%prim "fgt.f64" x 1e-300) (%prim "flt.f64" x 1e300) #f))

(define-inline (sqrt x)
  (if (if (%is flonum x) (%prim "fge.f64" x 0.0) #f)
      (%prim "sqrt.f64" x)
      (%sqrt x)))

;;; Powers.

;; The most bits of a power.
(define-inline (%most-bits) 4294967296)

;; A power of an exact integer; the exponent is not negative.
(define (%integer-power n e)
  (cond ((%same e 0) 1)
        ((or (%same n 0) (%same n 1)) n)
        ((%same n -1) (if (even? e) 1 -1))
        ((%less (%most-bits) (%multiply e (%bits (%abs n))))
         (%fail 'expt "the result is too large:" n e))
        ((%same n 2) (%shift-left 1 e))
        (else
         (let next ((result 1) (n n) (e e))
           (let ((result (if (even? e) result (%multiply result n)))
                 (e (%prim "ashr.i64" e 1)))
             (if (%same e 0) result (next result (%multiply n n) e)))))))

(define (%exact-power x e)
  (cond ((%below-zero? e)
         (if (%same x 0)
             (%divide-by-zero 'expt 1)
             (%divide 1 (%exact-power x (%negate e)))))
        ((%ratio? x)
         (if (%same e 0)
             1
             (%make-ratio (%integer-power (%get 3 1 x) e) (%integer-power (%get 3 2 x) e))))
        (else (%integer-power x e))))

;; A power of a flonum; the exponent is an exact integer. A flonum of a great one is even.
(define (%flonum-power x e)
  (let ((power (%prim "pow.f64" x (%to-flonum 'expt e))))
    (if (and (%is big e) (odd? e) (%prim "flt.f64" (%prim "copysign.f64" 1.0 x) 0.0))
        (%negate power)
        power)))

(define (%inexact-power x e)
  (let ((base (%to-flonum 'expt x)) (exponent (%to-flonum 'expt e)))
    (if (and (%prim "flt.f64" base 0.0) (%finite? exponent) (not (%integral? exponent)))
        (%fail 'expt "the result is not a real number for" x e)
        (%prim "pow.f64" base exponent))))

(define (expt x e)
  (%number 'expt x)
  (cond ((exact-integer? e)
         (cond ((%same e 0) 1)
               ((%is flonum x) (%flonum-power x e))
               (else (%exact-power x e))))
        ((not (number? e)) (%no-number 'expt e))
        ((if (%ratio? e) (if (%same (%get 3 2 e) 2) (exact-rational? x) #f) #f)
         (let ((root (if (%less x 0) 0.0 (%sqrt x))))
           (if (%is flonum root) (%inexact-power x e) (%exact-power root (%get 3 1 e)))))
        (else (%inexact-power x e))))

(define (%exp x)
  (if (%same x 0) 1 (%prim "exp.f64" (%to-flonum 'exp x))))

(define-inline (exp x)
  (if (%is flonum x) (%prim "exp.f64" x) (%exp x)))

;;; Logarithms.

;; The natural logarithm of a positive exact integer, of any size.
(define (%log-integer n)
  (let ((shift (%prim "smax.i64" 0 (%small- (%bits n) 1000))))
    (%prim "fadd.f64"
           (%prim "ln.f64" (%prim "big.to.f64" (%prim "big.shr" n shift)))
           (%prim "fmul.f64" 0.6931471805599453 (%prim "s2f.i64.f64" shift)))))

(define (%log x)
  (cond ((%same x 1) 0)
        ((%same x 0) (%fail 'log "there is no logarithm of" x))
        ((%negative? 'log x) (%not-real 'log x))
        ((%is flonum x) (%prim "ln.f64" x))
        ((%ratio? x)
         (let ((flonum (%to-flonum 'log x)))
           (if (%moderate? flonum)
               (%prim "ln.f64" flonum)
               (%subtract (%log-integer (%get 3 1 x)) (%log-integer (%get 3 2 x))))))
        (else (%log-integer x))))

(define (%log2 x base)
  (%number 'log base)
  (let ((flonum (%to-flonum 'log x)))
    (if (and (%equal base 10) (%moderate? flonum))
        (%prim "log10.f64" flonum)
        (%divide (%log x) (%to-flonum 'log (%log base))))))

(define-inline log
  (case-lambda
    ((x)
     (if (if (%is flonum x) (%prim "fge.f64" x 0.0) #f)
         (%prim "ln.f64" x)
         (%log x)))
    ((x base) (%log2 x base))))

;;; Angles. Of an exact number they are exact where that is possible.

(define-syntax %define-angle
  (syntax-rules ()
    ((_ name general op zero one)
     (begin
       (define (general x)
         (if (%same x zero) one (%prim op (%to-flonum 'name x))))
       (define-inline (name x)
         (if (%is flonum x) (%prim op x) (general x)))))))

(%define-angle sin %sin "sin.f64" 0 0)
(%define-angle cos %cos "cos.f64" 0 1)
(%define-angle tan %tan "tan.f64" 0 0)

;; The arc whose sine or cosine is given, which lies between -1 and 1.
(define-syntax %define-arc
  (syntax-rules ()
    ((_ name op zero)
     (define (name x)
       (if (%same x zero)
           0
           (let ((flonum (%to-flonum 'name x)))
             (if (%prim "fgt.f64" (%prim "fabs.f64" flonum) 1.0)
                 (%not-real 'name x)
                 (%prim op flonum))))))))

(%define-arc asin "asin.f64" 0)
(%define-arc acos "acos.f64" 1)

(define (%atan x)
  (if (%same x 0) 0 (%prim "atan.f64" (%to-flonum 'atan x))))

(define (%atan2 y x)
  (%number 'atan y)
  (%number 'atan x)
  (cond ((if (%same y 0) (%is flonum x) #t)
         (%prim "atan2.f64" (%to-flonum 'atan y) (%to-flonum 'atan x)))
        ((%same x 0) (%fail 'atan "there is no angle of" y x))
        ((%less 0 x) 0)
        (else (%prim "atan2.f64" 0.0 -1.0))))

(define-inline atan
  (case-lambda
    ((x) (if (%is flonum x) (%prim "atan.f64" x) (%atan x)))
    ((y x) (if (%flonums? y x) (%prim "atan2.f64" y x) (%atan2 y x)))))

;;; Bits of exact integers, of two's complement without end.

(define (%exact-integer who x)
  (if (exact-integer? x) x (%wrong-type who "an exact integer" x)))

(define-syntax %define-bitwise
  (syntax-rules ()
    ((_ name general small big none)
     (begin
       (define (general x y)
         (%prim big (%exact-integer 'name x) (%exact-integer 'name y)))
       (define-inline name
         (case-lambda
           ((x y) (if (%smalls? x y) (%prim small x y) (general x y)))
           (() none)
           ((x) (%exact-integer 'name x))
           ((x y . rest) (%combine (lambda (x y) (name x y)) (name x y) rest))))))))

(%define-bitwise bitwise-and %bitwise-and "and.i64" "big.and" -1)
(%define-bitwise bitwise-ior %bitwise-ior "or.i64" "big.or" 0)
(%define-bitwise bitwise-xor %bitwise-xor "xor.i64" "big.xor" 0)

(define (bitwise-not x)
  (%subtract -1 (%exact-integer 'bitwise-not x)))

(define (arithmetic-shift x s)
  (%exact-integer 'arithmetic-shift x)
  (%exact-integer 'arithmetic-shift s)
  (cond ((%below-zero? s)
         (cond ((%less s (%negate (%most-bits))) (if (%below-zero? x) -1 0))
               ((%is small x) (%prim "ashr.i64" x (%small- 0 s)))
               (else (%prim "big.shr" x (%small- 0 s)))))
        ((%same x 0) 0)
        ((%less (%most-bits) s) (%fail 'arithmetic-shift "the result is too large:" x s))
        ((%small< s 61) (* x (%prim "shl.i64" 1 s)))
        (else (%shift-left x s))))

;; The bits that differ from the sign.
(define (bit-count x)
  (let next ((n (%without-sign 'bit-count x)) (count 0))
    (if (%is small n)
        (%small+ count (%prim "popcount.i64" n))
        (let ((low (%prim "big.and" n 1152921504606846975)))
          (next (%prim "big.shr" n 60) (%small+ count (%prim "popcount.i64" low)))))))

(define (%without-sign who x)
  (if (%below-zero? (%exact-integer who x)) (bitwise-not x) x))

(define (integer-length x)
  (%bits (%without-sign 'integer-length x)))

(define (bit-set? i x)
  (if (%below-zero? (%exact-integer 'bit-set? i)) (%wrong-index 'bit-set? i))
  (odd? (arithmetic-shift (%exact-integer 'bit-set? x) (%negate i))))

;; The place of the lowest bit that is set; -1 if none is.
(define (first-set-bit x)
  (if (%same x 0)
      -1
      (%small- (%bits (%prim "big.and" (%exact-integer 'first-set-bit x) (%negate x))) 1)))

;;; Numbers: small integers, greater integers, ratios, flonums.
;;;
;;; Exact and inexact operands: the exact one becomes a flonum first, but for comparisons, which are
;;; exact, and products with an exact zero, which are an exact zero.

;; A ratio: a mark, the numerator, the denominator, which is greater than one and has no factor in
;; common with the numerator. The mark is an immediate that is no type of a record, because literal
;; ratios are made before any variable has its value.
(define (%make-ratio n d) (%tuple #\/ n d))

(define-inline (%ratio? x)
  (if (%is tuple 3 x) (%same (%get 3 0 x) #\/) #f))

(define-inline (exact-integer? x)
  (if (%is small x) #t (%is big x)))

(define-inline (%exact-integers? x y)
  (if (exact-integer? x) (exact-integer? y) #f))

(define-inline (%flonums? x y)
  (if (%is flonum x) (%is flonum y) #f))

(define-inline (%smalls? x y)
  (if (%is small x) (%is small y) #f))

(define (%number? x)
  (or (exact-integer? x) (%is flonum x) (%ratio? x)))

(define-inline (number? x) (if (%is small x) #t (%number? x)))
(define-inline (complex? x) (number? x))
(define-inline (real? x) (number? x))

(define (%no-number who x) (%wrong-type who "a number" x))
(define (%no-integer who x) (%wrong-type who "an integer" x))

;; The number itself.
(define-inline (%number who x)
  (if (number? x) x (%never (%no-number who x))))

(define-inline (%finite? x)
  (%prim "flt.f64" (%prim "fabs.f64" x) +inf.0))

(define-inline (%integral? x)
  (if (%finite? x) (%prim "feq.f64" x (%prim "floor.f64" x)) #f))

(define (%integer? x)
  (cond ((%is flonum x) (%integral? x))
        (else (%is big x))))

(define-inline (integer? x) (if (%is small x) #t (%integer? x)))

(define (rational? x)
  (cond ((%is flonum x) (%finite? x))
        (else (%number? x))))

(define (exact-rational? x)
  (or (exact-integer? x) (%ratio? x)))

(define (%exact? who x)
  (cond ((%is flonum x) #f)
        (else (%number who x) #t)))

(define-inline (exact? x) (if (%is small x) #t (%exact? 'exact? x)))
(define-inline (inexact? x) (if (%is flonum x) #t (not (%exact? 'inexact? x))))

(define (nan? x)
  (if (%is flonum x)
      (%prim "fne.f64" x x)
      (begin (%number 'nan? x) #f)))

(define (infinite? x)
  (if (%is flonum x)
      (%prim "feq.f64" (%prim "fabs.f64" x) +inf.0)
      (begin (%number 'infinite? x) #f)))

(define (finite? x)
  (if (%is flonum x)
      (%finite? x)
      (begin (%number 'finite? x) #t)))

;;; Parts and conversions.

(define (%numerator who x)
  (cond ((exact-integer? x) x)
        ((%ratio? x) (%get 3 1 x))
        (else (%never (%no-number who x)))))

(define-inline (%denominator x)
  (if (%ratio? x) (%get 3 2 x) 1))

;; The number of bits of a positive integer.
(define (%bits n)
  (if (%is small n)
      (%small- 64 (%prim "clz.i64" n))
      (%small+ (%prim "big.log2" n) 1)))

;; The flonum n * 2^e, where that is exact.
(define-inline (%scaled n e)
  (%prim "fmul.f64" (%prim "s2f.i64.f64" n)
         (%prim "pow.f64" 2.0 (%prim "s2f.i64.f64" e))))

;; Is it an integer that a flonum holds?
(define-inline (%narrow? n)
  (if (%is small n)
      (%prim "ule.i64" (%prim "add.i64" n 9007199254740992) 18014398509481984)
      #f))

;; The flonum next to a ratio.
(define (%ratio->flonum n d)
  (cond ((if (%narrow? n) (%narrow? d) #f)
         (%prim "fdiv.f64" (%prim "s2f.i64.f64" n) (%prim "s2f.i64.f64" d)))
        ((%below-zero? n) (%prim "fneg.f64" (%nearest (%negate n) d)))
        (else (%nearest n d))))

;; The flonum next to n / d, both positive. The quotient is q * 2^e, where q has two or three bits
;; more than the flonum, which are rounded away here, because the multiplication by a power of two
;; must be exact.
(define (%nearest n d)
  (let* ((e (%prim "smax.i64" (%small- (%small- (%bits n) (%bits d)) 55) -1076))
         (shifted (if (%small< e 0) (%shift-left n (%small- 0 e)) n))
         (divisor (if (%small< e 0) d (%shift-left d e)))
         (q (%prim "big.quot" shifted divisor))
         (rest (%prim "big.rem" shifted divisor))
         (surplus (%prim "smax.i64" (%small- (%bits q) 53) (%small- -1074 e)))
         (kept (%prim "ashr.i64" q surplus))
         (lost (%small- q (%prim "shl.i64" kept surplus)))
         (half (%prim "shl.i64" 1 (%small- surplus 1)))
         (up? (or (%small< half lost)
                  (and (%same half lost)
                       (not (and (%same rest 0) (even? kept)))))))
    (%scaled (if up? (%small+ kept 1) kept) (%small+ e surplus))))

(define (%shift-left n s)
  (%prim "big.shl" n s))

(define (%to-flonum who x)
  (cond ((%is flonum x) x)
        ((%is small x) (%prim "s2f.i64.f64" x))
        ((%is big x) (%prim "big.to.f64" x))
        ((%ratio? x) (%ratio->flonum (%get 3 1 x) (%get 3 2 x)))
        (else (%never (%no-number who x)))))

(define-inline (inexact x)
  (if (%is small x) (%prim "s2f.i64.f64" x) (%to-flonum 'inexact x)))
(define-inline (exact->inexact x) (inexact x))

;; The exact number that a finite flonum is: its mantissa and its exponent, taken apart.
(define (%flonum->exact x)
  (if (%prim "feq.f64" x (%prim "floor.f64" x))
      (%prim "big.of.f64" x)
      (let* ((biased (%prim "and.i64" (%prim "lshr.i64" (%prim "fbits.f64" x) 52) 2047))
             (low (%prim "and.i64" (%prim "fbits.f64" x) 4503599627370495))
             (mantissa (if (%same biased 0) low (%small+ low 4503599627370496)))
             (zeros (%prim "ctz.i64" mantissa))
             (n (%prim "ashr.i64" mantissa zeros))
             (s (%small- 1075 (%small+ (%prim "smax.i64" biased 1) zeros))))
        (%make-ratio (if (%prim "flt.f64" x 0.0) (%small- 0 n) n) (%shift-left 1 s)))))

(define (%exact who x)
  (cond ((%is flonum x)
         (if (%finite? x)
             (%flonum->exact x)
             (%wrong-type who "a finite number" x)))
        (else (%number who x))))

(define-inline (exact x) (if (%is small x) x (%exact 'exact x)))
(define-inline (inexact->exact x) (exact x))

;;; Sums, differences, products, quotients. The general operations call one another by their names,
;;; so that a program which reaches them gets each of them once.

(define-inline (%below-zero? n)
  (%prim "slt.i64" (if (%is small n) n (%prim "big.cmp" n 0)) 0))

;; The greatest common divisor of exact integers.
(define (%gcd n d)
  (cond ((%same d 0) (if (%below-zero? n) (%negate n) n))
        ((%smalls? n d) (%gcd d (%prim "rem.i64" n d)))
        (else (%gcd d (%prim "big.rem" n d)))))

;; The exact number n / d, where both have no factor in common and the second is positive.
(define (%ratio n d)
  (if (%same d 1) n (%make-ratio n d)))

;; n/d + m/e, or n/d - m/e. Common factors are taken out of the denominators, which are smaller than
;; their product.
(define (%sum add n d m e)
  (let ((g (%gcd d e)))
    (if (%same g 1)
        (%ratio (add (%multiply n e) (%multiply m d)) (%multiply d e))
        (let* ((d (%quotient d g))
               (t (add (%multiply n (%quotient e g)) (%multiply m d)))
               (h (%gcd t g)))
          (%ratio (%quotient t h) (%multiply d (%quotient e h)))))))

;; n/d * m/e. What n and m have in common with the other's denominator is taken out first.
(define (%product n d m e)
  (let ((g (%gcd n e)) (h (%gcd m d)))
    (%ratio (%multiply (%quotient n g) (%quotient m h))
            (%multiply (%quotient d h) (%quotient e g)))))

;; Flonums, of which one may still be exact, and other numbers as numerators and denominators.
(define-syntax %general
  (syntax-rules ()
    ((_ who op x y integers (n d m e) ratios)
     (cond ((%is flonum x)
            (if (%is small y)
                (%prim op x (%prim "s2f.i64.f64" y))
                (%prim op x (%to-flonum who y))))
           ((%is flonum y)
            (if (%is small x)
                (%prim op (%prim "s2f.i64.f64" x) y)
                (%prim op (%to-flonum who x) y)))
           ((%exact-integers? x y) integers)
           (else
            (let ((n (%numerator who x)) (d (%denominator x))
                  (m (%numerator who y)) (e (%denominator y)))
              ratios))))))

(define (%add x y)
  (%general '+ "fadd.f64" x y
    (%flagged ("small.add" x y) r r (%prim "big.add" x y))
    (n d m e) (%sum %add n d m e)))

(define (%subtract x y)
  (%general '- "fsub.f64" x y
    (%flagged ("small.sub" x y) r r (%prim "big.sub" x y))
    (n d m e) (%sum %subtract n d m e)))

(define (%multiply x y)
  (if (if (%same x 0) (%is flonum y) (if (%same y 0) (%is flonum x) #f))
      0
      (%general '* "fmul.f64" x y
        (%flagged ("small.mul" x y) r r (%prim "big.mul" x y))
        (n d m e) (%product n d m e))))

(define (%divide x y)
  (%general '/ "fdiv.f64" x y
    (%quotient-of x 1 y 1)
    (n d m e) (%quotient-of n d m e)))

;; (n/d) / (m/e).
(define (%quotient-of n d m e)
  (cond ((%same m 0) (%divide-by-zero '/ (if (%same d 1) n (%make-ratio n d))))
        ((%below-zero? m) (%product n d (%negate e) (%negate m)))
        (else (%product n d e m))))

(define (%negate x)
  (if (%is flonum x)
      (%prim "fneg.f64" x)
      (%subtract 0 x)))

;; Combines a number with those of a list, from the left.
(define (%combine f x list)
  (if (%is tuple 2 list)
      (%combine f (f x (%get 2 0 list)) (%get 2 1 list))
      x))

(define-inline +
  (case-lambda
    ((x y)
     (%flagged ("small.add" x y) r r
       (if (%flonums? x y) (%prim "fadd.f64" x y) (%add x y))))
    (() 0)
    ((x) (%number '+ x))
    ((x y z) (+ (+ x y) z))
    ((x y z w) (+ (+ (+ x y) z) w))
    ((x y . rest) (%combine (lambda (x y) (+ x y)) (+ x y) rest))))

(define-inline -
  (case-lambda
    ((x y)
     (%flagged ("small.sub" x y) r r
       (if (%flonums? x y) (%prim "fsub.f64" x y) (%subtract x y))))
    ((x) (%flagged ("small.sub" 0 x) r r (%negate x)))
    ((x y z) (- (- x y) z))
    ((x y z w) (- (- (- x y) z) w))
    ((x y . rest) (%combine (lambda (x y) (- x y)) (- x y) rest))))

(define-inline *
  (case-lambda
    ((x y)
     (%flagged ("small.mul" x y) r r
       (if (%flonums? x y) (%prim "fmul.f64" x y) (%multiply x y))))
    (() 1)
    ((x) (%number '* x))
    ((x y z) (* (* x y) z))
    ((x y z w) (* (* (* x y) z) w))
    ((x y . rest) (%combine (lambda (x y) (* x y)) (* x y) rest))))

(define-inline /
  (case-lambda
    ((x y)
     (if (%flonums? x y) (%prim "fdiv.f64" x y) (%divide x y)))
    ((x) (/ 1 x))
    ((x y z) (/ (/ x y) z))
    ((x y z w) (/ (/ (/ x y) z) w))
    ((x y . rest) (%combine (lambda (x y) (/ x y)) (/ x y) rest))))

(define (%square x)
  (%number 'square x)
  (%multiply x x))

(define-inline (square x)
  (%flagged ("small.mul" x x) r r
    (if (%is flonum x) (%prim "fmul.f64" x x) (%square x))))

;;; Comparisons.

;; The order of two numbers: -1, 0 or 1; 2 if one of them is not a number.
(define (%order who x y)
  (cond ((%is flonum x)
         (if (%is flonum y)
             (%flonum-order x y)
             (let ((order (%mixed-order who y x)))
               (if (%same order 2) 2 (%small- 0 order)))))
        ((%is flonum y) (%mixed-order who x y))
        ((%exact-integers? x y) (%prim "big.cmp" x y))
        (else
         (let ((n (%numerator who x)) (m (%numerator who y)))
           (%prim "big.cmp" (%multiply n (%denominator y)) (%multiply m (%denominator x)))))))

(define (%flonum-order x y)
  (cond ((%prim "flt.f64" x y) -1)
        ((%prim "feq.f64" x y) 0)
        ((%prim "fgt.f64" x y) 1)
        (else 2)))

;; The order of an exact number and a flonum.
(define (%mixed-order who x y)
  (cond ((%narrow? x) (%flonum-order (%prim "s2f.i64.f64" x) y))
        ((%finite? y) (%order who x (%flonum->exact y)))
        (else (%number who x) (%flonum-order 0.0 y))))

(define (%equal x y) (%prim "eq.i64" (%order '= x y) 0))
(define (%less x y) (%prim "eq.i64" (%order '< x y) -1))
(define (%greater x y) (%prim "eq.i64" (%order '> x y) 1))
(define (%not-greater x y) (%prim "sle.i64" (%order '<= x y) 0))
(define (%not-less x y) (%prim "ult.i64" (%order '>= x y) 2))

;; Compares each number with the next one, and looks at all of them.
(define (%ordered? holds? who x y rest)
  (if (%is tuple 2 rest)
      (if (holds? x y)
          (%ordered? holds? who y (%get 2 0 rest) (%get 2 1 rest))
          (%not-ordered who (%get 2 0 rest) (%get 2 1 rest)))
      (holds? x y)))

(define (%not-ordered who x rest)
  (%number who x)
  (if (%is tuple 2 rest)
      (%not-ordered who (%get 2 0 rest) (%get 2 1 rest))
      #f))

;; False, if it is a number.
(define-inline (%no who x)
  (if (%is small x) #f (begin (%number who x) #f)))

(define-inline =
  (case-lambda
    ((x y)
     (%flagged ("small.eq" x y) r r
       (if (%flonums? x y) (%prim "feq.f64" x y) (%equal x y))))
    ((x) (begin (%number '= x) #t))
    ((x y z) (if (= x y) (= y z) (%no '= z)))
    ((x y . rest) (%ordered? (lambda (x y) (= x y)) '= x y rest))))

(define-inline <
  (case-lambda
    ((x y)
     (%flagged ("small.lt" x y) r r
       (if (%flonums? x y) (%prim "flt.f64" x y) (%less x y))))
    ((x) (begin (%number '< x) #t))
    ((x y z) (if (< x y) (< y z) (%no '< z)))
    ((x y . rest) (%ordered? (lambda (x y) (< x y)) '< x y rest))))

(define-inline >
  (case-lambda
    ((x y)
     (%flagged ("small.lt" y x) r r
       (if (%flonums? x y) (%prim "fgt.f64" x y) (%greater x y))))
    ((x) (begin (%number '> x) #t))
    ((x y z) (if (> x y) (> y z) (%no '> z)))
    ((x y . rest) (%ordered? (lambda (x y) (> x y)) '> x y rest))))

(define-inline <=
  (case-lambda
    ((x y)
     (%flagged ("small.le" x y) r r
       (if (%flonums? x y) (%prim "fle.f64" x y) (%not-greater x y))))
    ((x) (begin (%number '<= x) #t))
    ((x y z) (if (<= x y) (<= y z) (%no '<= z)))
    ((x y . rest) (%ordered? (lambda (x y) (<= x y)) '<= x y rest))))

(define-inline >=
  (case-lambda
    ((x y)
     (%flagged ("small.le" y x) r r
       (if (%flonums? x y) (%prim "fge.f64" x y) (%not-less x y))))
    ((x) (begin (%number '>= x) #t))
    ((x y z) (if (>= x y) (>= y z) (%no '>= z)))
    ((x y . rest) (%ordered? (lambda (x y) (>= x y)) '>= x y rest))))

(define-inline (zero? x)
  (%flagged ("small.eq" x 0) r r
    (if (%is flonum x) (%prim "feq.f64" x 0.0) (%no 'zero? x))))

(define (%negative? who x) (%less (%number who x) 0))
(define (%positive? who x) (%less 0 (%number who x)))

(define-inline (negative? x)
  (%flagged ("small.lt" x 0) r r
    (if (%is flonum x) (%prim "flt.f64" x 0.0) (%negative? 'negative? x))))

(define-inline (positive? x)
  (%flagged ("small.lt" 0 x) r r
    (if (%is flonum x) (%prim "fgt.f64" x 0.0) (%positive? 'positive? x))))

;; The greater or the smaller of two numbers: a flonum if one of them is, and not a number if one of
;; them is not.
(define (%extreme who wanted x y)
  (let* ((order (%order who x y))
         (chosen (if (%same order wanted) x y)))
    (cond ((%same order 2) +nan.0)
          ((if (%is flonum x) #t (%is flonum y)) (%to-flonum who chosen))
          (else chosen))))

(define-inline max
  (case-lambda
    ((x y)
     (%flagged ("small.lt" x y) r (if r y x) (%extreme 'max 1 x y)))
    ((x) (%number 'max x))
    ((x y z) (max (max x y) z))
    ((x y . rest) (%combine (lambda (x y) (max x y)) (max x y) rest))))

(define-inline min
  (case-lambda
    ((x y)
     (%flagged ("small.lt" x y) r (if r x y) (%extreme 'min -1 x y)))
    ((x) (%number 'min x))
    ((x y z) (min (min x y) z))
    ((x y . rest) (%combine (lambda (x y) (min x y)) (min x y) rest))))

(define (%abs x)
  (cond ((%is flonum x) (%prim "fabs.f64" x))
        ((%negative? 'abs x) (%negate x))
        (else x)))

(define-inline (abs x)
  (%flagged ("small.lt" x 0) r (if r (- x) x) (%abs x)))

;;; Division of integers.

;; The exact integer that a number is.
(define (%integer who x)
  (cond ((exact-integer? x) x)
        ((%integer? x) (%flonum->exact x))
        (else (%never (%no-integer who x)))))

;; Divides integers of which one is inexact, or the second 0 or -1, or one not small.
(define-syntax %define-division
  (syntax-rules ()
    ((_ name general small big)
     (begin
       (define (general x y)
         (let ((n (%integer 'name x)) (d (%integer 'name y)))
           (if (%same d 0) (%never (%divide-by-zero 'name x)))
           (let ((result (%prim big n d)))
             (if (%exact-integers? x y) result (%to-flonum 'name result)))))
       (define-inline (name x y)
         (if (if (%smalls? x y) (%prim "ugt.i64" (%prim "add.i64" y 1) 1) #f)
             (%prim small x y)
             (general x y)))))))

(%define-division quotient %quotient "quot.i64" "big.quot")
(%define-division remainder %remainder "rem.i64" "big.rem")
(%define-division modulo %modulo "mod.i64" "big.mod")
(%define-division truncate-quotient %truncate-quotient "quot.i64" "big.quot")
(%define-division truncate-remainder %truncate-remainder "rem.i64" "big.rem")
(%define-division floor-quotient %floor-quotient "div.i64" "big.div")
(%define-division floor-remainder %floor-remainder "mod.i64" "big.mod")

(define (floor/ x y)
  (%integer 'floor/ x)
  (if (%same (%integer 'floor/ y) 0) (%never (%divide-by-zero 'floor/ x)))
  (values (floor-quotient x y) (floor-remainder x y)))

(define (truncate/ x y)
  (%integer 'truncate/ x)
  (if (%same (%integer 'truncate/ y) 0) (%never (%divide-by-zero 'truncate/ x)))
  (values (quotient x y) (remainder x y)))

(define (%even? who x)
  (%same (%prim "and.i64" (%prim "big.wrap" (%integer who x)) 1) 0))

(define-inline (even? x)
  (if (%is small x)
      (%prim "eq.i64" (%prim "and.i64" x 1) 0)
      (%even? 'even? x)))

(define-inline (odd? x)
  (if (%is small x)
      (%prim "eq.i64" (%prim "and.i64" x 1) 1)
      (not (%even? 'odd? x))))

(define (%gcd2 x y)
  (let ((g (%gcd (%integer 'gcd x) (%integer 'gcd y))))
    (if (%exact-integers? x y) g (%to-flonum 'gcd g))))

(define (%lcm2 x y)
  (let* ((n (%integer 'lcm x))
         (d (%integer 'lcm y))
         (product (%abs (%multiply n d)))
         (l (if (%same product 0) 0 (%quotient product (%gcd n d)))))
    (if (%exact-integers? x y) l (%to-flonum 'lcm l))))

(define gcd
  (case-lambda
    ((x y) (%gcd2 x y))
    (() 0)
    ((x) (%gcd2 x 0))
    ((x y . rest) (%combine %gcd2 (%gcd2 x y) rest))))

(define lcm
  (case-lambda
    ((x y) (%lcm2 x y))
    (() 1)
    ((x) (%lcm2 x 1))
    ((x y . rest) (%combine %lcm2 (%lcm2 x y) rest))))

(define (numerator x)
  (if (%is flonum x)
      (if (%finite? x)
          (%to-flonum 'numerator (%numerator 'numerator (%flonum->exact x)))
          (%wrong-type 'numerator "a rational number" x))
      (%numerator 'numerator x)))

(define (denominator x)
  (if (%is flonum x)
      (if (%finite? x)
          (%to-flonum 'denominator (%denominator (%flonum->exact x)))
          (%wrong-type 'denominator "a rational number" x))
      (%denominator (%number 'denominator x))))

;;; Rounding.

(define-syntax %define-rounding
  (syntax-rules ()
    ((_ name general op (n d) body)
     (begin
       (define (general x)
         (if (%ratio? x)
             (let ((n (%get 3 1 x)) (d (%get 3 2 x))) body)
             (%number 'name x)))
       (define-inline (name x)
         (if (%is flonum x) (%prim op x) (general x)))))))

(%define-rounding floor %floor "floor.f64" (n d) (%floor-quotient n d))
(%define-rounding ceiling %ceiling "ceil.f64" (n d) (%add (%floor-quotient n d) 1))
(%define-rounding truncate %truncate "ftrunc.f64" (n d) (%quotient n d))
(%define-rounding round %round "fround.f64" (n d)
  (let ((up (%floor-quotient (%add (%multiply 2 n) d) (%multiply 2 d))))
    (if (and (%same d 2) (odd? up)) (%subtract up 1) up)))

;; The simplest number between two positive ones, of which the first is not the greater: the one
;; with the smallest denominator.
(define (%simplest low high)
  (let ((whole (%floor low)))
    (cond ((%equal whole low) whole)
          ((%less whole (%floor high)) (%add whole 1))
          (else
           (let ((below (%divide 1 (%subtract high whole)))
                 (above (%divide 1 (%subtract low whole))))
             (%add whole (%divide 1 (%simplest below above))))))))

(define (%rationalize x y)
  (let ((low (%subtract x (%abs y))) (high (%add x (%abs y))))
    (cond ((%less 0 low) (%simplest low high))
          ((%less high 0) (%negate (%simplest (%negate high) (%negate low))))
          (else 0))))

(define (rationalize x y)
  (%number 'rationalize x)
  (%number 'rationalize y)
  (cond ((if (exact? x) (exact? y) #f) (%rationalize x y))
        ((or (nan? x) (nan? y)) +nan.0)
        ((infinite? y) (if (infinite? x) +nan.0 0.0))
        ((infinite? x) x)
        (else (inexact (%rationalize (exact x) (exact y))))))

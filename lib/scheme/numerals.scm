;;; Numbers as text.
;;;
;;; A flonum is written with the fewest digits that read back as the same number, in the notation
;;; 123.45 if it lies between 1e-4 and 1e16, and as 1.2345e20 otherwise; infinities and what is not
;;; a number as +inf.0, -inf.0, +nan.0. In a radix other than ten a flonum is the prefix #i and the
;;; exact number.

;; The text of an exact number: a str, not yet a string.
(define (%integer->text n radix)
  (if (%is small n)
      (%prim "i64.to.str" n radix)
      (%prim "big.to.str" n radix)))

(define (%exact->text x radix)
  (if (%ratio? x)
      (%prim "str.concat" (%integer->text (%get 3 1 x) radix)
             (%prim "str.concat" '/ (%integer->text (%get 3 2 x) radix)))
      (%integer->text x radix)))

;; The text of a number in radix ten, which reaches little else of the library.
(define (%decimal x)
  (if (%is flonum x)
      (if (%finite? x)
          (%lower-exponent (%utf8->string (%prim "f64.fmt" x 3 0)))
          (%utf8->string (%not-finite->text x)))
      (%utf8->string (%exact->text (%number 'number->string x) 10))))

(define (%not-finite->text x)
  (cond ((%prim "fne.f64" x x) '|+nan.0|)
        ((%prim "flt.f64" x 0.0) '|-inf.0|)
        (else '|+inf.0|)))

;; Writes the exponent of a flonum in lower case.
(define (%lower-exponent string)
  (let next ((i (%array-length char string)))
    (if (%same i 0)
        string
        (let ((i (%small- i 1)))
          (if (%same (%array-ref char string i) #\E)
              (begin (%array-set char string i #\e) string)
              (next i))))))

(define (%number->string x radix)
  (cond ((not (%is flonum x))
         (%utf8->string (%exact->text (%number 'number->string x) radix)))
        ((if (%same radix 10) #t (not (%finite? x))) (%decimal x))
        ;; There is no exact negative zero.
        ((eqv? x -0.0) (%utf8->string '|#d-0.0|))
        (else
         (%utf8->string (%prim "str.concat" '|#i| (%exact->text (%flonum->exact x) radix))))))

(define (%radix who radix)
  (if (if (%is small radix) (%prim "ult.i64" (%small- radix 2) 35) #f)
      radix
      (%wrong-type who "a radix from 2 to 36" radix)))

(define-inline number->string
  (case-lambda
    ((x) (%decimal x))
    ((x radix) (%number->string x (%radix 'number->string radix)))))

;;; Text as numbers.
;;;
;;; number   ::= prefix* real         at most one radix and one exactness, in any order
;;; prefix   ::= #x #o #d #b | #e #i
;;; real     ::= sign? ureal | sign inf.0 | sign nan.0
;;; ureal    ::= digit+ | digit+ / digit+ | decimal (in radix 10)
;;; decimal  ::= (digit+ | digit+ . digit* | . digit+) (e sign? digit+)?
;;;
;;; A parser of a part takes the string and where the part begins, and gives where it ends.

(define-inline string->number
  (case-lambda
    ((s) (%string->number (%text s) 10))
    ((s radix) (%string->number (%text s) (%radix 'string->number radix)))))

(define (%text s)
  (if (%is char s) s (%wrong-type 'string->number "a string" s)))

;; The number that a string denotes, or #f.
(define (%string->number s radix)
  (let next ((i 0) (radix #f) (exactness #f) (default radix))
    (if (%same (%char-or-end s i) #\#)
        (let ((letter (%char-or-end s (%small+ i 1))))
          (cond ((%exactness-of letter)
                 (if exactness #f (next (%small+ i 2) radix letter default)))
                ((%radix-of letter)
                 (if radix #f (next (%small+ i 2) (%radix-of letter) exactness default)))
                (else #f)))
        (%parse-real s i (or radix default)
                     (if exactness (%exactness-of exactness) #f)))))

;; The character at an index, or #f at the end.
(define-inline (%char-or-end s i)
  (if (%index? char s i) (%array-ref char s i) #f))

(define (%exactness-of letter)
  (case letter ((#\e #\E) 'exact) ((#\i #\I) 'inexact) (else #f)))

(define (%radix-of letter)
  (case letter
    ((#\b #\B) 2) ((#\o #\O) 8) ((#\d #\D) 10) ((#\x #\X) 16) (else #f)))

;; The digit that a character is in a radix, or #f.
(define (%digit-in c radix)
  (let* ((code (if c (%prim "zext.i32.i64" c) 0))
         (digit (cond ((%in? code 48 57) (%small- code 48))
                      ((%in? code 65 90) (%small- code 55))
                      ((%in? code 97 122) (%small- code 87))
                      (else 36))))
    (if (%small< digit radix) digit #f)))

(define-inline (%in? x low high)
  (%prim "ule.i64" (%small- x low) (%small- high low)))

(define (%skip-digits s i radix)
  (if (%digit-in (%char-or-end s i) radix)
      (%skip-digits s (%small+ i 1) radix)
      i))

;; The str of the characters from one index to another; all are of one byte.
(define (%slice s start end)
  (let ((bytes (%array-new byte (%small- end start) 0)))
    (let next ((i start))
      (if (%small< i end)
          (begin
            (%array-set byte bytes (%small- i start) (%prim "zext.i32.i64" (%array-ref char s i)))
            (next (%small+ i 1)))
          (%prim "str.of.bytes" bytes 0 (%small- end start))))))

;; The integer that the digits from one index to another denote.
(define (%parse-digits s start end radix)
  (if (%small< (%small- end start) 12)
      (let next ((i start) (n 0))
        (if (%small< i end)
            (next (%small+ i 1)
                  (%small+ (%prim "mul.i64" n radix) (%digit-in (%array-ref char s i) radix)))
            n))
      (%flagged ("big.parse" (%slice s start end) radix) n n 0)))

(define (%parse-real s start radix exactness)
  (let* ((sign (%char-or-end s start))
         (signed (or (%same sign #\+) (%same sign #\-)))
         (i (if signed (%small+ start 1) start))
         (special (and signed (%parse-special s i (%same sign #\-)))))
    (if special
        (if (%same exactness 'exact) #f special)
        (%parse-unsigned s i radix exactness (%same sign #\-)))))

;; What is inf.0 or nan.0 up to the end, or #f.
(define (%parse-special s i negative)
  (cond ((%word? s i '(#\i #\n #\f #\. #\0)) (if negative -inf.0 +inf.0))
        ((%word? s i '(#\n #\a #\n #\. #\0)) +nan.0)
        (else #f)))

;; Does the string end in this word from an index on? Letters may be of either case.
(define (%word? s i word)
  (if (%is tuple 2 word)
      (and (%index? char s i)
           (let ((c (%char-code (%array-ref char s i))) (wanted (%char-code (%get 2 0 word))))
             (or (%same c wanted)
                 (and (%small< 96 wanted) (%same (%prim "or.i64" c 32) wanted))))
           (%word? s (%small+ i 1) (%get 2 1 word)))
      (%same i (%array-length char s))))

(define (%parse-unsigned s start radix exactness negative)
  (let* ((end (%array-length char s))
         (whole (%skip-digits s start radix))
         (signed (lambda (x) (if negative (%negate x) x)))
         (given (lambda (x)
                  (if (%same exactness 'inexact) (%to-flonum 'string->number (signed x)) (signed x)))))
    (cond ((and (%same whole end) (%small< start end))
           (given (%parse-digits s start end radix)))
          ((and (%same (%char-or-end s whole) #\/) (%small< start whole))
           (let ((d (if (%same (%skip-digits s (%small+ whole 1) radix) end)
                        (%parse-digits s (%small+ whole 1) end radix)
                        0)))
             (if (%same d 0)
                 #f
                 (given (%divide (%parse-digits s start whole radix) d)))))
          ((%same radix 10)
           (let* ((point (%same (%char-or-end s whole) #\.))
                  (first (if point (%small+ whole 1) whole))
                  (last (%skip-digits s first 10)))
             (cond ((and (%same whole start) (%same last first)) #f)
                   ((not (%same (%skip-exponent s last) end)) #f)
                   ((%same exactness 'exact)
                    (let ((x (%parse-decimal s start whole first last)))
                      (and x (signed x))))
                   (else
                    (%flagged ("f64.parse" (%slice s start end)) x (signed x) #f)))))
          (else #f))))

;; The end of an exponent, if there is one.
(define (%skip-exponent s i)
  (if (%exponent? s i)
      (let ((digits (%exponent-digits s (%small+ i 1))))
        (let ((end (%skip-digits s digits 10)))
          (if (%small< digits end) end i)))
      i))

(define (%exponent? s i)
  (let ((c (%char-or-end s i)))
    (or (%same c #\e) (%same c #\E))))

(define (%exponent-digits s i)
  (let ((c (%char-or-end s i)))
    (if (or (%same c #\+) (%same c #\-)) (%small+ i 1) i)))

;; The exact number of a decimal, whose digits before and after the point end at these indices, or
;; #f if it has a power of ten beyond that which literals may have.
(define (%parse-decimal s start whole first last)
  (let* ((above (%parse-digits s start whole 10))
         (below (%parse-digits s first last 10))
         (n (%add (%multiply above (%integer-power 10 (%small- last first))) below))
         (power (%subtract (%parse-exponent s last) (%small- last first))))
    (cond ((%same n 0) 0)
          ((%less 100000 (%abs power)) #f)
          ((%small< power 0) (%divide n (%integer-power 10 (%small- 0 power))))
          (else (%multiply n (%integer-power 10 power))))))

(define (%parse-exponent s i)
  (if (%exponent? s i)
      (let* ((digits (%exponent-digits s (%small+ i 1)))
             (n (%parse-digits s digits (%array-length char s) 10)))
        (if (%same (%char-or-end s (%small+ i 1)) #\-) (%negate n) n))
      0))

;;; Numbers as text.
;;;
;;; A flonum is written with the fewest digits that read back as the same number, in the notation
;;; 123.45 if it lies between 1e-4 and 1e16, and as 1.2345e20 otherwise; infinities and what is not
;;; a number as +inf.0, -inf.0, +nan.0. In a radix other than ten a flonum is the prefix #i and the
;;; exact number.

;; The text of an exact number, and of a flonum in radix ten: a str, not yet a string.
(define (%integer->text n radix)
  (if (%is small n)
      (%prim "i64.to.str" n radix)
      (%prim "big.to.str" n radix)))

(define (%exact->text x radix)
  (if (%ratio? x)
      (%prim "str.concat" (%integer->text (%get 3 1 x) radix)
             (%prim "str.concat" '/ (%integer->text (%get 3 2 x) radix)))
      (%integer->text x radix)))

(define (%flonum->string x radix)
  (cond ((nan? x) (%utf8->string '|+nan.0|))
        ((infinite? x) (%utf8->string (if (< 0.0 x) '|+inf.0| '|-inf.0|)))
        ((%same radix 10) (%lower-exponent (%utf8->string (%prim "f64.fmt" x 3 0))))
        (else
         (let ((sign (if (and (zero? x) (< (/ x) 0.0)) '|#i-| '|#i|)))
           (%utf8->string
            (%prim "str.concat" sign (%exact->text (%flonum->exact x) radix)))))))

;; Writes the exponent of a flonum in lower case.
(define (%lower-exponent string)
  (let next ((i (%array-length char string)))
    (cond ((%same i 0) string)
          ((%same (%array-ref char string (- i 1)) #\E)
           (%array-set char string (- i 1) #\e)
           string)
          (else (next (- i 1))))))

(define (%check-radix who radix)
  (if (if (%is small radix) (<= 2 radix 36) #f)
      radix
      (%wrong-type who "a radix from 2 to 36" radix)))

(define number->string
  (case-lambda
    ((x) (%number->string x 10))
    ((x radix) (%number->string x (%check-radix 'number->string radix)))))

(define (%number->string x radix)
  (if (%is flonum x)
      (%flonum->string x radix)
      (%utf8->string (%exact->text (%number 'number->string x) radix))))

;;; Text as numbers.
;;;
;;; number   ::= prefix* real         at most one radix and one exactness, in any order
;;; prefix   ::= #x #o #d #b | #e #i
;;; real     ::= sign? ureal | sign inf.0 | sign nan.0
;;; ureal    ::= digit+ | digit+ / digit+ | decimal (in radix 10)
;;; decimal  ::= (digit+ | digit+ . digit* | . digit+) (e sign? digit+)?
;;;
;;; A parser of a part takes the string and where the part begins, and gives where it ends.

(define string->number
  (case-lambda
    ((s) (%string->number (%text s) 10))
    ((s radix) (%string->number (%text s) (%check-radix 'string->number radix)))))

(define (%text s)
  (if (%is char s) s (%wrong-type 'string->number "a string" s)))

;; The number that a string denotes, or #f.
(define (%string->number s radix)
  (let next ((i 0) (radix #f) (exactness #f) (default radix))
    (if (%same (%char-at s i) #\#)
        (let ((letter (%char-at s (+ i 1))))
          (cond ((%exactness-of letter)
                 (if exactness #f (next (+ i 2) radix letter default)))
                ((%radix-of letter)
                 (if radix #f (next (+ i 2) (%radix-of letter) exactness default)))
                (else #f)))
        (%parse-real s i (or radix default)
                     (if exactness (%exactness-of exactness) #f)))))

;; The character at an index, or #f at the end.
(define-inline (%char-at s i)
  (if (%index? char s i) (%array-ref char s i) #f))

(define (%exactness-of letter)
  (case letter ((#\e #\E) 'exact) ((#\i #\I) 'inexact) (else #f)))

(define (%radix-of letter)
  (case letter
    ((#\b #\B) 2) ((#\o #\O) 8) ((#\d #\D) 10) ((#\x #\X) 16) (else #f)))

;; The digit that a character is in a radix, or #f.
(define (%digit c radix)
  (let* ((code (if c (%prim "zext.i32.i64" c) 0))
         (digit (cond ((<= 48 code 57) (- code 48))
                      ((<= 65 code 90) (- code 55))
                      ((<= 97 code 122) (- code 87))
                      (else 36))))
    (if (< digit radix) digit #f)))

(define (%skip-digits s i radix)
  (if (%digit (%char-at s i) radix)
      (%skip-digits s (+ i 1) radix)
      i))

;; The str of the characters from one index to another; all are of one byte.
(define (%slice s start end)
  (let ((bytes (%array-new byte (- end start) 0)))
    (let next ((i start))
      (if (< i end)
          (begin
            (%array-set byte bytes (- i start) (%prim "zext.i32.i64" (%array-ref char s i)))
            (next (+ i 1)))
          (%prim "str.of.bytes" bytes 0 (- end start))))))

;; The integer that the digits from one index to another denote.
(define (%parse-digits s start end radix)
  (if (< (- end start) 12)
      (let next ((i start) (n 0))
        (if (< i end)
            (next (+ i 1) (+ (* n radix) (%digit (%array-ref char s i) radix)))
            n))
      (%flagged ("big.parse" (%slice s start end) radix) n n 0)))

(define (%parse-real s start radix exactness)
  (let* ((sign (%char-at s start))
         (signed (or (%same sign #\+) (%same sign #\-)))
         (i (if signed (+ start 1) start))
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
           (let ((c (%array-ref char s i)) (wanted (%get 2 0 word)))
             (or (%same c wanted)
                 (and (not (%digit wanted 11))
                      (%same (%digit c 36) (%digit wanted 36)))))
           (%word? s (+ i 1) (%get 2 1 word)))
      (%same i (%array-length char s))))

(define (%parse-unsigned s start radix exactness negative)
  (let* ((end (%array-length char s))
         (whole (%skip-digits s start radix))
         (signed (lambda (x) (if negative (- x) x)))
         (given (lambda (x)
                  (if (%same exactness 'inexact) (inexact (signed x)) (signed x)))))
    (cond ((and (%same whole end) (< start end))
           (given (%parse-digits s start end radix)))
          ((and (%same (%char-at s whole) #\/) (< start whole))
           (let ((d (if (%same (%skip-digits s (+ whole 1) radix) end)
                        (%parse-digits s (+ whole 1) end radix)
                        0)))
             (if (%same d 0)
                 #f
                 (given (/ (%parse-digits s start whole radix) d)))))
          ((%same radix 10)
           (let* ((point (%same (%char-at s whole) #\.))
                  (first (if point (+ whole 1) whole))
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
      (let ((digits (%exponent-digits s (+ i 1))))
        (let ((end (%skip-digits s digits 10)))
          (if (< digits end) end i)))
      i))

(define (%exponent? s i)
  (let ((c (%char-at s i)))
    (or (%same c #\e) (%same c #\E))))

(define (%exponent-digits s i)
  (let ((c (%char-at s i)))
    (if (or (%same c #\+) (%same c #\-)) (+ i 1) i)))

;; The exact number of a decimal, whose digits before and after the point end at these indices, or
;; #f if it has a power of ten beyond that which literals may have.
(define (%parse-decimal s start whole first last)
  (let* ((above (%parse-digits s start whole 10))
         (below (%parse-digits s first last 10))
         (n (+ (* above (%integer-power 10 (- last first))) below))
         (power (- (%parse-exponent s last) (- last first))))
    (cond ((%same n 0) 0)
          ((< 100000 (abs power)) #f)
          ((< power 0) (/ n (%integer-power 10 (- power))))
          (else (* n (%integer-power 10 power))))))

(define (%parse-exponent s i)
  (if (%exponent? s i)
      (let* ((digits (%exponent-digits s (+ i 1)))
             (n (%parse-digits s digits (%array-length char s) 10)))
        (if (%same (%char-at s (+ i 1)) #\-) (- n) n))
      0))

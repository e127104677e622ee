;;; Characters. Those of ASCII are decided at once, others by the tables of unicode.scm.

(define-inline (char? x) (%is character x))
(define-inline (%char-code c) (%prim "zext.i32.i64" c))
(define-inline (%code->char n) (%prim "trunc.i64.i32" n))
;; True if an integer is one of so many in a row.
(define-inline (%in-row? n from count) (%prim "ult.i64" (%prim "sub.i64" n from) count))

(define (%not-a-char who x) (%wrong-type who "a character" x))
(define (%check-char who x) (unless (char? x) (%not-a-char who x)))
(define (%not-chars who x y) (%not-a-char who (if (char? x) y x)))

(define-inline (char->integer c)
  (if (%is character c) (%char-code c) (%never (%not-a-char 'char->integer c))))
(define-inline (integer->char n)
  (if (and (%is small n) (%in-row? n 0 #xd800)) (%code->char n) (%integer->char n)))
(define (%integer->char n)
  (if (and (%is small n) (%in-row? n #xe000 #x102000))
      (%code->char n)
      (%wrong-type 'integer->char "the number of a character" n)))

;; True if each object compares so with the next one. All are looked at, so that those of a
;; wrong type are found.
(define (%chained? compare x y more)
  (let loop ((truth (compare x y)) (y y) (more more))
    (if (null? more)
        truth
        (loop (and (compare y (car more)) truth) (car more) (cdr more)))))

(define-syntax %define-char-order
  (syntax-rules ()
    ((_ name comparison)
     (define-inline name
       (case-lambda
         ((x y)
          (if (and (%is character x) (%is character y))
              (%prim comparison x y)
              (%never (%not-chars 'name x y))))
         ((x y . more) (%chained? (lambda (x y) (name x y)) x y more)))))))

(%define-char-order char=? "eq.i32")
(%define-char-order char<? "ult.i32")
(%define-char-order char>? "ugt.i32")
(%define-char-order char<=? "ule.i32")
(%define-char-order char>=? "uge.i32")

(define-syntax %define-char-ci-order
  (syntax-rules ()
    ((_ name comparison)
     (define name
       (case-lambda
         ((x y)
          (if (and (%is character x) (%is character y))
              (%prim comparison (%foldcase x) (%foldcase y))
              (%not-chars 'name x y)))
         ((x y . more) (%chained? (lambda (x y) (name x y)) x y more)))))))

(%define-char-ci-order char-ci=? "eq.i32")
(%define-char-ci-order char-ci<? "ult.i32")
(%define-char-ci-order char-ci>? "ugt.i32")
(%define-char-ci-order char-ci<=? "ule.i32")
(%define-char-ci-order char-ci>=? "uge.i32")

;; A table, decoded when it is first needed.
(define-syntax %once
  (syntax-rules ()
    ((_ table decode text)
     (begin
       (unless table (set! table (decode (%numbers text))))
       table))))

;; The numbers of a table: digits in base 26, small letters but for the last one of a number.
(define (%numbers text)
  (let loop ((i 0) (n 0) (numbers '()))
    (if (%same i (%prim "str.len" text))
        (list->vector (reverse numbers))
        (let ((c (%prim "str.get.u" text i)) (next (%small+ i 1)))
          (cond ((%in-row? c 97 26) (loop next (%small+ (%prim "mul.i64" n 26) (%small- c 97)) numbers))
                ((%in-row? c 65 26)
                 (loop next 0 (cons (%small+ (%prim "mul.i64" n 26) (%small- c 65)) numbers)))
                (else (loop next n numbers)))))))

;; Distances to places.
(define (%sums numbers)
  (let loop ((i 0) (at 0))
    (if (%same i (%array-length any numbers))
        numbers
        (let ((at (%small+ at (%array-ref any numbers i))))
          (%array-set any numbers i at)
          (loop (%small+ i 1) at)))))

;; Runs of characters that are mapped alike: the first one, the last one, the distance between
;; them, the distance to what they are mapped to.
(define (%runs numbers)
  (let loop ((i 0) (at 0))
    (if (%same i (%array-length any numbers))
        numbers
        (let* ((first (%small+ at (%array-ref any numbers i)))
               (last (%small+ first (%array-ref any numbers (%small+ i 1))))
               (by (%array-ref any numbers (%small+ i 3)))
               (half (%prim "ashr.i64" by 1)))
          (%array-set any numbers i first)
          (%array-set any numbers (%small+ i 1) last)
          (%array-set any numbers (%small+ i 3)
                       (if (%same (%prim "and.i64" by 1) 1) (%small- -1 half) half))
          (loop (%small+ i 4) last)))))

;; Characters that are mapped to several: each one, and a list of these.
(define (%several numbers)
  (let loop ((i 0) (at 0) (found '()))
    (if (%same i (%array-length any numbers))
        (list->vector (reverse found))
        (let* ((c (%small+ at (%array-ref any numbers i)))
               (start (%small+ i 2))
               (end (%small+ start (%array-ref any numbers (%small+ i 1))))
               (to (map (lambda (n) (%code->char n)) (vector->list numbers start end))))
          (loop end c (cons to (cons c found)))))))

;; The last entry of a table, of this many numbers each, that does not begin after a number; or -1.
(define (%search table width n)
  (let loop ((low 0) (high (%prim "uquotz.i64" (%array-length any table) width)))
    (if (%same low high)
        (%small- low 1)
        (let ((middle (%prim "ashr.i64" (%small+ low high) 1)))
          (if (%small< n (%array-ref any table (%prim "mul.i64" middle width)))
              (loop low middle)
              (loop (%small+ middle 1) high))))))

(define (%within-ranges? table c)
  (%same (%prim "and.i64" (%search table 1 (%char-code c)) 1) 0))

(define (%mapped table c)
  (let* ((n (%char-code c)) (at (%prim "mul.i64" (%search table 4 n) 4)))
    (and (not (%small< at 0))
         (not (%small< (%array-ref any table (%small+ at 1)) n))
         (%same (%prim "uremz.i64" (%small- n (%array-ref any table at)) (%array-ref any table (%small+ at 2))) 0)
         (%code->char (%small+ n (%array-ref any table (%small+ at 3)))))))

;; The characters that a character is mapped to if there are several, else false.
(define (%mapped-several table c)
  (let* ((n (%char-code c)) (at (%prim "mul.i64" (%search table 2 n) 2)))
    (and (not (%small< at 0))
         (%same (%array-ref any table at) n)
         (%array-ref any table (%small+ at 1)))))

(define-inline (%ascii? c) (%small< (%char-code c) 128))
(define-inline (%ascii-upper? c) (%in-row? (%char-code c) 65 26))
(define-inline (%ascii-lower? c) (%in-row? (%char-code c) 97 26))

(define (%upcase c)
  (cond ((%ascii-lower? c) (%code->char (%small- (%char-code c) 32)))
        ((%ascii? c) c)
        (else (or (%mapped (%upcase-data) c) c))))
(define (%downcase c)
  (cond ((%ascii-upper? c) (%code->char (%small+ (%char-code c) 32)))
        ((%ascii? c) c)
        (else (or (%mapped (%downcase-data) c) c))))
;; The table of foldings has those alone that do not lead to the small letter.
(define (%foldcase c)
  (if (%ascii? c) (%downcase c) (or (%mapped (%foldcase-data) c) (%downcase c))))

(define (char-upcase c) (%check-char 'char-upcase c) (%upcase c))
(define (char-downcase c) (%check-char 'char-downcase c) (%downcase c))
(define (char-foldcase c) (%check-char 'char-foldcase c) (%foldcase c))

(define-inline (char-alphabetic? c)
  (if (and (%is character c) (%ascii? c))
      (%in-row? (%prim "or.i64" (%char-code c) 32) 97 26)
      (%char-alphabetic? c)))
(define (%char-alphabetic? c)
  (%check-char 'char-alphabetic? c)
  (%within-ranges? (%alphabetic-data) c))

(define-inline (char-upper-case? c)
  (if (and (%is character c) (%ascii? c)) (%ascii-upper? c) (%char-upper-case? c)))
(define (%char-upper-case? c)
  (%check-char 'char-upper-case? c)
  (%within-ranges? (%upper-case-data) c))

(define-inline (char-lower-case? c)
  (if (and (%is character c) (%ascii? c)) (%ascii-lower? c) (%char-lower-case? c)))
(define (%char-lower-case? c)
  (%check-char 'char-lower-case? c)
  (%within-ranges? (%lower-case-data) c))

(define-inline (char-numeric? c)
  (if (and (%is character c) (%ascii? c)) (%in-row? (%char-code c) 48 10) (%char-numeric? c)))
(define (%char-numeric? c)
  (%check-char 'char-numeric? c)
  (if (%decimal-digit c) #t #f))

(define (digit-value c)
  (%check-char 'digit-value c)
  (if (%ascii? c)
      (and (%in-row? (%char-code c) 48 10) (%small- (%char-code c) 48))
      (%decimal-digit c)))
(define (%decimal-digit c)
  (let* ((table (%digits-data)) (at (%search table 1 (%char-code c))))
    (and (not (%small< at 0))
         (let ((n (%small- (%char-code c) (%array-ref any table at))))
           (and (%small< n 10) n)))))

(define-inline (char-whitespace? c)
  (if (and (%is character c) (%ascii? c))
      (let ((n (%char-code c)))
        (or (%same n 32) (%in-row? n 9 5)))
      (%char-whitespace? c)))
(define (%char-whitespace? c)
  (%check-char 'char-whitespace? c)
  (let ((n (%char-code c)))
    (or (%same n #x85) (%same n #xa0) (%same n #x1680) (%in-row? n #x2000 11) (%in-row? n #x2028 2)
        (%same n #x202f) (%same n #x205f) (%same n #x3000))))

;; True if a letter has a case, and if a character between letters says nothing about words.
(define (%cased? c)
  (or (char-lower-case? c) (char-upper-case? c) (not (%same (%downcase c) c))))
(define (%ignorable? c) (%within-ranges? (%ignorable-data) c))

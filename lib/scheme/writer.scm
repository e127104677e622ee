;;; Values as text.
;;;
;;; Everything here puts text into the buffer of a port. `quoted` says whether strings, characters
;;; and symbols are shown as `write` shows them. `labels` is a table of the objects that get a
;;; label, or #f.

;; The number of objects up to which data are searched for cycles without a table.
(define-inline (%few-objects) 10000)

;; A string is common, and needs little of what follows.
(define-inline display
  (case-lambda
    ((x) (if (%is char x) (%display-string x (%output-port)) (%display x (%output-port))))
    ((x p) (if (%is char x) (%display-string x p) (%display x p)))))

(define (%display-string x p)
  (%check-port 'display p 2)
  (%write-text p x 0 (%array-length char x)))

(define (%display x p)
  (%check-port 'display p 2)
  (cond ((%is char x) (%write-text p x 0 (%array-length char x)))
        ((%is character x) (%write-char x p))
        ((and (%is symbol x) (%port-descriptor p)) (%send p x))
        ((and (%is small x) (%port-descriptor p)) (%send p (%prim "i64.to.str" x 10)))
        (else (%write-datum x p #f))))

(define write
  (case-lambda
    ((x) (write x (%output-port)))
    ((x p) (%check-port 'write p 2) (%write-datum x p #t))))

(define write-simple
  (case-lambda
    ((x) (write-simple x (%output-port)))
    ((x p)
     (%check-port 'write-simple p 2)
     (%check-one-value x)
     (%print x p #t #f)
     (%settle p))))

(define write-shared
  (case-lambda
    ((x) (write-shared x (%output-port)))
    ((x p)
     (%check-port 'write-shared p 2)
     (%check-one-value x)
     (%print x p #t (if (%compound? x) (%shared-objects x) #f))
     (%settle p))))

;; Writes with labels for cycles.
(define (%write-datum x p quoted)
  (%check-one-value x)
  (%print x p quoted (if (%compound? x) (%cyclic-objects x) #f))
  (%settle p))

;; Is it a pair, a vector or a record, whose parts are shown?
(define-inline (%compound? x) (or (%is tuple 2 x) (%compound-other? x)))
(define (%compound-other? x)
  (or (%is any x) (and (%record? x) (pair? (%shown-fields x)))))

(define (%record? x)
  (let ((kind (%prim "any.kind" x)))
    (and (or (%same kind 3) (%same kind 4))
         (not (%is tuple 2 x))
         (not (%continuation? x))
         (not (%ratio? x)))))

;; The names of a record's fields that are shown.
(define (%shown-fields x) (%get 3 2 (%prim "any.first" x)))

;; Calls a procedure with each part of an object.
(define (%each-part x visit)
  (cond ((%is tuple 2 x) (visit (%get 2 0 x)) (visit (%get 2 1 x)))
        ((%is any x)
         (let ((n (%array-length any x)))
           (let loop ((i 0))
             (if (%small< i n)
                 (begin (visit (%array-ref any x i)) (loop (%small+ i 1)))))))
        (else
         (let loop ((i 1) (fields (%shown-fields x)))
           (if (pair? fields)
               (begin
                 (visit (%prim "any.field" x i))
                 (loop (%small+ i 1) (cdr fields))))))))

;; The objects that a cycle leads back to, in a table; #f if there is none. A walk that comes to an
;; end proves that there is none, so that a table is needed for many objects alone.
(define (%cyclic-objects x)
  (define (walk x left)
    (cond ((%same left 0) 0)
          ((%is tuple 2 x) (walk (%get 2 1 x) (walk (%get 2 0 x) (%small- left 1))))
          ((%compound-other? x)
           (let ((left (%small- left 1)))
             (%each-part x (lambda (part) (set! left (walk part left))))
             left))
          (else left)))
  (if (%same (walk x (%few-objects)) 0)
      (%labels x #f)
      #f))

(define (%shared-objects x) (%labels x #t))

;; A table of objects has a vector of keys and values by turns, the number of keys, and the number
;; of labels that are given so far. The value of a key is 1 as long as its parts are looked at, 2
;; then, 3 if it is to get a label, and below 0 for the label -1 - n.
(define (%make-object-table) (%tuple (%array-new any 128 (%special unbound)) 0 0))

;; The place of an object, or of a free entry for it.
(define (%object-place keys x)
  (let ((mask (%small- (%array-length any keys) 2)))
    (let loop ((i (%prim "and.i64" (%prim "shl.i64" (%hash x) 1) mask)))
      (let ((key (%array-ref any keys i)))
        (if (or (%same key x) (%same key (%special unbound)))
            i
            (loop (%prim "and.i64" (%small+ i 2) mask)))))))

;; The value of an object, or 0.
(define (%object-value table x)
  (let* ((keys (%get 3 0 table)) (i (%object-place keys x)))
    (if (%same (%array-ref any keys i) x) (%array-ref any keys (%small+ i 1)) 0)))

(define (%set-object-value table x value)
  (let* ((keys (%get 3 0 table)) (i (%object-place keys x)))
    (if (%same (%array-ref any keys i) x)
        (%array-set any keys (%small+ i 1) value)
        (let ((count (%small+ (%get 3 1 table) 1)))
          (%array-set any keys i x)
          (%array-set any keys (%small+ i 1) value)
          (%set 3 1 table count)
          (if (%small< (%array-length any keys) (%prim "mul.i64" 4 count))
              (%grow-objects table keys))))))

(define (%grow-objects table keys)
  (let* ((n (%array-length any keys)) (new (%array-new any (%small+ n n) (%special unbound))))
    (let loop ((i 0))
      (if (%small< i n)
          (let ((key (%array-ref any keys i)))
            (if (not (%same key (%special unbound)))
                (let ((at (%object-place new key)))
                  (%array-set any new at key)
                  (%array-set any new (%small+ at 1) (%array-ref any keys (%small+ i 1)))))
            (loop (%small+ i 2)))))
    (%set 3 0 table new)))

;; The table of the objects that are met again, anywhere or inside themselves.
(define (%labels x shared)
  (let ((table (%make-object-table)))
    (define (visit x)
      (if (%compound? x)
          (let ((value (%object-value table x)))
            (cond ((%same value 0)
                   (%set-object-value table x 1)
                   (%each-part x visit)
                   (if (%same (%object-value table x) 1) (%set-object-value table x 2)))
                  ((or shared (%same value 1)) (%set-object-value table x 3))))))
    (visit x)
    table))

;; The value of an object that gets a label, or 0.
(define-inline (%label-of x labels) (if labels (%label-in x labels) 0))
(define (%label-in x labels)
  (let ((value (%object-value labels x)))
    (if (or (%same value 1) (%same value 2)) 0 value)))

(define (%print x p quoted labels)
  (cond ((%is small x) (%put-ascii p (%prim "i64.to.str" x 10)))
        ((%is symbol x) (%print-symbol x p quoted))
        ((%is char x) (if quoted (%put-quoted p x #\") (%put-string p x)))
        ((%is tuple 2 x) (%print-labelled x p quoted labels))
        ((%is any x) (%print-labelled x p quoted labels))
        (else
         (let ((kind (%prim "any.kind" x)))
           (cond ((%same kind 1) (%print-immediate x p quoted))
                 ((%same kind 2) (%put-string p "#<procedure>"))
                 ((or (%same kind 3) (%same kind 4)) (%print-tuple x p quoted labels))
                 ((%same kind 5) (%print-bytes x p))
                 (else (%put-string p (number->string x))))))))

(define (%print-immediate x p quoted)
  (cond ((%is character x) (if quoted (%print-character x p) (%put-char p x)))
        ((%same x #t) (%put-string p "#t"))
        ((%same x #f) (%put-string p "#f"))
        ((%same x '()) (%put-string p "()"))
        ((%same x (%special eof)) (%put-string p "#<eof>"))
        ((%same x (%special unspecified)) (%put-string p "#<unspecified>"))
        (else (%put-string p "#<unbound>"))))

(define (%print-bytes x p)
  (let ((n (%array-length byte x)))
    (%put-string p "#u8(")
    (let loop ((i 0))
      (if (%small< i n)
          (begin
            (if (%small< 0 i) (%put-char p #\space))
            (%put-ascii p (%prim "i64.to.str" (%array-ref byte x i) 10))
            (loop (%small+ i 1)))))
    (%put-char p #\))))

;; Prints a compound object: as a reference to its label, or behind it.
(define (%print-labelled x p quoted labels)
  (let ((value (%label-of x labels)))
    (if (%small< value 0)
        (%put-label p (%small- -1 value) #\#)
        (begin
          (if (%small< 0 value)
              (let ((n (%get 3 2 labels)))
                (%set 3 2 labels (%small+ n 1))
                (%set-object-value labels x (%small- -1 n))
                (%put-label p n #\=)))
          (cond ((%is tuple 2 x) (%print-pair x p quoted labels))
                ((%is any x) (%print-vector x p quoted labels))
                (else (%print-record x p quoted labels)))))))

(define (%put-label p n mark)
  (%put-char p #\#)
  (%put-ascii p (%prim "i64.to.str" n 10))
  (%put-char p mark))

(define (%print-pair x p quoted labels)
  (%put-char p #\()
  (%print (%get 2 0 x) p quoted labels)
  (%print-tail (%get 2 1 x) p quoted labels))

(define (%print-tail x p quoted labels)
  (cond ((%same x '()) (%put-char p #\)))
        ((and (%is tuple 2 x) (%same (%label-of x labels) 0))
         (%put-char p #\space)
         (%print (%get 2 0 x) p quoted labels)
         (%print-tail (%get 2 1 x) p quoted labels))
        (else
         (%put-string p " . ")
         (%print x p quoted labels)
         (%put-char p #\)))))

(define (%print-vector x p quoted labels)
  (let ((n (%array-length any x)))
    (%put-string p "#(")
    (let loop ((i 0))
      (if (%small< i n)
          (begin
            (if (%small< 0 i) (%put-char p #\space))
            (%print (%array-ref any x i) p quoted labels)
            (loop (%small+ i 1)))))
    (%put-char p #\))))

(define (%print-tuple x p quoted labels)
  (let ((type (%prim "any.first" x)))
    (cond ((%ratio? x) (%put-string p (number->string x)))
          ((%continuation? x) (%put-string p "#<continuation>"))
          ((%same type %procedure-type)
           (%put-string p "#<procedure ")
           (%print (%get 4 2 x) p #f #f)
           (%put-char p #\>))
          ((error-object? x)
           (%put-string p "#<error ")
           (%print (error-object-message x) p #t #f)
           (%put-irritants p (error-object-irritants x))
           (%put-char p #\>))
          (else (%print-labelled x p quoted labels)))))

(define (%print-record x p quoted labels)
  (let ((type (%prim "any.first" x)))
    (%put-string p "#<")
    (%put-type-name p (symbol->string (%get 3 1 type)))
    (let loop ((i 1) (fields (%shown-fields x)))
      (if (pair? fields)
          (begin
            (%put-char p #\space)
            (%print-symbol (car fields) p quoted)
            (%put-string p ": ")
            (%print (%prim "any.field" x i) p quoted labels)
            (loop (%small+ i 1) (cdr fields)))))
    (%put-char p #\>)))

;; The name of a type, without the brackets that some have around it.
(define (%put-type-name p name)
  (let ((last (%small- (%array-length char name) 1)))
    (if (and (%small< 1 last)
             (%same (%array-ref char name 0) #\<)
             (%same (%array-ref char name last) #\>))
        (%put-text p name 1 last)
        (%put-string p name))))

;; Characters, strings and symbols.

(define (%print-character c p)
  (%put-string p "#\\")
  (let ((name (%character-name c)))
    (cond (name (%put-string p name))
          ((%printable? c) (%put-char p c))
          (else (%put-char p #\x) (%put-ascii p (%prim "i64.to.str" (%char-code c) 16))))))

(define (%character-name c)
  (cond ((%same c #\space) "space")
        ((%same c #\newline) "newline")
        ((%same c #\tab) "tab")
        ((%same c #\return) "return")
        ((%same c #\null) "null")
        ((%same c #\alarm) "alarm")
        ((%same c #\backspace) "backspace")
        ((%same c #\delete) "delete")
        ((%same c #\escape) "escape")
        (else #f)))

(define (%white-space? c)
  (let ((n (%char-code c)))
    (if (%small< n #x80)
        (or (%same n 32) (and (%small< 8 n) (%small< n 14)))
        (or (%same n #x85) (%same n #xa0) (%same n #x1680)
            (and (%small< #x1fff n) (%small< n #x200b))
            (%same n #x2028) (%same n #x2029) (%same n #x202f) (%same n #x205f)
            (%same n #x3000)))))

(define (%control? c)
  (let ((n (%char-code c)))
    (or (%small< n 32) (and (%small< 126 n) (%small< n 160)))))

(define (%printable? c)
  (or (%same c #\space) (not (or (%white-space? c) (%control? c)))))

(define (%put-quoted p text quote)
  (let ((n (%array-length char text)))
    (%put-char p quote)
    (let loop ((i 0))
      (if (%small< i n)
          (begin
            (%put-escaped p (%array-ref char text i) quote)
            (loop (%small+ i 1)))))
    (%put-char p quote)))

(define (%put-escaped p c quote)
  (cond ((or (%same c quote) (%same c #\\)) (%put-char p #\\) (%put-char p c))
        ((%printable? c) (%put-char p c))
        ((%same c #\newline) (%put-string p "\\n"))
        ((%same c #\tab) (%put-string p "\\t"))
        ((%same c #\return) (%put-string p "\\r"))
        ((%same c #\alarm) (%put-string p "\\a"))
        ((%same c #\backspace) (%put-string p "\\b"))
        (else
         (%put-string p "\\x")
         (%put-ascii p (%prim "i64.to.str" (%char-code c) 16))
         (%put-char p #\;))))

(define (%print-symbol x p quoted)
  (let ((name (symbol->string x)))
    (if (or (not quoted) (%plain-name? name))
        (%put-string p name)
        (%put-quoted p name #\|))))

;; May a symbol stand without bars?
(define (%plain-name? name)
  (let ((n (%array-length char name)))
    (let loop ((i 0))
      (if (%small< i n)
          (and (%name-character? (%array-ref char name i)) (loop (%small+ i 1)))
          (not (%like-number? name n))))))

;; Does text look like a number or a dot, or is it empty?
(define (%like-number? name n)
  (define (at i) (if (%small< i n) (%array-ref char name i) #\x))
  (let* ((first (at 0))
         (signed (or (%same first #\+) (%same first #\-)))
         (i (if signed 1 0))
         (c (at i)))
    (cond ((%same n 0) #t)
          ((%digit? c) #t)
          ((%same c #\.) (or (%digit? (at (%small+ i 1))) (%same n 1)))
          (signed (%special-number? name))
          (else #f))))

(define (%special-number? name)
  (or (%spells? name "+inf.0") (%spells? name "-inf.0")
      (%spells? name "+nan.0") (%spells? name "-nan.0")
      (%spells? name "+i") (%spells? name "-i")))

;; Is it this text, which has no capitals, if case does not matter?
(define (%spells? name text)
  (let ((n (%array-length char text)))
    (and (%same n (%array-length char name))
         (let loop ((i 0))
           (or (%same i n)
               (and (%same (%prim "or.i64" 32 (%char-code (%array-ref char name i)))
                           (%char-code (%array-ref char text i)))
                    (loop (%small+ i 1))))))))

(define (%digit? c)
  (let ((n (%char-code c))) (and (%small< 47 n) (%small< n 58))))

(define (%name-character? c)
  (let ((n (%char-code c)))
    (cond ((%small< 127 n)
           (not (or (%white-space? c) (%control? c) (%in-ranges? c (%refused-in-names)))))
          ((%small< 96 n) (or (%small< n 123) (%same c #\~)))
          (else
           (and (%small< 32 n)
                (not (%in-ranges? c "\"#'),,;;[]``")))))))

;; Is a character in one of the ranges that a string lists, the first and last of each?
(define (%in-ranges? c ranges)
  (let ((n (%array-length char ranges)) (code (%char-code c)))
    (let loop ((i 0))
      (and (%small< i n)
           (not (%small< code (%char-code (%array-ref char ranges i))))
           (or (not (%small< (%char-code (%array-ref char ranges (%small+ i 1))) code))
               (loop (%small+ i 2)))))))

;; The characters beyond ASCII that a name has between bars alone: format characters, brackets,
;; quotation marks. The reader of programs has the same.
(define (%refused-in-names)
  "\
   \xab;\xab;\xad;\xad;\xbb;\xbb;\x600;\x605;\x61c;\x61c;\x6dd;\x6dd;\x70f;\x70f;\x890;\x891;\
   \x8e2;\x8e2;\xf3a;\xf3d;\x169b;\x169c;\x180e;\x180e;\x200b;\x200b;\x200e;\x200f;\
   \x2018;\x201f;\x202a;\x202e;\x2039;\x203a;\x2045;\x2046;\x2060;\x2064;\x2066;\x206f;\
   \x207d;\x207e;\x208d;\x208e;\x2308;\x230b;\x2329;\x232a;\x2768;\x2775;\x27c5;\x27c6;\
   \x27e6;\x27ef;\x2983;\x2998;\x29d8;\x29db;\x29fc;\x29fd;\x2e02;\x2e05;\x2e09;\x2e0a;\
   \x2e0c;\x2e0d;\x2e1c;\x2e1d;\x2e20;\x2e29;\x2e42;\x2e42;\x2e55;\x2e5c;\x3008;\x3011;\
   \x3014;\x301b;\x301d;\x301f;\xfd3e;\xfd3f;\xfe17;\xfe18;\xfe35;\xfe44;\xfe47;\xfe48;\
   \xfe59;\xfe5e;\xfeff;\xfeff;\xff08;\xff09;\xff3b;\xff3b;\xff3d;\xff3d;\xff5b;\xff5b;\
   \xff5d;\xff5d;\xff5f;\xff60;\xff62;\xff63;\xfff9;\xfffb;\x110bd;\x110bd;\x110cd;\x110cd;\
   \x13430;\x13438;\x1bca0;\x1bca3;\x1d173;\x1d17a;\xe0001;\xe0001;\xe0020;\xe007f;")

;; Puts what an error is about, each with labels of its own.
(define (%put-irritants p irritants)
  (if (pair? irritants)
      (let ((x (car irritants)))
        (%put-char p #\space)
        (%print x p #t (if (%compound? x) (%cyclic-objects x) #f))
        (%put-irritants p (cdr irritants)))))

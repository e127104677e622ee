;;; Symbols, and text in UTF-8.

;; The character beyond ASCII at an index of a text of this length: its code times 8, and the
;; number of its bytes. Bytes that are no character are U+FFFD: as many of them as some character
;; begins with, or one.
(define (%decode-utf8 text i n)
  (let* ((first (%prim "str.get.u" text i)) (count (%sequence-length first)))
    (let loop ((at 1) (code (%prim "and.i64" first (%prim "lshr.i64" #x7f count))))
      (if (%same at count)
          (%small+ (%prim "shl.i64" code 3) count)
          (let ((byte (if (and (%small< (%small+ i at) n) (%small< 0 count))
                          (%prim "str.get.u" text (%small+ i at))
                          0)))
            (if (%continues? first at byte)
                (loop (%small+ at 1)
                      (%small+ (%prim "shl.i64" code 6) (%prim "and.i64" byte 63)))
                (%small+ (%prim "shl.i64" #xfffd 3) at)))))))

;; The number of bytes of a character beyond ASCII, by the first; 0 if none begins with it.
(define (%sequence-length first)
  (cond ((%small< first #xc2) 0)
        ((%small< first #xe0) 2)
        ((%small< first #xf0) 3)
        ((%small< first #xf5) 4)
        (else 0)))

;; Is a byte right at this place behind the first? The second must not make a character that
;; needs fewer bytes, a surrogate, or a number beyond Unicode.
(define (%continues? first at byte)
  (and (%same (%prim "and.i64" byte #xc0) #x80)
       (not (and (%same at 1)
                 (cond ((%same first #xe0) (%small< byte #xa0))
                       ((%same first #xed) (%small< #x9f byte))
                       ((%same first #xf0) (%small< byte #x90))
                       ((%same first #xf4) (%small< #x8f byte))
                       (else #f))))))

;; The number of characters of a text.
(define (%count-characters text n)
  (let loop ((i 0) (count 0))
    (cond ((%same i n) count)
          ((%small< (%prim "str.get.u" text i) 128) (loop (%small+ i 1) (%small+ count 1)))
          (else (loop (%small+ i (%prim "and.i64" (%decode-utf8 text i n) 7)) (%small+ count 1))))))

;; The string of a text. Strings in programs are made so before any variable has a value.
(define (%utf8->string text)
  (let* ((n (%prim "str.len" text)) (s (%new-string (%count-characters text n))))
    (let loop ((i 0) (at 0))
      (if (%same i n)
          s
          (let ((byte (%prim "str.get.u" text i)))
            (if (%small< byte 128)
                (begin
                  (%array-set char s at (%code->char byte))
                  (loop (%small+ i 1) (%small+ at 1)))
                (let ((found (%decode-utf8 text i n)))
                  (%array-set char s at (%code->char (%prim "lshr.i64" found 3)))
                  (loop (%small+ i (%prim "and.i64" found 7)) (%small+ at 1)))))))))

;; The number of bytes that a character takes, and a part of a string.
(define (%utf8-length n)
  (cond ((%small< n #x80) 1) ((%small< n #x800) 2) ((%small< n #x10000) 3) (else 4)))
(define (%count-bytes s start end)
  (let loop ((i start) (count 0))
    (if (%same i end)
        count
        (loop (%small+ i 1) (%small+ count (%utf8-length (%char-code (%nth-char s i))))))))

;; The bytes of a part of a string.
(define (%string->bytes s start end)
  (let ((bytes (%array-new byte (%count-bytes s start end) 0)))
    (let loop ((i start) (at 0))
      (if (%same i end)
          bytes
          (let* ((n (%char-code (%nth-char s i))) (count (%utf8-length n)))
            (if (%same count 1)
                (%array-set byte bytes at n)
                (%encode-utf8 bytes at n count))
            (loop (%small+ i 1) (%small+ at count)))))))

;; Puts a character of several bytes, the last first.
(define (%encode-utf8 bytes at n count)
  (let loop ((i (%small- count 1)) (n n))
    (if (%same i 0)
        (%array-set byte bytes at
                    (%prim "or.i64" n (%prim "shl.i64" #xf0 (%small- 4 count))))
        (begin
          (%array-set byte bytes (%small+ at i)
                      (%small+ #x80 (%prim "and.i64" n 63)))
          (loop (%small- i 1) (%prim "lshr.i64" n 6))))))

;; The text of a string or of a part of it.
(define %string->utf8
  (case-lambda
    ((s) (%string->utf8 s 0 (%length s)))
    ((s start end)
     (let ((bytes (%string->bytes s start end)))
       (%prim "str.of.bytes" bytes 0 (%array-length byte bytes))))))

(define string->utf8
  (case-lambda
    ((s) (%check-string 'string->utf8 s) (%string->bytes s 0 (%length s)))
    ((s start) (%check-string 'string->utf8 s) (string->utf8 s start (%length s)))
    ((s start end)
     (%check-string 'string->utf8 s)
     (%check-range 'string->utf8 (%length s) start end)
     (%string->bytes s start end))))

(define utf8->string
  (case-lambda
    ((v) (%check-bytevector 'utf8->string v) (utf8->string v 0 (%array-length byte v)))
    ((v start) (%check-bytevector 'utf8->string v) (utf8->string v start (%array-length byte v)))
    ((v start end)
     (%check-bytevector 'utf8->string v)
     (%check-range 'utf8->string (%array-length byte v) start end)
     (%utf8->string (%prim "str.of.bytes" v start (%small- end start))))))

(define (symbol->string x)
  (if (symbol? x) (%utf8->string x) (%wrong-type 'symbol->string "a symbol" x)))

(define (string->symbol s)
  (%check-string 'string->symbol s)
  (%intern (%string->utf8 s)))

;; The symbols by their names: a vector of symbols and false, at least a third of them false;
;; or false as long as nobody asks for a symbol by its name.
(define %symbols #f)
(define %symbol-count 0)

;; The symbol of a name.
(define (%intern name)
  (unless %symbols
    (set! %symbols (%array-new any 256 #f))
    (let loop ((symbols (%literals)))
      (unless (null? symbols)
        (%intern-new (car symbols))
        (loop (cdr symbols)))))
  (%intern-new name))

(define (%intern-new name)
  (let ((i (%symbol-index %symbols name)))
    (or (%array-ref any %symbols i)
        (let ((count (%small+ %symbol-count 1)))
          (%array-set any %symbols i name)
          (set! %symbol-count count)
          (when (%small< (%array-length any %symbols) (%small+ count (%prim "lshr.i64" count 1)))
            (%grow-symbols))
          name))))

;; The index of a name among symbols, or of the place where it belongs.
(define (%symbol-index symbols name)
  (let ((mask (%small- (%array-length any symbols) 1)))
    (let loop ((i (%prim "and.i64" (%prim "str.hash" name) mask)))
      (let ((found (%array-ref any symbols i)))
        (if (and found (not (%prim "str.eq" found name)))
            (loop (%prim "and.i64" (%small+ i 1) mask))
            i)))))

(define (%grow-symbols)
  (let* ((n (%array-length any %symbols)) (grown (%array-new any (%small+ n n) #f)))
    (let loop ((i 0))
      (if (%same i n)
          (set! %symbols grown)
          (let ((name (%array-ref any %symbols i)))
            (when name (%array-set any grown (%symbol-index grown name) name))
            (loop (%small+ i 1)))))))

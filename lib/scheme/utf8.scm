;;; Symbols, and text in UTF-8.

;; The character at an index of a text of this length: its code times 8, and the number of its
;; bytes. Bytes that are no character are U+FFFD: as many of them as some character begins with,
;; or one.
(define (%decode-utf8 text i n)
  (define (continued? i from to)
    (and (%small< i n)
         (let ((byte (%prim "str.get.u" text i)))
           (and (not (%small< byte from)) (not (%small< to byte))))))
  (define (bits i) (%prim "and.i64" (%prim "str.get.u" text i) 63))
  (define (result code count) (%small+ (%prim "shl.i64" code 3) count))
  (define (wrong count) (result #xfffd count))
  (define (two first) (%small+ (%prim "shl.i64" first 6) (bits (%small+ i 1))))
  (define (three first) (%small+ (%prim "shl.i64" (two first) 6) (bits (%small+ i 2))))
  (define (four first) (%small+ (%prim "shl.i64" (three first) 6) (bits (%small+ i 3))))
  (let ((byte (%prim "str.get.u" text i)))
    (cond ((%small< byte #x80) (result byte 1))
          ((%small< byte #xc2) (wrong 1))
          ((%small< byte #xe0)
           (if (continued? (%small+ i 1) #x80 #xbf) (result (two (%small- byte #xc0)) 2) (wrong 1)))
          ((%small< byte #xf0)
           (cond ((not (continued? (%small+ i 1)
                                   (if (%same byte #xe0) #xa0 #x80)
                                   (if (%same byte #xed) #x9f #xbf)))
                  (wrong 1))
                 ((continued? (%small+ i 2) #x80 #xbf) (result (three (%small- byte #xe0)) 3))
                 (else (wrong 2))))
          ((%small< byte #xf5)
           (cond ((not (continued? (%small+ i 1)
                                   (if (%same byte #xf0) #x90 #x80)
                                   (if (%same byte #xf4) #x8f #xbf)))
                  (wrong 1))
                 ((not (continued? (%small+ i 2) #x80 #xbf)) (wrong 2))
                 ((continued? (%small+ i 3) #x80 #xbf) (result (four (%small- byte #xf0)) 4))
                 (else (wrong 3))))
          (else (wrong 1)))))

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

;; The number of bytes that a part of a string takes.
(define (%count-bytes s start end)
  (let loop ((i start) (count 0))
    (if (%same i end)
        count
        (let ((n (%char-code (%nth-char s i))))
          (loop (%small+ i 1)
                (%small+ count (cond ((%small< n #x80) 1) ((%small< n #x800) 2) ((%small< n #x10000) 3) (else 4))))))))

;; The bytes of a part of a string.
(define (%string->bytes s start end)
  (let ((bytes (%array-new byte (%count-bytes s start end) 0)))
    (define (put at byte) (%array-set byte bytes at byte))
    (define (more n shift) (%small+ #x80 (%prim "and.i64" (%prim "lshr.i64" n shift) 63)))
    (let loop ((i start) (at 0))
      (if (%same i end)
          bytes
          (let ((n (%char-code (%nth-char s i))) (next (%small+ i 1)))
            (cond ((%small< n #x80)
                   (put at n)
                   (loop next (%small+ at 1)))
                  ((%small< n #x800)
                   (put at (%small+ #xc0 (%prim "lshr.i64" n 6)))
                   (put (%small+ at 1) (more n 0))
                   (loop next (%small+ at 2)))
                  ((%small< n #x10000)
                   (put at (%small+ #xe0 (%prim "lshr.i64" n 12)))
                   (put (%small+ at 1) (more n 6))
                   (put (%small+ at 2) (more n 0))
                   (loop next (%small+ at 3)))
                  (else
                   (put at (%small+ #xf0 (%prim "lshr.i64" n 18)))
                   (put (%small+ at 1) (more n 12))
                   (put (%small+ at 2) (more n 6))
                   (put (%small+ at 3) (more n 0))
                   (loop next (%small+ at 4)))))))))

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

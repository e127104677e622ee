;;; Symbols, and text in UTF-8.

;; The character at an index of a text of this length: its code times 8, and the number of its
;; bytes. Bytes that are no character are U+FFFD: as many of them as some character begins with,
;; or one.
(define (%decode text i n)
  (define (continued? i from to)
    (and (%i< i n)
         (let ((byte (%prim "str.get.u" text i)))
           (and (not (%i< byte from)) (not (%i< to byte))))))
  (define (bits i) (%prim "and.i64" (%prim "str.get.u" text i) 63))
  (define (result code count) (%i+ (%prim "shl.i64" code 3) count))
  (define (wrong count) (result #xfffd count))
  (define (two first) (%i+ (%prim "shl.i64" first 6) (bits (%i+ i 1))))
  (define (three first) (%i+ (%prim "shl.i64" (two first) 6) (bits (%i+ i 2))))
  (define (four first) (%i+ (%prim "shl.i64" (three first) 6) (bits (%i+ i 3))))
  (let ((byte (%prim "str.get.u" text i)))
    (cond ((%i< byte #x80) (result byte 1))
          ((%i< byte #xc2) (wrong 1))
          ((%i< byte #xe0)
           (if (continued? (%i+ i 1) #x80 #xbf) (result (two (%i- byte #xc0)) 2) (wrong 1)))
          ((%i< byte #xf0)
           (cond ((not (continued? (%i+ i 1)
                                   (if (%i= byte #xe0) #xa0 #x80)
                                   (if (%i= byte #xed) #x9f #xbf)))
                  (wrong 1))
                 ((continued? (%i+ i 2) #x80 #xbf) (result (three (%i- byte #xe0)) 3))
                 (else (wrong 2))))
          ((%i< byte #xf5)
           (cond ((not (continued? (%i+ i 1)
                                   (if (%i= byte #xf0) #x90 #x80)
                                   (if (%i= byte #xf4) #x8f #xbf)))
                  (wrong 1))
                 ((not (continued? (%i+ i 2) #x80 #xbf)) (wrong 2))
                 ((continued? (%i+ i 3) #x80 #xbf) (result (four (%i- byte #xf0)) 4))
                 (else (wrong 3))))
          (else (wrong 1)))))

;; The number of characters of a text.
(define (%count-characters text n)
  (let loop ((i 0) (count 0))
    (cond ((%i= i n) count)
          ((%i< (%prim "str.get.u" text i) 128) (loop (%i+ i 1) (%i+ count 1)))
          (else (loop (%i+ i (%prim "and.i64" (%decode text i n) 7)) (%i+ count 1))))))

;; The string of a text. Strings in programs are made so before any variable has a value.
(define (%utf8->string text)
  (let* ((n (%prim "str.len" text)) (s (%new-string (%count-characters text n))))
    (let loop ((i 0) (at 0))
      (if (%i= i n)
          s
          (let ((byte (%prim "str.get.u" text i)))
            (if (%i< byte 128)
                (begin
                  (%array-set char s at (%character byte))
                  (loop (%i+ i 1) (%i+ at 1)))
                (let ((found (%decode text i n)))
                  (%array-set char s at (%character (%prim "lshr.i64" found 3)))
                  (loop (%i+ i (%prim "and.i64" found 7)) (%i+ at 1)))))))))

;; The number of bytes that a part of a string takes.
(define (%count-bytes s start end)
  (let loop ((i start) (count 0))
    (if (%i= i end)
        count
        (let ((n (%code (%char-at s i))))
          (loop (%i+ i 1)
                (%i+ count (cond ((%i< n #x80) 1) ((%i< n #x800) 2) ((%i< n #x10000) 3) (else 4))))))))

;; The bytes of a part of a string.
(define (%string->bytes s start end)
  (let ((bytes (%array-new byte (%count-bytes s start end) 0)))
    (define (put at byte) (%array-set byte bytes at byte))
    (define (more n shift) (%i+ #x80 (%prim "and.i64" (%prim "lshr.i64" n shift) 63)))
    (let loop ((i start) (at 0))
      (if (%i= i end)
          bytes
          (let ((n (%code (%char-at s i))) (next (%i+ i 1)))
            (cond ((%i< n #x80)
                   (put at n)
                   (loop next (%i+ at 1)))
                  ((%i< n #x800)
                   (put at (%i+ #xc0 (%prim "lshr.i64" n 6)))
                   (put (%i+ at 1) (more n 0))
                   (loop next (%i+ at 2)))
                  ((%i< n #x10000)
                   (put at (%i+ #xe0 (%prim "lshr.i64" n 12)))
                   (put (%i+ at 1) (more n 6))
                   (put (%i+ at 2) (more n 0))
                   (loop next (%i+ at 3)))
                  (else
                   (put at (%i+ #xf0 (%prim "lshr.i64" n 18)))
                   (put (%i+ at 1) (more n 12))
                   (put (%i+ at 2) (more n 6))
                   (put (%i+ at 3) (more n 0))
                   (loop next (%i+ at 4)))))))))

;; The text of a part of a string.
(define (%string->utf8 s start end)
  (let ((bytes (%string->bytes s start end)))
    (%prim "str.of.bytes" bytes 0 (%array-length byte bytes))))

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
     (%utf8->string (%prim "str.of.bytes" v start (%i- end start))))))

(define-inline (symbol? x) (%is symbol x))
(define (%not-a-symbol who x) (%wrong-type who "a symbol" x))

(define symbol=?
  (case-lambda
    ((x y)
     (cond ((not (symbol? x)) (%not-a-symbol 'symbol=? x))
           ((not (symbol? y)) (%not-a-symbol 'symbol=? y))
           (else (%same x y))))
    ((x y . more) (%chain (lambda (x y) (symbol=? x y)) x y more))))

(define (symbol->string x)
  (if (symbol? x) (%utf8->string x) (%not-a-symbol 'symbol->string x)))

(define (string->symbol s)
  (%check-string 'string->symbol s)
  (%intern (%string->utf8 s 0 (%length s))))

;; The symbols by their names: a vector of symbols and false, at least a third of them false.
(define %symbols (%array-new any 256 #f))
(define %symbol-count 0)

;; The index of a name among symbols, or of the place where it belongs.
(define (%symbol-index symbols name)
  (let ((mask (%i- (%array-length any symbols) 1)))
    (let loop ((i (%prim "and.i64" (%prim "str.hash" name) mask)))
      (let ((found (%array-ref any symbols i)))
        (if (and found (not (%prim "str.eq" found name)))
            (loop (%prim "and.i64" (%i+ i 1) mask))
            i)))))

;; The symbol of a name.
(define (%intern name)
  (let* ((i (%symbol-index %symbols name)) (found (%array-ref any %symbols i)))
    (or found
        (begin
          (%array-set any %symbols i name)
          (set! %symbol-count (%i+ %symbol-count 1))
          (when (%i< (%array-length any %symbols)
                     (%i+ %symbol-count (%prim "lshr.i64" %symbol-count 1)))
            (%grow-symbols))
          name))))

(define (%grow-symbols)
  (let* ((n (%array-length any %symbols)) (grown (%array-new any (%i+ n n) #f)))
    (let loop ((i 0))
      (if (%i= i n)
          (set! %symbols grown)
          (let ((name (%array-ref any %symbols i)))
            (when name (%array-set any grown (%symbol-index grown name) name))
            (loop (%i+ i 1)))))))

;; Makes names that the program has as symbols the symbols of these names.
(define (%intern-literals names)
  (unless (null? names)
    (%intern (car names))
    (%intern-literals (cdr names))))

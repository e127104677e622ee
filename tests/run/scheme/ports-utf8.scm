;; Text in files is UTF-8; bytes that are not are replaced; characters across the ends of buffers.
(define name "ports-utf8.scratch")
(define (show x) (write x) (newline))
(define (bytes->file bytes)
  (call-with-port (open-binary-output-file name) (lambda (p) (write-bytevector bytes p))))
(define (file->string) (call-with-input-file name (lambda (p) (read-string 1000000 p))))
(define (file->codes) (map char->integer (string->list (file->string))))

(call-with-output-file name (lambda (p) (write-string "aλ→😀z" p) (write-char #\é p)))
(show (call-with-port (open-binary-input-file name) (lambda (p) (read-bytevector 100 p))))
(show (file->string))
(for-each
  (lambda (bytes) (bytes->file bytes) (show (file->codes)))
  '(#u8(65 255 66) #u8(#xc3) #u8(#xc3 65) #u8(#xe2 #x86) #u8(#xe2 #x86 65) #u8(#xf0 #x9f #x98)
    #u8(#xc0 #x80) #u8(#xe0 #x80 #x80) #u8(#xed #xa0 #x80) #u8(#xf4 #x90 #x80 #x80) #u8(#xf5 65)
    #u8(#x80 #xbf) #u8(#xf0 #x9f 65 #xce #xbb) #u8(#xef #xbf #xbd)))
(bytes->file #u8())
(show (file->string))

;; More than a buffer, of characters of one to four bytes.
(define long (let ((p (open-output-string)))
               (do ((i 0 (+ i 1))) ((= i 2000) (get-output-string p))
                 (write-string "aλ→😀" p))))
(for-each
  (lambda (before)
    (call-with-output-file name (lambda (p) (display before p) (display long p)))
    (show (string=? (string-append before long) (file->string))))
  '("" "x" "xy" "xyz"))
(show (call-with-input-file name
        (lambda (p)
          (let loop ((n 0) (c (read-char p)))
            (if (eof-object? c) n (loop (if (char=? c #\😀) (+ n 1) n) (read-char p)))))))

;; Lines longer than a buffer, and the three ends of a line.
(call-with-output-file name
  (lambda (p)
    (display (make-string 10000 #\x) p)
    (newline p)
    (display "one\rtwo\r\nthree\n\nfour" p)))
(call-with-input-file name
  (lambda (p)
    (show (string-length (read-line p)))
    (let loop ((line (read-line p)))
      (unless (eof-object? line)
        (show line)
        (loop (read-line p))))))

;; Bytes in blocks.
(define big (make-bytevector 10000 7))
(bytevector-u8-set! big 9999 8)
(bytes->file big)
(call-with-port (open-binary-input-file name)
  (lambda (p)
    (show (u8-ready? p))
    (show (bytevector-length (read-bytevector 5000 p)))
    (show (peek-u8 p))
    (define rest (make-bytevector 6000 0))
    (show (read-bytevector! rest p 10))
    (show (list (bytevector-u8-ref rest 9) (bytevector-u8-ref rest 10) (bytevector-u8-ref rest 5009)
                (bytevector-u8-ref rest 5010)))
    (show (read-u8 p))
    (show (read-bytevector! rest p))))
(delete-file name)
(show (file-exists? name))

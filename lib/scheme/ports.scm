;;; Ports.
;;;
;;; A port is a record of ten fields:
;;;   0 its type
;;;   1 state       0 text in, 1 bytes in, 2 text out, 3 bytes out; 4 more once it is closed
;;;   2 buffer      a string or a bytevector
;;;   3 position    the place in the buffer of the next element, to be taken or put
;;;   4 end         the end of what can be taken from the buffer
;;;   5 descriptor  the system's number for a file; #f for a string or bytevector
;;;   6 name        the name of the file, for messages
;;;   7 bytes       what a text is decoded from, as it came from the file
;;;   8 rest        how many bytes at their front are the beginning of a character
;;;   9 folds       true if `read` is to fold case
;;; Output to files is kept back by the runtime alone, which writes it however the program ends:
;;; the buffer of such a port is empty whenever a procedure of the user runs.

(define %port-type (%make-record-type 'port '()))

(define-inline (%port-state p) (%get 10 1 p))
(define-inline (%port-buffer p) (%get 10 2 p))
(define-inline (%port-position p) (%get 10 3 p))
(define-inline (%port-end p) (%get 10 4 p))
(define-inline (%port-descriptor p) (%get 10 5 p))
(define-inline (%port-name p) (%get 10 6 p))
(define-inline (%set-port-position p i) (%set 10 3 p i))

(define-inline (%port? x) (and (%is tuple 10 x) (%same (%get 10 0 x) %port-type)))
(define-inline (%open-port? x state) (and (%port? x) (%same (%port-state x) state)))

(define (%make-port state buffer end descriptor name)
  (%tuple %port-type state buffer 0 end descriptor name #f 0 #f))

(define %standard-input
  (%make-port 0 (%array-new char 0 #\x0) 0 0 "standard input"))
(define %standard-output
  (%make-port 2 (%array-new char 256 #\x0) 0 1 "standard output"))
(define %standard-error
  (%make-port 2 (%array-new char 256 #\x0) 0 2 "standard error"))

(define current-input-port (%make-parameter %standard-input #f))
(define current-output-port (%make-parameter %standard-output #f))
(define current-error-port (%make-parameter %standard-error #f))

;; The values of these parameters.
(define (%input-port) (%parameter-value (%get 4 3 current-input-port)))
(define (%output-port) (%parameter-value (%get 4 3 current-output-port)))

(define (%port-kind-text state)
  (cond ((%same state 0) "a textual input port")
        ((%same state 1) "a binary input port")
        ((%same state 2) "a textual output port")
        (else "a binary output port")))

;; Reports that something is no open port of this kind.
(define (%wrong-port who x state)
  (if (and (%port? x) (%same (%port-state x) (%small+ state 4)))
      (%fail who "the port is closed:" x)
      (%wrong-type who (%port-kind-text state) x)))

(define-inline (%check-port who x state)
  (if (%open-port? x state) #t (%never (%wrong-port who x state))))

(define (port? x) (%port? x))
(define (input-port? x)
  (and (%port? x) (%same (%prim "and.i64" (%port-state x) 2) 0)))
(define (output-port? x)
  (and (%port? x) (%same (%prim "and.i64" (%port-state x) 2) 2)))
(define (textual-port? x)
  (and (%port? x) (%same (%prim "and.i64" (%port-state x) 1) 0)))
(define (binary-port? x)
  (and (%port? x) (%same (%prim "and.i64" (%port-state x) 1) 1)))
(define (input-port-open? x)
  (if (input-port? x)
      (%small< (%port-state x) 4)
      (%wrong-type 'input-port-open? "an input port" x)))
(define (output-port-open? x)
  (if (output-port? x)
      (%small< (%port-state x) 4)
      (%wrong-type 'output-port-open? "an output port" x)))

(define (eof-object) (%special eof))
(define-inline (eof-object? x) (%same x (%special eof)))

;; Opening and closing.

(define (%name-str who name)
  (if (%is char name)
      (%string->utf8 name 0 (%array-length char name))
      (%wrong-type who "a string" name)))

(define (%open who name mode)
  (let ((path (%name-str who name)))
    (%try (%prim "io.open" path mode) (text number) (%file-error who text name))))

(define (open-input-file name)
  (%make-port 0 (%array-new char 0 #\x0) 0 (%open 'open-input-file name 0) name))
(define (open-binary-input-file name)
  (%make-port 1 (%array-new byte 4096 0) 0 (%open 'open-binary-input-file name 0) name))
(define (open-output-file name)
  (%make-port 2 (%array-new char 256 #\x0) 0 (%open-output 'open-output-file name) name))
(define (open-binary-output-file name)
  (%make-port 3 #f 0 (%open-output 'open-binary-output-file name) name))

(define (%open-output who name)
  (let ((descriptor (%open who name 1)))
    (%prim "io.buffer" descriptor 2)
    descriptor))

(define (open-input-string string)
  (if (%is char string)
      (let ((n (%array-length char string)))
        (%make-port 0 (%substring string 0 n) n #f #f))
      (%wrong-type 'open-input-string "a string" string)))
(define (open-input-bytevector bytes)
  (if (%is byte bytes)
      (let ((n (%array-length byte bytes)))
        (%make-port 1 (%sub-bytes bytes 0 n) n #f #f))
      (%wrong-type 'open-input-bytevector "a bytevector" bytes)))
(define (open-output-string) (%make-port 2 (%array-new char 32 #\x0) 0 #f #f))
(define (open-output-bytevector) (%make-port 3 (%array-new byte 32 0) 0 #f #f))

(define (%sub-bytes from start end)
  (let* ((n (%small- end start)) (copy (%array-new byte n 0)))
    (%array-copy byte from start copy 0 n)
    copy))

(define (get-output-string p)
  (if (and (%port? p) (%same (%prim "and.i64" (%port-state p) 3) 2) (not (%port-descriptor p)))
      (%substring (%port-buffer p) 0 (%port-position p))
      (%wrong-type 'get-output-string "a string port for output" p)))
(define (get-output-bytevector p)
  (if (and (%port? p) (%same (%prim "and.i64" (%port-state p) 3) 3) (not (%port-descriptor p)))
      (%sub-bytes (%port-buffer p) 0 (%port-position p))
      (%wrong-type 'get-output-bytevector "a bytevector port for output" p)))

(define (close-port p)
  (if (%port? p) (%close 'close-port p) (%wrong-type 'close-port "a port" p)))
(define (close-input-port p)
  (if (input-port? p)
      (%close 'close-input-port p)
      (%wrong-type 'close-input-port "an input port" p)))
(define (close-output-port p)
  (if (output-port? p)
      (%close 'close-output-port p)
      (%wrong-type 'close-output-port "an output port" p)))

;; Closes a port that may be closed already. The descriptors of the standard ports stay open, for
;; the runtime uses them.
(define (%close who p)
  (let ((state (%port-state p)) (descriptor (%port-descriptor p)))
    (if (%small< state 4)
        (begin
          (%set 10 1 p (%small+ state 4))
          (if descriptor
              (%try (if (%small< descriptor 3)
                        (%prim "io.flush" descriptor)
                        (%prim "io.close" descriptor))
                    (text number)
                    (%file-error who text (%port-name p))))))
    (%special unspecified)))

(define (call-with-port p procedure)
  (let ((result (procedure p)))
    (close-port p)
    result))
(define (call-with-input-file name procedure)
  (call-with-port (open-input-file name) procedure))
(define (call-with-output-file name procedure)
  (call-with-port (open-output-file name) procedure))
(define (with-input-from-file name thunk)
  (call-with-port (open-input-file name)
                  (lambda (p) (parameterize ((current-input-port p)) (thunk)))))
(define (with-output-to-file name thunk)
  (call-with-port (open-output-file name)
                  (lambda (p) (parameterize ((current-output-port p)) (thunk)))))

;; Filling the buffers of input ports. Each gives false at the end of the file.

(define (%read p bytes start)
  (%try (%prim "io.read" (%port-descriptor p) bytes start (%small- (%array-length byte bytes) start))
        (text number)
        (%file-error 'read text (%port-name p))))

(define (%fill-bytes p)
  (if (%port-descriptor p)
      (let ((n (%read p (%port-buffer p) 0)))
        (%set-port-position p 0)
        (%set 10 4 p n)
        (%small< 0 n))
      #f))

(define (%fill-text p)
  (if (%port-descriptor p)
      (begin
        (if (not (%get 10 7 p))
            (begin
              (%set 10 2 p (%array-new char 4096 #\x0))
              (%set 10 7 p (%array-new byte 4096 0))))
        (%fill-decoded p (%get 10 7 p)))
      #f))

;; Reads and decodes until there is a character.
(define (%fill-decoded p bytes)
  (let* ((rest (%get 10 8 p)) (n (%read p bytes rest)) (end (%small+ rest n)))
    (if (%same end 0)
        #f
        (begin
          (%set-port-position p 0)
          (%decode-bytes p bytes end (%same n 0))
          (if (%same (%port-end p) 0) (%fill-decoded p bytes) #t)))))

;; Decodes the bytes before end into the buffer. Unless they are the last, a character that lacks
;; bytes is left at their front.
(define (%decode-bytes p bytes end last)
  (let ((buffer (%port-buffer p)) (text (%prim "str.of.bytes" bytes 0 end)))
    (define (done i count)
      (%set 10 4 p count)
      (%array-copy byte bytes i bytes 0 (%small- end i))
      (%set 10 8 p (%small- end i)))
    (let loop ((i 0) (count 0))
      (if (%same i end)
          (done i count)
          (let ((byte (%prim "str.get.u" text i)))
            (if (%small< byte 128)
                (begin
                  (%array-set char buffer count (%code->char byte))
                  (loop (%small+ i 1) (%small+ count 1)))
                (let* ((found (%decode-utf8 text i end)) (n (%prim "and.i64" found 7)))
                  (if (and (not last)
                           (%same (%small+ i n) end)
                           (%small< n (%sequence-length byte)))
                      (done i count)
                      (begin
                        (%array-set char buffer count
                                    (%code->char (%prim "lshr.i64" found 3)))
                        (loop (%small+ i n) (%small+ count 1)))))))))))

;; Is there something to take from an input port at once?
(define (%ready? p)
  (or (%small< (%port-position p) (%port-end p))
      (let ((descriptor (%port-descriptor p)))
        (if descriptor (%poll p descriptor) #t))))

(define (%poll p descriptor)
  (let ((wanted (%array-new byte 16 0)))
    (let loop ((i 0) (n descriptor))
      (%array-set byte wanted i (%prim "and.i64" n 255))
      (if (%small< i 7) (loop (%small+ i 1) (%prim "lshr.i64" n 8))))
    (%array-set byte wanted 8 1)
    (%try (let ((answer (%prim "sys.call" 'poll (%prim "str.of.bytes" wanted 0 16) '|| 0 0)))
            (not (%same (%prim "str.get.u" (%get 2 1 answer) 0) 0)))
          (text number)
          (%file-error 'char-ready? text (%port-name p)))))

;; Reading.

(define-inline (%peek-char p)
  (if (or (%small< (%port-position p) (%port-end p)) (%fill-text p))
      (%array-ref char (%port-buffer p) (%port-position p))
      (%special eof)))
(define-inline (%skip-char p) (%set-port-position p (%small+ (%port-position p) 1)))

(define (%read-char p)
  (%check-port 'read-char p 0)
  (let ((c (%peek-char p)))
    (if (%is character c) (%skip-char p))
    c))
(define read-char
  (case-lambda (() (%read-char (%input-port))) ((p) (%read-char p))))

(define peek-char
  (case-lambda
    (() (peek-char (%input-port)))
    ((p) (%check-port 'peek-char p 0) (%peek-char p))))

(define char-ready?
  (case-lambda
    (() (char-ready? (%input-port)))
    ((p) (%check-port 'char-ready? p 0) (%ready? p))))

(define read-line
  (case-lambda
    (() (read-line (%input-port)))
    ((p)
     (%check-port 'read-line p 0)
     (if (%is character (%peek-char p)) (%read-line p #f) (%special eof)))))

;; The rest of a line, behind what a string port has of it, if there is one.
(define (%read-line p before)
  (let ((buffer (%port-buffer p)) (start (%port-position p)) (end (%port-end p)))
    (let loop ((i start))
      (if (%small< i end)
          (let ((c (%array-ref char buffer i)))
            (if (or (%same c #\newline) (%same c #\return))
                (let ((line (%line-part before buffer start i)))
                  (%set-port-position p (%small+ i 1))
                  (if (and (%same c #\return) (%same (%peek-char p) #\newline)) (%skip-char p))
                  line)
                (loop (%small+ i 1))))
          (let ((before (or before (open-output-string))))
            (%put-text before buffer start end)
            (%set-port-position p end)
            (if (%fill-text p) (%read-line p before) (get-output-string before)))))))

(define (%line-part before buffer start end)
  (if before
      (begin (%put-text before buffer start end) (get-output-string before))
      (%substring buffer start end)))

(define read-string
  (case-lambda
    ((k) (read-string k (%input-port)))
    ((k p)
     (%check-count 'read-string k)
     (%check-port 'read-string p 0)
     (cond ((%same k 0) (%substring "" 0 0))
           ((%is character (%peek-char p)) (%read-string p k))
           (else (%special eof))))))

(define (%check-count who k)
  (if (and (%is small k) (not (%small< k 0)))
      #t
      (%wrong-type who "an exact integer that is not negative" k)))

(define (%read-string p k)
  (let ((out (open-output-string)))
    (let loop ((k k))
      (let* ((start (%port-position p))
             (there (%small- (%port-end p) start))
             (n (if (%small< k there) k there)))
        (%put-text out (%port-buffer p) start (%small+ start n))
        (%set-port-position p (%small+ start n))
        (if (and (%small< n k) (%fill-text p))
            (loop (%small- k n))
            (get-output-string out))))))

(define-inline (%peek-u8 p)
  (if (or (%small< (%port-position p) (%port-end p)) (%fill-bytes p))
      (%array-ref byte (%port-buffer p) (%port-position p))
      (%special eof)))

(define read-u8
  (case-lambda
    (() (read-u8 (%input-port)))
    ((p)
     (%check-port 'read-u8 p 1)
     (let ((byte (%peek-u8 p)))
       (if (%is small byte) (%skip-char p))
       byte))))

(define peek-u8
  (case-lambda
    (() (peek-u8 (%input-port)))
    ((p) (%check-port 'peek-u8 p 1) (%peek-u8 p))))

(define u8-ready?
  (case-lambda
    (() (u8-ready? (%input-port)))
    ((p) (%check-port 'u8-ready? p 1) (%ready? p))))

(define read-bytevector
  (case-lambda
    ((k) (read-bytevector k (%input-port)))
    ((k p)
     (%check-count 'read-bytevector k)
     (%check-port 'read-bytevector p 1)
     (cond ((%same k 0) (%array-new byte 0 0))
           ((%is small (%peek-u8 p)) (%read-bytes p k))
           (else (%special eof))))))

(define (%read-bytes p k)
  (let ((out (open-output-bytevector)))
    (let loop ((k k))
      (let* ((start (%port-position p))
             (there (%small- (%port-end p) start))
             (n (if (%small< k there) k there)))
        (%put-bytes out (%port-buffer p) start (%small+ start n))
        (%set-port-position p (%small+ start n))
        (if (and (%small< n k) (%fill-bytes p))
            (loop (%small- k n))
            (get-output-bytevector out))))))

(define read-bytevector!
  (case-lambda
    ((to) (read-bytevector! to (%input-port)))
    ((to p) (read-bytevector! to p 0))
    ((to p start)
     (if (%is byte to)
         (read-bytevector! to p start (%array-length byte to))
         (%wrong-type 'read-bytevector! "a bytevector" to)))
    ((to p start end)
     (if (not (%is byte to)) (%wrong-type 'read-bytevector! "a bytevector" to))
     (%check-range 'read-bytevector! (%array-length byte to) start end)
     (%check-port 'read-bytevector! p 1)
     (cond ((%same start end) 0)
           ((%is small (%peek-u8 p)) (%read-into p to start end))
           (else (%special eof))))))

(define (%read-into p to start end)
  (let loop ((at start))
    (let* ((from (%port-position p))
           (there (%small- (%port-end p) from))
           (wanted (%small- end at))
           (n (if (%small< wanted there) wanted there)))
      (%array-copy byte (%port-buffer p) from to at n)
      (%set-port-position p (%small+ from n))
      (if (and (%small< n wanted) (%fill-bytes p))
          (loop (%small+ at n))
          (%small- (%small+ at n) start)))))

;; Putting text into the buffer of an output port.

;; Makes room for so many more characters.
(define (%make-room p n)
  (if (%port-descriptor p) (%send-buffer p))
  (let* ((old (%port-buffer p))
         (length (%array-length char old))
         (count (%port-position p))
         (needed (%small+ count n)))
    (if (%small< length needed)
        (let* ((double (%small+ length length))
               (new (%array-new char (if (%small< double needed) needed double) #\x0)))
          (%array-copy char old 0 new 0 count)
          (%set 10 2 p new)))))

(define (%put-char p c)
  (if (%same (%port-position p) (%array-length char (%port-buffer p))) (%make-room p 1))
  (let ((at (%port-position p)))
    (%array-set char (%port-buffer p) at c)
    (%set-port-position p (%small+ at 1))))

;; Puts a part of a string.
(define (%put-text p string start end)
  (let ((n (%small- end start)))
    (if (%small< (%array-length char (%port-buffer p)) (%small+ (%port-position p) n))
        (%make-room p n))
    (let ((at (%port-position p)))
      (%array-copy char string start (%port-buffer p) at n)
      (%set-port-position p (%small+ at n)))))

(define (%put-string p string) (%put-text p string 0 (%array-length char string)))

;; Puts a str, of characters of ASCII alone.
(define (%put-ascii p str)
  (let ((n (%prim "str.len" str)))
    (let loop ((i 0))
      (if (%small< i n)
          (begin
            (%put-char p (%code->char (%prim "str.get.u" str i)))
            (loop (%small+ i 1)))))))

;; Hands a str to the file of a port.
(define (%send p str)
  (%try (%prim "io.put" (%port-descriptor p) str 0 (%prim "str.len" str))
        (text number)
        (%file-error 'write text (%port-name p))))
(define (%send-byte p byte)
  (%try (%prim "io.put.byte" (%port-descriptor p) byte)
        (text number)
        (%file-error 'write text (%port-name p))))
(define (%send-buffer p)
  (let ((end (%port-position p)))
    (%set-port-position p 0)
    (%send p (%string->utf8 (%port-buffer p) 0 end))))

;; Ends a procedure that puts text.
(define (%settle p)
  (if (%port-descriptor p) (%send-buffer p) (%special unspecified)))

;; Writing.

(define (%write-text p string start end)
  (if (%port-descriptor p)
      (%send p (%string->utf8 string start end))
      (%put-text p string start end)))

(define (%write-char c p)
  (cond ((not (%port-descriptor p)) (%put-char p c))
        ((%small< (%char-code c) 128) (%send-byte p (%char-code c)))
        (else (%put-char p c) (%send-buffer p))))

(define write-char
  (case-lambda
    ((c) (write-char c (%output-port)))
    ((c p)
     (if (not (%is character c)) (%wrong-type 'write-char "a character" c))
     (%check-port 'write-char p 2)
     (%write-char c p))))

(define newline
  (case-lambda
    (() (newline (%output-port)))
    ((p) (%check-port 'newline p 2) (%write-char #\newline p))))

(define write-string
  (case-lambda
    ((string) (write-string string (%output-port)))
    ((string p) (write-string string p 0))
    ((string p start)
     (if (%is char string)
         (write-string string p start (%array-length char string))
         (%wrong-type 'write-string "a string" string)))
    ((string p start end)
     (if (not (%is char string)) (%wrong-type 'write-string "a string" string))
     (%check-range 'write-string (%array-length char string) start end)
     (%check-port 'write-string p 2)
     (%write-text p string start end))))

(define write-u8
  (case-lambda
    ((byte) (write-u8 byte (%output-port)))
    ((byte p)
     (if (not (and (%is small byte) (not (%small< byte 0)) (%small< byte 256)))
         (%wrong-type 'write-u8 "a byte" byte))
     (%check-port 'write-u8 p 3)
     (if (%port-descriptor p)
         (%send-byte p byte)
         (begin
           (%make-byte-room p 1)
           (%array-set byte (%port-buffer p) (%port-position p) byte)
           (%skip-char p))))))

(define write-bytevector
  (case-lambda
    ((bytes) (write-bytevector bytes (%output-port)))
    ((bytes p) (write-bytevector bytes p 0))
    ((bytes p start)
     (if (%is byte bytes)
         (write-bytevector bytes p start (%array-length byte bytes))
         (%wrong-type 'write-bytevector "a bytevector" bytes)))
    ((bytes p start end)
     (if (not (%is byte bytes)) (%wrong-type 'write-bytevector "a bytevector" bytes))
     (%check-range 'write-bytevector (%array-length byte bytes) start end)
     (%check-port 'write-bytevector p 3)
     (if (%port-descriptor p)
         (%send p (%prim "str.of.bytes" bytes start (%small- end start)))
         (%put-bytes p bytes start end)))))

(define (%put-bytes p bytes start end)
  (let ((n (%small- end start)))
    (%make-byte-room p n)
    (%array-copy byte bytes start (%port-buffer p) (%port-position p) n)
    (%set-port-position p (%small+ (%port-position p) n))))

(define (%make-byte-room p n)
  (let* ((old (%port-buffer p))
         (length (%array-length byte old))
         (count (%port-position p))
         (needed (%small+ count n)))
    (if (%small< length needed)
        (let* ((double (%small+ length length))
               (new (%array-new byte (if (%small< double needed) needed double) 0)))
          (%array-copy byte old 0 new 0 count)
          (%set 10 2 p new)))))

(define flush-output-port
  (case-lambda
    (() (flush-output-port (%output-port)))
    ((p)
     (if (not (and (output-port? p) (%small< (%port-state p) 4)))
         (%wrong-type 'flush-output-port "an open output port" p))
     (if (%port-descriptor p)
         (%try (%prim "io.flush" (%port-descriptor p))
               (text number)
               (%file-error 'flush-output-port text (%port-name p)))
         (%special unspecified)))))

;;; Files, processes, time.

(define (file-exists? name)
  (%prim "file.exists" (%name-str 'file-exists? name)))

(define (delete-file name)
  (let ((path (%name-str 'delete-file name)))
    (%try (%prim "file.remove" path) (text number) (%file-error 'delete-file text name))))

;; The code by which the system is told how a program ended.
(define (%exit-code x)
  (cond ((%same x #t) 0)
        ((%is small x) (%prim "and.i64" x 255))
        (else 1)))

(define exit
  (case-lambda
    (() (exit #t))
    ((x)
     (%leave-all)
     (%prim "exit" (%exit-code x)))))

(define emergency-exit
  (case-lambda
    (() (emergency-exit #t))
    ((x) (%prim "exit" (%exit-code x)))))

(define (%strs->strings texts)
  (if (pair? texts)
      (%tuple (%utf8->string (car texts)) (%strs->strings (cdr texts)))
      '()))

(define (command-line)
  (%tuple (%utf8->string (%prim "program.name")) (%strs->strings (%prim "args"))))

(define (get-environment-variable name)
  (%flagged ("getenv" (%name-str 'get-environment-variable name)) value
    (%utf8->string value)
    #f))

;; The environment is text of the form `NAME=VALUE`, each followed by a byte 0.
(define (get-environment-variables)
  (let* ((text (%get 2 1 (%prim "sys.call" 'environ '|| '|| 0 0)))
         (end (%prim "str.len" text)))
    (define (part from to) (%utf8->string (%prim "str.sub" text from (%small- to from))))
    (let loop ((at 0))
      (if (%small< at end)
          (let* ((stop (%find-byte text 0 at end)) (sign (%find-byte text 61 at stop)))
            (%tuple (if (%same sign stop)
                        (%tuple (part at stop) (part stop stop))
                        (%tuple (part at sign) (part (%small+ sign 1) stop)))
                    (loop (%small+ stop 1))))
          '()))))

(define (current-second)
  (%prim "fdiv.f64" (%prim "s2f.i64.f64" (%prim "time.now")) 1e9))
(define (current-jiffy) (%prim "quot.i64" (%prim "time.now") 1000))
(define (jiffies-per-second) 1000000)

(define (features) '(r7rs exact-closed ratios full-unicode kont))

;; The index of a byte from a start on, or the end.
(define (%find-byte s byte start end)
  (cond ((%same start end) end)
        ((%same (%prim "str.get.u" s start) byte) start)
        (else (%find-byte s byte (%small+ start 1) end))))

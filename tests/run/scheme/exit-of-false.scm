;; An exit with #f is a failure; the after thunks run, from the inside out, and output is written.
(define out (open-output-file "exit-of-false.scratch"))
(write-string "kept" out)
(dynamic-wind
  (lambda () #t)
  (lambda ()
    (dynamic-wind
      (lambda () #t)
      (lambda () (display "leaving\n") (exit #f))
      (lambda () (display "inner\n"))))
  (lambda ()
    (display "outer\n")
    (flush-output-port out)
    (write (call-with-input-file "exit-of-false.scratch" read))
    (delete-file "exit-of-false.scratch")))
(display "never\n")

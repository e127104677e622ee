;; An error that nobody handles: the after thunks run, the output is flushed, the exit code is 1.
(display "begin ")
(dynamic-wind
 (lambda () (display "in "))
 (lambda () (with-exception-handler (lambda (e) (display "handler ") (raise e)) (lambda () (error "no good:" '(1 "two") #\3))))
 (lambda () (display "out ")))
(display "never")

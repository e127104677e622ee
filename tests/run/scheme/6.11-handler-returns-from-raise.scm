;; A handler that returns from raise ends the program like an unhandled exception.
(display "begin ")
(dynamic-wind
 (lambda () #t)
 (lambda () (with-exception-handler (lambda (e) (display "handler ") 'ignored) (lambda () (raise 'oops) (display "never"))))
 (lambda () (display "out ")))
(display "never")

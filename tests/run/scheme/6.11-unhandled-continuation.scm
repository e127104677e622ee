; An irritant that is a continuation, alone and in a list, in the message of what nobody handles.
(define kept (call/cc (lambda (k) k)))
(display "before")
(newline)
(error "not expected:" kept (list 1 kept) (cons 1 kept))

;; with-exception-handler, raise, raise-continuable, error objects.
(define (show x) (write x) (newline))

(show (call/cc (lambda (k) (with-exception-handler (lambda (e) (k (list 'condition e))) (lambda () (+ 1 (raise 'an-error)))))))
(show (with-exception-handler
       (lambda (con) (if (string? con) 42 0))
       (lambda () (+ (raise-continuable "should be a number") 23))))
(define (try thunk) (call/cc (lambda (k) (with-exception-handler (lambda (e) (k e)) thunk))))
(define e (try (lambda () (error "bad thing:" 'a 1 "s"))))
(show (error-object? e))
(show (error-object-message e))
(show (error-object-irritants e))
(show (map error-object? (list 1 'a "s" '())))
(show (map read-error? (list e 1)))
(show (map file-error? (list e 1)))
(show (file-error? (try (lambda () (open-input-file "/no/such/file")))))
(show (read-error? (try (lambda () (read (open-input-string "(1 . "))))))
(show (read-error? (try (lambda () (read (open-input-string ")"))))))
;; In a handler, the outer handler is installed.
(show (call/cc (lambda (k)
                 (with-exception-handler
                  (lambda (e) (k (list 'outer e)))
                  (lambda ()
                    (with-exception-handler
                     (lambda (e) (raise (list 'inner e)))
                     (lambda () (raise 'x))))))))
(show (with-exception-handler
       (lambda (e) (* e 2))
       (lambda () (with-exception-handler (lambda (e) (+ 1 (raise-continuable (+ e 1)))) (lambda () (raise-continuable 10))))))
;; The handler of an inner call is gone afterwards.
(show (with-exception-handler
       (lambda (e) 'outer)
       (lambda ()
         (with-exception-handler (lambda (e) 'inner) (lambda () 1))
         (raise-continuable 'y))))
;; A handler that returns from raise is an error of its own, which the outer handler gets.
(show (guard (e (#t (list 'caught (eq? e 'oops)))) (with-exception-handler (lambda (e) 'ignored) (lambda () (raise 'oops)))))
(define log '())
(show (guard (e (#t (set! log (cons 'guard log)) e))
        (dynamic-wind
         (lambda () (set! log (cons 'in log)))
         (lambda () (with-exception-handler (lambda (e) (set! log (cons 'handler log)) (raise (list e e))) (lambda () (raise 'z))))
         (lambda () (set! log (cons 'out log))))))
(show (reverse log))
(show (guard (e ((error-object? e) (error-object-message e))) (error "only a message")))
(show (guard (e ((error-object? e) (error-object-irritants e))) (error "only a message")))
(show (guard (e ((string? (error-object-message e)) 'has-message)) (vector-ref #(1) 9)))
(show (guard (e ((list? (error-object-irritants e)) 'has-irritants)) (car 'x)))
(show (map (lambda (x) (guard (e ((number? e) (list 'number e)) ((symbol? e) (list 'symbol e)) (else 'other)) (raise x))) (list 1 'a "s" #f '())))

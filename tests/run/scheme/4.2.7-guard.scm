;; guard: clauses, =>, else, what is raised again, unwinding.
(define (show x) (write x) (newline))

(show (guard (e ((symbol? e) (list 'symbol e)) ((string? e) (list 'string e))) (raise 'boom)))
(show (guard (e ((symbol? e) (list 'symbol e)) ((string? e) (list 'string e))) (raise "boom")))
(show (guard (e ((assq 'a e) => cdr) ((assq 'b e))) (raise (list (cons 'a 42)))))
(show (guard (e ((assq 'a e) => cdr) ((assq 'b e))) (raise (list (cons 'b 23)))))
(show (guard (e (else 'caught)) (raise 1)))
(show (guard (e (#f 'never)) 'no-error))
(show (guard (e (#t 'outer)) (guard (e2 ((string? e2) 'inner)) (raise 'not-a-string))))
(show (guard (e ((number? e) (* e 2))) (guard (e2 ((string? e2) 'inner)) (raise 21))))
(show (guard (e (#t (list 'again e))) (guard (e2 (#t (raise (list 'second e2)))) (raise 'first))))
(show (guard (e ((error-object? e) (cons (error-object-message e) (error-object-irritants e))))
        (error "went wrong:" 1 "two" 'three)))
(show (guard (e ((string? e) e)) (+ 1 (raise-continuable "continuable"))))
;; No clause fits: a continuable exception goes on where it was raised.
(show (with-exception-handler
       (lambda (e) 10)
       (lambda () (guard (e2 ((string? e2) 'no)) (+ 1 (raise-continuable 5))))))
(define trace '())
(define (note x) (set! trace (cons x trace)))
(show (guard (e (#t (note 'handler) e))
        (dynamic-wind (lambda () (note 'in)) (lambda () (raise 'x)) (lambda () (note 'out)))))
(show (reverse trace))
(set! trace '())
(show (guard (e ((eq? e 'y) 'outer))
        (dynamic-wind
         (lambda () (note 'in))
         (lambda () (guard (e ((eq? e 'x) 'inner)) (raise 'y)))
         (lambda () (note 'out)))))
(show (car trace))
;; Errors of procedures are error objects.
(define (fails thunk) (guard (e (#t (error-object? e))) (thunk) 'no-error))
(show (map fails
           (list (lambda () (car 1)) (lambda () (vector-ref (vector 1 2) 2)) (lambda () (quotient 1 0))
                 (lambda () (+ 1 'a)) (lambda () ((lambda (x) x))) (lambda () ("f" 1))
                 (lambda () (string-ref "abc" -1)) (lambda () (integer->char -1))
                 (lambda () (symbol->string "a")) (lambda () (hash-table-set! 1 2 3)))))
(define (deep n) (if (= n 0) (raise 'bottom) (+ 1 (deep (- n 1)))))
(show (guard (e ((symbol? e) e)) (deep 1000)))
;; The body of a clause is outside of the guard.
(show (guard (e ((symbol? e) (list 'outer e)))
        (guard (e ((number? e) (raise 'from-clause))) (raise 5))))
(show (let loop ((i 0)) (if (= i 100) i (loop (guard (e (#t (+ i e))) (raise 1))))))

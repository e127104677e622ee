;; Tail calls, deep recursion and endless macros, evaluated at run time.
;; skip: anf,cps,flow,stress,exe because an interpreter of an interpreter is slow, and compiling it too
(import (scheme base) (scheme write) (scheme eval))
(define (show x) (write x) (newline))
(define env (environment '(scheme base)))
(define (run form) (eval form env))

;; Loops of a million turns in constant space
(run '(define (loop n) (if (= n 0) 'done (loop (- n 1)))))
(show (run '(loop 1000000)))
(run '(define (ping n) (cond ((= n 0) 'pong) (else (pong (- n 1))))))
(run '(define (pong n) (and #t (or #f (when #t (case 1 ((1) (let* ((m n)) (ping m)))))))))
(show (run '(ping 300000)))
(show (run '(do ((i 0 (+ i 1)) (s 0 (+ s i))) ((= i 1000000) s))))
(show (run '(let loop ((i 0)) (if (< i 300000) (apply loop (list (+ i 1))) i))))
(show (run '(let loop ((i 0) . ()) (if (< i 100000) ((lambda (a b c d e) (loop (+ a 1))) i 2 3 4 5) i))))

;; Deep recursion
(run '(define (count n) (if (= n 0) 0 (+ 1 (count (- n 1))))))
(show (run '(count 100000)))
(run '(define (fib n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2))))))
(show (run '(fib 20)))

;; Macros
(show (guard (e ((error-object? e) (cons (error-object-message e) (error-object-irritants e))))
        (run '(letrec-syntax ((m (syntax-rules () ((_) (m))))) (m)))))

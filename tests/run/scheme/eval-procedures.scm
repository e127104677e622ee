;; Procedures that are evaluated, which are compiled where there is a compiler: the same values,
;; the same errors.
(import (scheme base) (scheme write) (scheme eval))
(define e (environment '(scheme base) '(only (scheme case-lambda) case-lambda)))
(define (run form) (eval form e))
(define (show x) (write x) (newline))
(define (try form)
  (guard (c ((error-object? c)
             (display (error-object-message c))
             (for-each (lambda (x) (write-char #\space) (write x)) (error-object-irritants c))
             (newline))
            (else (display "raised ") (show c)))
    (show (run form))))

;; Variables of the environment, which may be set and defined again.
(run '(define (fib n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2))))))
(show (run '(fib 15)))
(define old (run 'fib))
(run '(define calls 0))
(run '(define (fib n) (set! calls (+ calls 1)) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2))))))
(show (old 10))
(show (run 'calls))
(run '(define (later) (not-yet 1)))
(try '(later))
(run '(define (not-yet x) (list 'now x)))
(try '(later))
(try '((lambda () (set! never-defined 1))))

;; Local variables, closures, loops.
(run '(define (counter)
        (let ((n 0))
          (lambda () (set! n (+ n 1)) n))))
(define c (run '(counter)))
(c)
(show (list (c) (c) ((run '(counter)))))
(show (run '(let loop ((i 0) (l '())) (if (= i 5) (reverse l) (loop (+ i 1) (cons (* i i) l))))))
(show (run '(do ((i 0 (+ i 1)) (v (make-vector 4 0))) ((= i 4) v) (vector-set! v i (- i)))))
(show ((run '(lambda (n)
               (define (even? n) (if (= n 0) #t (odd? (- n 1))))
               (define (odd? n) (if (= n 0) #f (even? (- n 1))))
               (define start (list n))
               (cons (even? n) start)))
       1001))
(show (run '(letrec* ((a (lambda () (b))) (b (lambda () 'letrec))) (a))))
(try '((lambda () (letrec ((a (lambda () b)) (b (a))) b))))
(show (run '(map (lambda (x . rest) (cons x rest)) '(1 2) '(3 4))))
(define add (run '(case-lambda ((x) x) ((x y) (+ x y)) ((x y . more) (apply add (+ x y) more)))))
(run '(define add #f))
(eval `(set! add ,add) e)
(show (list (add 1) (add 1 2) (add 1 2 3 4)))
(show (run '(let*-values (((q r) (floor/ 17 5)) ((x . more) (values q r))) (list q r x more))))
(show ((run '(lambda (a b c d e f g h i j k l m n) (list n m a))) 1 2 3 4 5 6 7 8 9 10 11 12 13 14))

;; Constants are the objects that were evaluated.
(define datum (list 1 "two" #\3 4.5 'six))
(define constant (eval `(lambda () ',datum) e))
(show (eq? (constant) datum))
(show (run '((lambda (x) `(1 ,x ,@(list x 'a%1) #(,x))) 'y)))
(show (eq? 'symbol ((run '(lambda (x) (string->symbol x))) "symbol")))
(show (eq? car (run 'car)))

;; Macros.
(run '(define-syntax swap!
        (syntax-rules () ((_ a b) (let ((value a)) (set! a b) (set! b value))))))
(show (run '((lambda (value other) (swap! value other) (list value other)) 1 2)))

;; Record types.
(run '(define-record-type point (make-point x y) point? (x point-x set-point-x!) (y point-y)))
(show (run '((lambda (p) (set-point-x! p 3) (list (point? p) (point-x p) (point-y p)))
             (make-point 1 2))))
(try '((lambda (x) (point-x x)) 5))

;; Control.
(show (run '(call/cc (lambda (k) (for-each (lambda (x) (if (> x 1) (k x))) '(1 2 3)) 'none))))
(show (run '(let ((path '()) (again #f))
              (dynamic-wind
                (lambda () (set! path (cons 'in path)))
                (lambda () (set! path (cons (call/cc (lambda (k) (set! again k) 1)) path)))
                (lambda () (set! path (cons 'out path))))
              (if (< (length path) 4) (again 2) (reverse path)))))
(define p (make-parameter 1))
(show ((eval `(lambda (f) (parameterize ((,p 2)) (f))) e) (lambda () (p))))
(show (run '((lambda (x) (guard (c ((symbol? c) (list 'caught c)) ((string? c) => (lambda (x) x)))
                           (raise x)))
             'oops)))
(try '((lambda (x) (guard (c ((string? c) c)) (raise x))) 'outside))
(show (run '(with-exception-handler
              (lambda (c) 10)
              (lambda () (+ 1 (raise-continuable 'c))))))
(show (run '(let loop ((i 0)) (if (< i 100000) (loop (+ i 1)) i))))
(run '(define (count n) (if (= n 0) 0 (+ 1 (count (- n 1))))))
(show (run '(count 10000)))

;; Errors.
(try '((lambda (x) (car x)) 5))
(try '((lambda (v i) (vector-ref v i)) (vector 1 2) 2))
(try '((lambda (x y) (+ x y)) 1 'a))
(try '((lambda (x) (quotient x 0)) 1))
(run '(define (two x y) (list x y)))
(try '(two 1))
(try '((lambda (f) (f 1)) two))
(try '((lambda (x) (x)) 5))
(try '(let loop ((i 0)) (if (= i 0) (loop 1 2) i)))
(run '(define (any . x) x))
(run '(define (least x . y) (list x y)))
(show (run '(list (any) (any 1 2))))
(try '(least))
(try '((lambda () (error "wrong:" 'a "b" 3))))

;; Numbers of all kinds.
(run '(define (power b n) (if (= n 0) 1 (* b (power b (- n 1))))))
(show (run '(list (power 3 50) (power 1/2 3) (power 1.5 2) (inexact 1/3))))

;; A procedure that is called often.
(define often (run '(lambda (x) (if (odd? x) (quotient x 2) (- x)))))
(show (let loop ((i 0) (sum 0)) (if (= i 300) sum (loop (+ i 1) (+ sum (often i))))))
(try `(,often 'a))

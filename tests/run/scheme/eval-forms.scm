;; Every form of the language and macros, evaluated at run time.
(import (scheme base) (scheme write) (scheme eval) (scheme lazy) (scheme case-lambda))

(define env
  (environment '(scheme base) '(scheme case-lambda) '(scheme lazy) '(scheme write)))
(define (show form) (write (eval form env)) (newline))
(define (run form) (eval form env))

;; Literals and variables
(show 42)
(show "text")
(show #\a)
(show '#(1 a "b"))
(show ''(a . b))
(show '(quote #(1 (2 3))))
(show '(let ((x 1)) x))
(show (list + 1 2))

;; Quasiquotation
(show '`(1 ,(+ 1 1) ,@(list 3 4) 5))
(show '`(1 . ,(+ 1 1)))
(show '`#(a ,@(list 1 2) b))
(show '`(a `(b ,(c ,(+ 1 2)))))
(show '`(a ,@'(b c) . d))
(show '`x)
(show '`(1 `,@(2 ,(+ 1 2))))

;; Procedures
(show '((lambda () 1)))
(show '((lambda (a b c d e) (list a b c d e)) 1 2 3 4 5))
(show '((lambda (a b c d e f g h i j k l) (list a l k j i h g f e d c b)) 1 2 3 4 5 6 7 8 9 10 11 12))
(show '((lambda (a b c d e f g h i j k l m n) (list n m a b)) 1 2 3 4 5 6 7 8 9 10 11 12 13 14))
(show '((lambda all all) 1 2 3))
(show '((lambda (x . rest) (list x rest)) 1))
(show '((lambda (x y . rest) (list x y rest)) 1 2 3 4))
(show '((case-lambda ((x) (list 'one x)) ((x y) (list 'two x y)) ((x . r) (list 'many x r))) 1 2))
(show '((case-lambda ((x) (list 'one x)) ((x y) (list 'two x y)) ((x . r) (list 'many x r))) 1 2 3))
(show '(apply (lambda (x y) (- x y)) '(5 3)))
(show '(apply max 1 2 '(9 4)))
(show '(map (lambda (x y) (+ x y)) '(1 2 3) '(10 20 30)))

;; Branches
(show '(if #f #f 'no))
(show '(if '() 'yes 'no))
(show '(cond (#f 1) ((assv 2 '((1 one) (2 two))) => cadr) (else 3)))
(show '(cond ((+ 1 1)) (else 3)))
(show '(cond (#f 1) (else 2 3)))
(show '(case (* 2 3) ((2 3 5 7) 'prime) ((1 4 6 8 9) 'composite)))
(show '(case 'z ((a) 1) (else => (lambda (x) (list x)))))
(show '(case "no" (("no") 1) (else 2)))
(show '(case 5 ((5) => (lambda (x) (* x x)))))
(show '(and 1 2 3))
(show '(and))
(show '(or #f #f 3))
(show '(or))
(show '(when #t 1 2))
(show '(unless #f 1 2))

;; Bindings
(show '(let* ((x 1) (y (+ x 1)) (x (* y 10))) (list x y)))
(show '(letrec ((even? (lambda (n) (if (= n 0) #t (odd? (- n 1)))))
                (odd? (lambda (n) (if (= n 0) #f (even? (- n 1))))))
         (even? 101)))
(show '(letrec* ((a 1) (b (+ a 1))) (list a b)))
(show '(let loop ((i 0) (l '())) (if (= i 5) l (loop (+ i 1) (cons i l)))))
(show '(let () 5))
(show '(do ((i 0 (+ i 1)) (l '() (cons i l)) (k 7)) ((= i 3) (list l k))))
(show '(do ((v (make-vector 5)) (i 0 (+ i 1))) ((= i 5) v) (vector-set! v i (* i i))))
(show '(let-values (((a b) (values 1 2)) ((c . d) (values 3 4 5)) (e (values 6 7))) (list a b c d e)))
(show '(let*-values (((a b) (values 1 2)) ((x y) (values b a))) (list a b x y)))
(show '(let ((x 'outer)) (let-values (((x) (values 'inner)) ((y) x)) (list x y))))
(show '(let ((x 1)) (set! x (+ x 1)) x))
(show '(let ((a 1) (b 2) (c 3) (d 4) (e 5)) (let ((f 6)) (set! a 10) (list a b c d e f))))

;; Bodies
(show '(let ()
         (define x 1)
         (define (f y) (+ x y z))
         (define-values (z . w) (values 10 20 30))
         (begin (define v 4))
         (set! x 5)
         (define last (list x v))
         (list (f 100) w v last)))
(show '((lambda (n)
          (define (even? n) (or (= n 0) (odd? (- n 1))))
          (define (odd? n) (and (> n 0) (even? (- n 1))))
          (even? n))
        1000))
(show '(let ((x 1)) (define y x) (let ((z 2)) (define w (+ y z)) (lambda () 1) (list x y z w))))

;; Promises, parameters
(show '(let ((p (delay (begin (display "once ") 1)))) (list (force p) (force p))))
(show '(force (make-promise 3)))
(show '(let loop ((n 0))
         (define (stream n) (delay-force (if (= n 10000) (delay 'end) (stream (+ n 1)))))
         (force (stream 0))))
(show '(let ((p (make-parameter 10 (lambda (x) (* x 2)))))
         (list (p) (parameterize ((p 3)) (p)) (p))))

;; Exceptions
(show '(guard (e (#t (list 'caught e))) (raise 'oops)))
(show '(guard (e ((symbol? e) (list 'symbol e)) ((string? e) 'string)) (raise "text")))
(show '(guard (e ((assq 'a e) => cdr) ((assq 'b e))) (raise (list (cons 'a 42)))))
(show '(guard (e ((assq 'a e) => cdr) ((assq 'b e))) (raise (list (cons 'b 23)))))
(show '(guard (e ((string? e) 'outer)) (guard (e ((number? e) 'inner)) (raise "x"))))
(show '(guard (e (else (error-object-message e))) (error "message" 1 2)))
(show '(with-exception-handler (lambda (e) 10) (lambda () (+ 1 (raise-continuable 'c)))))

;; Conditional expansion
(show '(cond-expand ((and r7rs (not no-such-feature)) 'r7rs) (else 'other)))
(show '(cond-expand ((library (scheme base)) 'base) (else 'none)))
(show '(cond-expand ((library (no such library)) 'some) (else 'none)))
(show '(begin 1 2 3))

;; Definitions extend the environment.
(run '(define counter 0))
(run '(define (count!) (set! counter (+ counter 1)) counter))
(run '(begin (define a 1) (define b (+ a 1))))
(run '(count!))
(run '(count!))
(show 'counter)
(show '(list a b))
(run '(define-values (q r) (floor/ 17 5)))
(show '(list q r))
(run '(define (later) (defined-later 5)))
(run '(define (defined-later x) (* x x)))
(show '(later))

;; A definition hides what is imported, and may use it.
(run '(define car (let ((old car)) (lambda (x) (list 'car (old x))))))
(show '(car '(1 2)))
(show '(cadr '(1 2)))
(write (eval '(car '(1 2)) (environment '(scheme base))))
(newline)

;; Records
(run '(define-record-type <point> (make-point x y) point? (x point-x set-point-x!) (y point-y)))
(run '(define p (make-point 1 2)))
(show '(list (point-x p) (point-y p) (point? p) (point? 5) (point? '(1 2))))
(run '(set-point-x! p 10))
(show '(point-x p))
(show '(guard (e ((error-object? e) (error-object-message e))) (point-x 'no)))
(show '(let ()
         (define-record-type thing (make-thing c a) thing? (a thing-a) (b thing-b) (c thing-c))
         (let ((t (make-thing 3 1))) (list (thing-a t) (thing-c t) (thing? t) (point? t)))))
(show '(map procedure? (list make-point point? point-x)))

;;; Macros

(set! env (environment '(scheme base) '(scheme write)))
(run '(define-syntax swap!
        (syntax-rules () ((_ a b) (let ((tmp a)) (set! a b) (set! b tmp))))))
(show '(let ((tmp 1) (other 2)) (swap! tmp other) (list tmp other)))

(run '(define-syntax my-or
        (syntax-rules () ((_) #f) ((_ e) e) ((_ e r ...) (let ((t e)) (if t t (my-or r ...)))))))
(show '(let ((t 5)) (my-or #f t)))
(show '(let ((if list)) (my-or #f 2)))

;; What a macro inserts means what it means where the macro is defined.
(run '(define helper (lambda (x) (list 'helper x))))
(run '(define-syntax use-helper (syntax-rules () ((_ x) (helper x)))))
(show '(let ((helper (lambda (x) 'captured))) (use-helper 1)))
(show '(let ((x 'outer))
         (let-syntax ((m (syntax-rules () ((_) x))))
           (let ((x 'inner)) (m)))))

;; Ellipses: nested, followed by more patterns, in vectors, several in a row.
(show '(let-syntax ((my-let* (syntax-rules ()
                                ((_ () body ...) (let () body ...))
                                ((_ ((x e) more ...) body ...)
                                 (let ((x e)) (my-let* (more ...) body ...))))))
         1))
(show '(letrec-syntax ((my-let* (syntax-rules ()
                                   ((_ () body ...) (let () body ...))
                                   ((_ ((x e) more ...) body ...)
                                    (let ((x e)) (my-let* (more ...) body ...))))))
         (my-let* ((x 1) (y (+ x 1))) (* x y))))
(show '(let-syntax ((m (syntax-rules () ((_ (a b ...) ...) '((a ...) (b ... ...) ((b ...) ...))))))
         (m (1 2 3) (4) (5 6))))
(show '(let-syntax ((m (syntax-rules () ((_ a ... last) '(last a ...))))) (m 1 2 3 4)))
(show '(let-syntax ((m (syntax-rules () ((_ a ... x y . r) '((a ...) x y r))))) (m 1 2 3 . 4)))
(show '(let-syntax ((m (syntax-rules () ((_ #(a b ...) c) '#(c (b a) ...))))) 1))
(show '(let-syntax ((m (syntax-rules () ((_ #(a b ...) c) '#(c a b ...))))) (m #(1 2 3) 4)))
(show '(let-syntax ((m (syntax-rules () ((_ (a ...) (b ...)) '((a b ...) ...))))) (m (1 2) (3 4 5))))

;; Literals, underscores, own ellipses, escapes.
(show '(let-syntax ((m (syntax-rules (in) ((_ x in y) '(x y)) ((_ x y z) 'other))))
         (list (m 1 in 2) (m 1 2 3) (let ((in 0)) (m 1 in 2)))))
(show '(let-syntax ((m (syntax-rules () ((_ _ x _) 'x)))) (m 1 2 3)))
(show '(let-syntax ((m (syntax-rules ::: () ((_ (a b :::) :::) '((b ::: a) ::: ...))))) (m (1 2 3) (4))))
(show '(let-syntax ((m (syntax-rules () ((_ a ...) '(a ... (... ...)))))) (m 1 2)))
(show '(let-syntax ((m (syntax-rules (...) ((_ ... x) '(x ...))))) (m ... 5)))
(show '(let ((=> #f)) (cond (#t => 'ok))))
(show '(let-syntax ((m (syntax-rules () ((_ "text" x) 'text) ((_ 5 x) 'five) ((_ y x) 'other))))
         (list (m "text" 1) (m 5 1) (m 6 1))))

;; Macros that define macros and variables
(run '(define-syntax define-getter
        (syntax-rules () ((_ name value) (define-syntax name (syntax-rules () ((_) value)))))))
(run '(define-getter five 5))
(show '(five))
(run '(define-syntax be-like-begin
        (syntax-rules ()
          ((_ name) (define-syntax name (syntax-rules () ((_ e (... ...)) (begin e (... ...)))))))))
(run '(be-like-begin sequence))
(show '(sequence 1 2 3 4))
(run '(define-syntax define-two
        (syntax-rules () ((_ a b) (begin (define hidden 1) (define a hidden) (define b (+ hidden 1)))))))
(run '(define-two one two))
(show '(list one two))
(show '(guard (e ((error-object? e) 'hidden)) hidden))
(show '(let () (define-two x y) (list x y)))
(show '(let ()
         (define-syntax while
           (syntax-rules ()
             ((_ test body ...) (let loop () (when test body ... (loop))))))
         (define i 0)
         (while (< i 5) (set! i (+ i 1)))
         i))
(show '(let ((x 1))
         (define-syntax m (syntax-rules () ((_ y) (let ((x 10)) (+ x y)))))
         (m x)))
(show '(let-syntax ((foo (syntax-rules () ((_ x) '(x y #(y x)))))) (foo z)))
(run '(define-syntax alias-of-if if))
(show '(alias-of-if #t 1 2))
(show '(let-syntax ((given-that (syntax-rules () ((_ test s1 s2 ...) (if test (begin s1 s2 ...))))))
         (let ((if #t)) (given-that if (set! if 'now)) if)))
(run '(define-syntax jabberwocky
        (syntax-rules ()
          ((_ hatter)
           (begin
             (define march-hare 42)
             (define-syntax hatter (syntax-rules () ((_) march-hare))))))))
(run '(jabberwocky mad-hatter))
(show '(mad-hatter))
(run '(define-syntax my-if
        (syntax-rules () ((_ c t e) (cond (c t) (else e))))))
(show '(let ((else #f)) (my-if #f 1 2)))

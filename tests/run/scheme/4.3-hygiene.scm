;; Macros neither capture nor are captured.
(define (show x) (write x) (newline))

(define-syntax my-or2 (syntax-rules () ((_ a b) (let ((t a)) (if t t b)))))
(show (let ((t 5)) (my-or2 #f t)))
(show (let ((if list)) (my-or2 1 2)))
(show (let ((let 3) (t 4)) (my-or2 #f (+ let t))))
(define-syntax my-unless (syntax-rules () ((_ c e) (if c #f e))))
(show (let ((if (lambda (a b c) 'captured))) (my-unless #f 'fine)))
;; A free name of a template means what it meant at the macro's definition.
(define x 'global)
(define-syntax get-x (syntax-rules () ((_) x)))
(show (let ((x 'local)) (get-x)))
(show (let ((x 'outer))
        (let-syntax ((m (syntax-rules () ((m) x))))
          (let ((x 'inner)) (m)))))
(define-syntax set-x! (syntax-rules () ((_ v) (set! x v))))
(let ((x 'local)) (set-x! 'changed))
(show x)
;; What is given as else or => must not be bound at the use.
(show (let ((else #f)) (cond (#f 1) (else 2) (#t 3))))
(show (let ((=> #f)) (cond (#t => 'ok))))
;; Names introduced by each expansion are different.
(define-syntax two-temps
  (syntax-rules () ((_ a b) (let ((tmp a)) (let ((tmp2 b)) (list tmp tmp2))))))
(show (let ((tmp 1) (tmp2 2)) (two-temps tmp2 tmp)))
(define-syntax nest (syntax-rules () ((_ e) (let ((y 1)) (+ y e)))))
(show (let ((y 10)) (nest (nest y))))
;; A definition by a macro whose name is given is seen; one it made up is its own.
(define-syntax def-given (syntax-rules () ((_ n v) (define n v))))
(define (f) (def-given z 5) (+ z 1))
(show (f))
(define-syntax def-hidden (syntax-rules () ((_ v e) (begin (define hidden v) e))))
(define hidden 'mine)
(define (g) (def-hidden 5 hidden))
(show (g))
;; Keywords can be variables.
(show (let ((define 1) (quote 2)) (+ define quote)))
(define (h begin) (+ begin 1))
(show (h 1))
(show ((lambda (lambda) (* lambda 2)) 4))
;; Local macros see local variables and do not escape.
(define (k n)
  (define-syntax double (syntax-rules () ((_ e) (* n e))))
  (let ((n 100)) (double n)))
(show (k 2))
;; A macro that makes a macro that refers to the argument of the first.
(define-syntax make-adder
  (syntax-rules () ((_ name n) (define-syntax name (syntax-rules () ((_ e) (+ e n)))))))
(make-adder add5 5)
(show (let ((e 1)) (add5 (* e 2))))
(define-syntax loop-until
  (syntax-rules () ((_ id start test next) (let loop ((id start)) (if test id (loop next))))))
(show (let ((loop 3)) (loop-until i loop (> i 20) (* i loop))))
(define-syntax my-if (syntax-rules () ((_ c a b) (cond (c a) (else b)))))
(show (let ((else #f)) (my-if #f 1 2)))
;; Literals are compared by binding.
(define-syntax is-else (syntax-rules (else) ((_ else) 'yes) ((_ x) 'no)))
(show (list (is-else else) (let ((else 1)) (is-else else)) (is-else other)))
;; A definition that a macro made up is its own, and yet seen by the macro defined beside it.
(define-syntax define-constant-reader
  (syntax-rules ()
    ((_ read-it value) (begin (define kept value) (define-syntax read-it (syntax-rules () ((_) kept)))))))
(define kept 'not-this)
(define-constant-reader read-first 1)
(define-constant-reader read-second 2)
(show (list (read-first) (read-second) kept))

;; syntax-rules: patterns and templates.
(define (show x) (write x) (newline))

(define-syntax swap!
  (syntax-rules () ((_ a b) (let ((tmp a)) (set! a b) (set! b tmp)))))
(define p 1)
(define q 2)
(swap! p q)
(show (list p q))

(define-syntax my-or
  (syntax-rules () ((_) #f) ((_ e) e) ((_ e1 e2 ...) (let ((t e1)) (if t t (my-or e2 ...))))))
(show (my-or))
(show (my-or #f 2 (car '())))

(define-syntax my-let
  (syntax-rules ()
    ((_ ((name value) ...) body1 body2 ...) ((lambda (name ...) body1 body2 ...) value ...))
    ((_ tag ((name value) ...) body1 body2 ...)
     ((letrec ((tag (lambda (name ...) body1 body2 ...))) tag) value ...))))
(show (my-let ((a 1) (b 2)) (+ a b)))
(show (my-let loop ((i 0) (s '())) (if (= i 3) s (loop (+ i 1) (cons i s)))))

;; Nested ellipses.
(define-syntax flatten
  (syntax-rules () ((_ ((a b ...) ...)) '(a ... (b ... ) ... b ... ...))))
(show (flatten ((1 2 3) (4) (5 6))))
(define-syntax my-let*
  (syntax-rules () ((_ () body ...) (let () body ...)) ((_ ((x v) rest ...) body ...) (let ((x v)) (my-let* (rest ...) body ...)))))
(show (my-let* ((x 1) (y (+ x 1)) (z (* y 10))) (list x y z)))
(define-syntax cross
  (syntax-rules () ((_ (a ...) b) '((a b) ...))))
(show (cross (1 2 3) x))
(define-syntax tables
  (syntax-rules () ((_ (name (key value) ...) ...) (list (list 'name (cons 'key value) ...) ...))))
(show (tables (t1 (a 1) (b 2)) (t2) (t3 (c (+ 1 2)))))

;; An ellipsis in the middle, before a dot and in a vector.
(define-syntax last-of
  (syntax-rules () ((_ a ... z) 'z)))
(show (last-of 1 2 3))
(show (last-of 1))
(define-syntax ends
  (syntax-rules () ((_ (first middle ... before-last last)) '(first last before-last (middle ...)))))
(show (ends (1 2 3 4 5)))
(show (ends (1 2 3)))
(define-syntax tail-of
  (syntax-rules () ((_ a b ... . r) '(a (b ...) r))))
(show (tail-of 1 2 3 . 4))
(show (tail-of 1))
(define-syntax vec
  (syntax-rules () ((_ #(a b ...)) '(a #(b ...)))))
(show (vec #(1 2 3)))
(show (vec #(1)))

;; Literals, underscores, constants.
(define-syntax arrow
  (syntax-rules (=>) ((_ a => b) (list 'arrow a b)) ((_ a b c) (list 'plain a b c))))
(show (arrow 1 => 2))
(show (arrow 1 2 3))
(show (let ((=> 0)) (arrow 1 => 2)))
(define-syntax count-args
  (syntax-rules () ((_) 0) ((_ _) 1) ((_ _ _) 2) ((_ _ _ _ ...) 'many)))
(show (list (count-args) (count-args a) (count-args a b) (count-args a b c d)))
(define-syntax constants
  (syntax-rules () ((_ 1) 'one) ((_ "two") 'two) ((_ #\3) 'three) ((_ #t) 'true) ((_ ()) 'empty) ((_ x) 'other)))
(show (list (constants 1) (constants "two") (constants #\3) (constants #t) (constants ()) (constants 4)))

;; Another ellipsis, and an escaped one.
(define-syntax with-dots
  (syntax-rules ::: () ((_ a :::) '(a ::: ...))))
(show (with-dots 1 2 3))
(define-syntax be-like-begin
  (syntax-rules ()
    ((_ name) (define-syntax name (syntax-rules () ((_ expr (... ...)) (begin expr (... ...))))))))
(be-like-begin sequence)
(show (sequence 1 2 3 4))
(define-syntax dots (syntax-rules () ((_ a) '(a (... ...) (... (a ...))))))
(show (dots 1))

;; Recursive macros, and macros that define macros and procedures.
(define-syntax my-cond
  (syntax-rules (else)
    ((_ (else e ...)) (begin e ...))
    ((_ (test e ...) clause ...) (if test (begin e ...) (my-cond clause ...)))))
(show (my-cond (#f 1) ((= 1 1) 2) (else 3)))
(show (my-cond (#f 1) (else 3)))
(define-syntax define-getter
  (syntax-rules () ((_ name value) (define (name) value))))
(define-getter seven 7)
(show (seven))
(define-syntax define-all
  (syntax-rules () ((_ (name value) ...) (begin (define name value) ...))))
(define-all (one 1) (two 2) (three 3))
(show (list one two three))
(define-syntax reverse-args
  (syntax-rules () ((_ "acc" (done ...)) (list done ...)) ((_ "acc" (done ...) x rest ...) (reverse-args "acc" (x done ...) rest ...)) ((_ x ...) (reverse-args "acc" () x ...))))
(show (reverse-args 1 2 3 4))
(show (let-syntax ((foo (syntax-rules () ((_ x) (* x 2))))) (foo 21)))
(show (letrec-syntax ((ev? (syntax-rules () ((_) #t) ((_ x y ...) (od? y ...))))
                      (od? (syntax-rules () ((_) #f) ((_ x y ...) (ev? y ...)))))
        (list (ev? 1 2 3 4) (ev? 1 2 3))))
(define-syntax while
  (syntax-rules () ((_ test body ...) (let loop () (when test body ... (loop))))))
(define i 0)
(while (< i 5) (set! i (+ i 1)))
(show i)
;; A variable under more ellipses than in its pattern.
(define-syntax prefixed (syntax-rules () ((_ (a ...) (b ...)) '((a b ...) ...))))
(show (prefixed (1 2) (3 4)))
(show (prefixed () (3 4)))
(show (prefixed (1 2) ()))
(define-syntax turned
  (syntax-rules () ((_ (a b ...) ...) '((b ... a) ... (a ...) (b ... ...)))))
(show (turned (1 2 3) (4) (5 6)))

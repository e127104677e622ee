; Symbolic work: derivatives and their simplification by rules, a theorem prover for propositional
; logic, polynomials as association lists, and unification.

(define (derive e)
  (cond ((number? e) 0)
        ((symbol? e) (if (eq? e 'x) 1 0))
        (else
         (let ((a (cadr e)) (b (if (pair? (cddr e)) (caddr e) 0)))
           (case (car e)
             ((+) `(+ ,(derive a) ,(derive b)))
             ((-) `(- ,(derive a) ,(derive b)))
             ((*) `(+ (* ,(derive a) ,b) (* ,a ,(derive b))))
             ((/) `(/ (- (* ,(derive a) ,b) (* ,a ,(derive b))) (^ ,b 2)))
             ((^) `(* (* ,b (^ ,a ,(- b 1))) ,(derive a)))
             ((sin) `(* (cos ,a) ,(derive a)))
             ((cos) `(* (- 0 (sin ,a)) ,(derive a)))
             ((exp) `(* (exp ,a) ,(derive a)))
             (else (error "unknown operator" e)))))))

; Rules: a pattern and what replaces it. `(? a)` matches anything, `(n a)` a number.
(define rules
  '(((+ 0 (? a)) (? a))
    ((+ (? a) 0) (? a))
    ((- (? a) 0) (? a))
    ((- (? a) (? a)) 0)
    ((* 0 (? a)) 0)
    ((* (? a) 0) 0)
    ((* 1 (? a)) (? a))
    ((* (? a) 1) (? a))
    ((/ 0 (? a)) 0)
    ((/ (? a) 1) (? a))
    ((^ (? a) 1) (? a))
    ((^ (? a) 0) 1)
    ((+ (? a) (? a)) (* 2 (? a)))
    ((* (n a) (* (n b) (? c))) (* (fold * (n a) (n b)) (? c)))
    ((* (? a) (n b)) (* (n b) (? a)))
    ((+ (n a) (n b)) (fold + (n a) (n b)))
    ((- (n a) (n b)) (fold - (n a) (n b)))
    ((* (n a) (n b)) (fold * (n a) (n b)))
    ((+ (* (? a) (? b)) (* (? a) (? c))) (* (? a) (+ (? b) (? c))))
    ((* (exp (? a)) (exp (? b))) (exp (+ (? a) (? b))))))

(define (variable? pattern)
  (and (pair? pattern) (memq (car pattern) '(? n))))

; The bindings that make a pattern equal to an expression, or #f.
(define (match pattern e bindings)
  (cond ((not bindings) #f)
        ((variable? pattern)
         (let ((bound (assq (cadr pattern) bindings)))
           (cond (bound (and (equal? (cdr bound) e) bindings))
                 ((and (eq? (car pattern) 'n) (not (number? e))) #f)
                 (else (cons (cons (cadr pattern) e) bindings)))))
        ((pair? pattern)
         (and (pair? e)
              (match (cdr pattern) (cdr e) (match (car pattern) (car e) bindings))))
        (else (and (eqv? pattern e) bindings))))

(define (instantiate template bindings)
  (cond ((not (pair? template)) template)
        ((variable? template) (cdr (assq (cadr template) bindings)))
        ((eq? (car template) 'fold)
         (let ((a (instantiate (caddr template) bindings)) (b (instantiate (cadddr template) bindings)))
           (case (cadr template) ((+) (+ a b)) ((-) (- a b)) (else (modulo (* a b) 10007)))))
        (else (cons (instantiate (car template) bindings) (instantiate (cdr template) bindings)))))

(define (rewrite e)
  (let loop ((rest rules))
    (if (null? rest)
        e
        (let ((bindings (match (caar rest) e '())))
          (if bindings
              (let ((result (instantiate (cadar rest) bindings)))
                (if (equal? result e) (loop (cdr rest)) (simplify result)))
              (loop (cdr rest)))))))

(define (simplify e)
  (if (pair? e)
      (rewrite (cons (car e) (map simplify (cdr e))))
      e))

(define (size e) (if (pair? e) (apply + 1 (map size (cdr e))) 1))

(define (derivatives e times)
  (if (= times 0) (size e) (derivatives (simplify (derive e)) (- times 1))))

; Wang's algorithm: a sequent holds if some formula stands on both sides once all are taken apart.
(define (holds? left right atoms-left atoms-right)
  (cond ((pair? left)
         (let ((f (car left)) (rest (cdr left)))
           (if (symbol? f)
               (or (memq f atoms-right) (holds? rest right (cons f atoms-left) atoms-right))
               (case (car f)
                 ((not) (holds? rest (cons (cadr f) right) atoms-left atoms-right))
                 ((and) (holds? (cons (cadr f) (cons (caddr f) rest)) right atoms-left atoms-right))
                 ((or) (and (holds? (cons (cadr f) rest) right atoms-left atoms-right)
                            (holds? (cons (caddr f) rest) right atoms-left atoms-right)))
                 (else (and (holds? (cons (caddr f) rest) right atoms-left atoms-right)
                            (holds? rest (cons (cadr f) right) atoms-left atoms-right)))))))
        ((pair? right)
         (let ((f (car right)) (rest (cdr right)))
           (if (symbol? f)
               (or (memq f atoms-left) (holds? left rest atoms-left (cons f atoms-right)))
               (case (car f)
                 ((not) (holds? (cons (cadr f) left) rest atoms-left atoms-right))
                 ((or) (holds? left (cons (cadr f) (cons (caddr f) rest)) atoms-left atoms-right))
                 ((and) (and (holds? left (cons (cadr f) rest) atoms-left atoms-right)
                             (holds? left (cons (caddr f) rest) atoms-left atoms-right)))
                 (else (holds? (cons (cadr f) left) (cons (caddr f) rest) atoms-left atoms-right))))))
        (else #f)))

; A chain of implications, from which its ends follow.
(define (chain atoms)
  (if (null? (cddr atoms))
      `(implies ,(car atoms) ,(cadr atoms))
      `(and (implies ,(car atoms) ,(cadr atoms)) ,(chain (cdr atoms)))))

(define (tautology? formula) (if (holds? '() (list formula) '() '()) 1 0))

(define theorems
  (let ((atoms '(a b c d e f g h i j)))
    `((implies ,(chain atoms) (implies a j))
      (implies ,(chain atoms) (implies j a))
      (implies (and (or a b) (and (or (not a) c) (or (not b) c))) c)
      (implies (not (and a (and b (and c d)))) (or (not a) (or (not b) (or (not c) (not d)))))
      (implies (and ,(chain atoms) (and (or a b) (or (not j) k))) k))))

; Unification with terms as lists and variables as numbers; a substitution is an association list.
(define (resolve term bindings)
  (let ((bound (and (number? term) (assv term bindings))))
    (if bound (resolve (cdr bound) bindings) term)))

(define (occurs? variable term bindings)
  (let ((term (resolve term bindings)))
    (cond ((pair? term)
           (or (occurs? variable (car term) bindings) (occurs? variable (cdr term) bindings)))
          (else (eqv? variable term)))))

(define (unify a b bindings)
  (and bindings
       (let ((a (resolve a bindings)) (b (resolve b bindings)))
         (cond ((eqv? a b) bindings)
               ((number? a) (and (not (occurs? a b bindings)) (cons (cons a b) bindings)))
               ((number? b) (unify b a bindings))
               ((and (pair? a) (pair? b))
                (unify (cdr a) (cdr b) (unify (car a) (car b) bindings)))
               (else #f)))))

(define (nested n base)
  (if (= n 0) 'leaf (list 'node (+ base n) (nested (- n 1) base))))

(define (repeat times thunk)
  (let loop ((i 1) (result (thunk)))
    (if (= i times) result (loop (+ i 1) (modulo (+ result (thunk)) 1000003)))))

(define (show name value)
  (display name)
  (display " ")
  (display value)
  (newline))

(show "derivatives" (repeat 130 (lambda () (derivatives '(* (exp (* 2 x)) (/ (sin (^ x 3)) (+ x 1))) 4))))
(show "theorems" (repeat 3500 (lambda () (apply + (map tautology? theorems)))))
(show "unified" (repeat 30000 (lambda () (length (unify (nested 60 0) (nested 60 100) '())))))

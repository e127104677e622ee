(define-syntax) ; ERROR malformed define-syntax
(define-syntax a) ; ERROR malformed define-syntax
(define-syntax "a" (syntax-rules ())) ; ERROR malformed define-syntax
(define-syntax a 5) ; ERROR unknown kind of macro
(define-syntax a (lambda (x) x)) ; ERROR unknown kind of macro
(define-syntax a (syntax-rules)) ; ERROR malformed syntax-rules
(define-syntax a (syntax-rules x)) ; ERROR malformed syntax-rules
(define-syntax a (syntax-rules (1))) ; ERROR malformed syntax-rules
(define-syntax a (syntax-rules () (x))) ; ERROR malformed rule
(define-syntax a (syntax-rules () (x 1))) ; ERROR malformed pattern
(define-syntax a (syntax-rules () ((_ x) 1 2))) ; ERROR malformed rule
(define-syntax a (syntax-rules () ((_ x x) 1))) ; ERROR malformed pattern
(define-syntax a (syntax-rules () ((_ (x) #(x)) 1))) ; ERROR malformed pattern
(define-syntax a (syntax-rules () ((_ ...) 1))) ; ERROR misplaced ellipsis
(define-syntax a (syntax-rules () ((_ ... x) 1))) ; ERROR misplaced ellipsis
(define-syntax a (syntax-rules () ((_ x ... y ...) 1))) ; ERROR misplaced ellipsis
(define-syntax a (syntax-rules () ((_ x ... ...) 1))) ; ERROR misplaced ellipsis
(define-syntax a (syntax-rules () ((_ x ...) x))) ; ERROR malformed template
(define-syntax a (syntax-rules () ((_ (x ...) ...) (x ...)))) ; ERROR malformed template
(define-syntax a (syntax-rules () ((_ x) (x ...)))) ; ERROR malformed template
(define-syntax a (syntax-rules () ((_ x) (1 ...)))) ; ERROR malformed template
(let-syntax) ; ERROR malformed let-syntax
(let-syntax ((a)) 1) ; ERROR malformed let-syntax
(let-syntax ((a (syntax-rules () ((_) 1))))) ; ERROR missing body
(let-syntax a 1) ; ERROR malformed let-syntax
(letrec-syntax ((1 (syntax-rules ()))) 1) ; ERROR malformed letrec-syntax

;;; Procedures, errors, and the end of the program.

(define %procedure-type (%tuple #f #f #f))

(define (%wrong-arity name arguments) (%raise (%tuple name arguments #f)))
(define (%unbound-variable name) (%raise name))
(define (%apply-other f arguments) (%raise f))
(define (%make-ratio n d) n)
(define (%utf8->string s) s)
(define (%uncaught object history) (%prim "print" history) (%prim "exit" 1))
(define (%finish) #t)
(define (display x) (%prim "print" (%prim "i64.to.str" x 10)) (%prim "print" 'newline))
(define (%bad x y) (%raise x))
(define-inline (eq? a b) (%same a b))
(define-inline (cons a b) (%tuple a b))
(define-inline (car x) (if (%is tuple 2 x) (%get 2 0 x) (%never (%bad x 'car))))
(define-inline (cdr x) (if (%is tuple 2 x) (%get 2 1 x) (%never (%bad x 'cdr))))

(display (define x 1)) ; ERROR misplaced definition
(if #t (define y 1)) ; ERROR misplaced definition
(let ((x 1)) (define x 2)) ; ERROR missing expression
(let () (define a 1) (define a 2) a) ; ERROR duplicate definition
(let () (define a 2) (define-syntax a (syntax-rules ())) a) ; ERROR duplicate definition
(+ 1 (define-record-type p (m) p?)) ; ERROR misplaced definition
(+ 1 (define-syntax a (syntax-rules ()))) ; ERROR misplaced definition
(+ 1 (define-values (a) 1)) ; ERROR misplaced definition

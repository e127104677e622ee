(define-syntax swap!
  (syntax-rules ()
    ((_ a b) (let ((t a)) (set! a b) (set! b t)))))
(swap! 1) ; ERROR malformed use of `swap!`
(swap! x y z) ; ERROR malformed use of `swap!`
(swap! . x) ; ERROR malformed use of `swap!`
(display swap!) ; ERROR misplaced keyword
(define-syntax zip
  (syntax-rules ()
    ((_ (a ...) (b ...)) (list (cons a b) ...))))
(zip (1 2) (3)) ; ERROR malformed use of a macro
(define-syntax refuse
  (syntax-rules ()
    ((_ x) (syntax-error "do not write" x))))
(refuse (1 2)) ; ERROR do not write (1 2)
(syntax-error) ; ERROR malformed syntax-error
(define-syntax broken
  (syntax-rules ()
    ((_ x) (let ((x)) x))))
(broken y) ; ERROR malformed let

(define x 1)
(set!) ; ERROR malformed set!
(set! x) ; ERROR malformed set!
(set! x 1 2) ; ERROR malformed set!
(set! (car x) 1) ; ERROR malformed set!
(set! if 1) ; ERROR misplaced keyword
(set! car 1) ; ERROR assignment to an import
(define-syntax m (syntax-rules () ((_) 1)))
(set! m 1) ; ERROR misplaced keyword

;;; Numbers.
(define (%add x y) (%raise x))
(define-inline (+ x y) (%flagged ("small.add" x y) r r (%add x y)))
(define-inline (- x y) (%flagged ("small.sub" x y) r r (%add x y)))
(define-inline (< x y) (%flagged ("small.lt" x y) r r (%add x y)))

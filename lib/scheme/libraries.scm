(define-library (scheme base)
  (export quote quasiquote lambda if set! let let* letrec define begin cond and or + - < display
   car cdr cons eq?))

;;; What the standard libraries export. Everything is defined in the other files.

(define-library (scheme base)
  (export
    ;; Forms
    ... => _ and begin case cond cond-expand define define-record-type define-syntax
    define-values do else guard if include include-ci lambda let let* let*-values
    let-syntax let-values letrec letrec* letrec-syntax or parameterize quasiquote
    quote set! syntax-error syntax-rules unless unquote unquote-splicing when
    ;; Control
    apply boolean=? boolean? call-with-current-continuation call-with-values call/cc
    dynamic-wind eq? equal? eqv? error error-object-irritants error-object-message
    error-object? file-error? make-parameter not procedure? raise raise-continuable
    read-error? symbol=? symbol? values with-exception-handler))

(define-library (scheme case-lambda)
  (export case-lambda))

(define-library (scheme lazy)
  (export delay delay-force force make-promise promise?))

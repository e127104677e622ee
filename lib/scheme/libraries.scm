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
    read-error? symbol=? symbol? values with-exception-handler
    ;; Ports
    binary-port? call-with-port char-ready? close-input-port close-output-port
    close-port current-error-port current-input-port current-output-port eof-object
    eof-object? features flush-output-port get-output-bytevector get-output-string
    input-port-open? input-port? newline open-input-bytevector open-input-string
    open-output-bytevector open-output-string output-port-open? output-port?
    peek-char peek-u8 port? read-bytevector read-bytevector! read-char read-line
    read-string read-u8 textual-port? u8-ready? write-bytevector write-char
    write-string write-u8
    ;; Numbers
    * + - / < <= = > >= abs ceiling complex? denominator even? exact
    exact-integer-sqrt exact-integer? exact? expt floor floor-quotient
    floor-remainder floor/ gcd inexact inexact? integer? lcm max min modulo
    negative? number->string number? numerator odd? positive? quotient rational?
    rationalize real? remainder round square string->number truncate
    truncate-quotient truncate-remainder truncate/ zero?))

(define-library (scheme case-lambda)
  (export case-lambda))

(define-library (scheme lazy)
  (export delay delay-force force make-promise promise?))

(define-library (scheme file)
  (export
    call-with-input-file call-with-output-file delete-file file-exists?
    open-binary-input-file open-binary-output-file open-input-file open-output-file
    with-input-from-file with-output-to-file))

(define-library (scheme process-context)
  (export
    command-line emergency-exit exit get-environment-variable
    get-environment-variables))

(define-library (scheme read)
  (export read))

(define-library (scheme time)
  (export current-jiffy current-second jiffies-per-second))

(define-library (scheme write)
  (export display write write-shared write-simple))

(define-library (scheme inexact)
  (export acos asin atan cos exp finite? infinite? log nan? sin sqrt tan))

(define-library (srfi 151)
  (export arithmetic-shift bit-count bit-set? bitwise-and bitwise-ior bitwise-not
    bitwise-xor first-set-bit integer-length))

(define-library (scheme r5rs)
  (export
    ;; Numbers
    * + - / < <= = > >= abs acos asin atan ceiling complex? cos denominator even?
    exact->inexact exact? exp expt floor gcd inexact->exact inexact? integer? lcm
    log max min modulo negative? number->string number? numerator odd? positive?
    quotient rational? rationalize real? remainder round sin sqrt string->number
    tan truncate zero?
    ;; Ports
    call-with-input-file call-with-output-file char-ready? close-input-port
    close-output-port current-input-port current-output-port display eof-object?
    input-port? newline open-input-file open-output-file output-port? peek-char read
    read-char with-input-from-file with-output-to-file write write-char))

; What Chez Scheme needs to compile the programs of this folder: the names of R7RS and SRFI 69 that
; it lacks or gives another meaning. It stands before the program. All are macros, so that they
; cost nothing; they are no values.
;
; A program may not define a name that it imports, and Chez has many more names than R7RS: those
; that both have are imported as they are, and all of Chez's with a prefix.
(import (prefix (chezscheme) chez:)
        (only (chezscheme) syntax syntax-case with-syntax)
        (only (chezscheme)
              * + - ... / < <= = => > >= _ abs acos and append apply asin assoc assq assv
              atan begin binary-port? boolean=? boolean? bytevector bytevector-copy
              bytevector-length bytevector-u8-ref bytevector-u8-set! bytevector? caaar caadr
              caar cadar cadddr caddr cadr call-with-current-continuation
              call-with-input-file call-with-output-file call-with-port call-with-values
              call/cc car case case-lambda cdaar cdaddr cdadr cdar cddar cddddr cdddr cddr cdr
              ceiling char->integer char-alphabetic? char-ci<=? char-ci<? char-ci=?
              char-ci>=? char-ci>? char-downcase char-foldcase char-lower-case?
              char-numeric? char-ready? char-upcase char-upper-case? char-whitespace?
              char<=? char<? char=? char>=? char>? char? close-input-port close-output-port
              close-port command-line complex? cond cons cos current-error-port
              current-input-port current-output-port define define-syntax define-values
              delay delete-file denominator display do dynamic-wind else environment
              eof-object eof-object? eq? equal? eqv? eval even? exact exact-integer-sqrt
              exact? exit exp expt file-exists? finite? floor flush-output-port for-each
              force gcd get-output-string guard if inexact inexact? infinite? input-port?
              integer->char integer? interaction-environment lambda lcm length let let*
              let*-values let-syntax let-values letrec letrec* letrec-syntax list
              list->string list->vector list-copy list-ref list-tail list? load log
              make-bytevector make-list make-parameter make-string make-vector map max
              member memq memv min modulo nan? negative? newline not null? number->string
              number? numerator odd? open-input-file open-input-string open-output-file
              open-output-string or output-port? pair? parameterize peek-char positive?
              procedure? quasiquote quote quotient raise raise-continuable rational?
              rationalize read read-char real? remainder reverse round set! set-car!
              set-cdr! sin sqrt string string->list string->number string->symbol
              string->utf8 string-append string-ci<=? string-ci<? string-ci=? string-ci>=?
              string-ci>? string-downcase string-fill! string-foldcase string-for-each
              string-length string-ref string-set! string-upcase string<=? string<? string=?
              string>=? string>? string? substring symbol->string symbol=? symbol?
              syntax-error syntax-rules tan textual-port? truncate unless unquote
              unquote-splicing utf8->string values vector vector->list vector-copy
              vector-fill! vector-for-each vector-length vector-map vector-ref vector-set!
              vector? when with-exception-handler with-input-from-file with-output-to-file
              write write-char zero?))

; Records of R7RS have no children, and a program defines each once.
(define-syntax define-record-type
  (lambda (form)
    (define (field spec)
      (syntax-case spec ()
        ((name get) #'(chez:immutable name get))
        ((name get set) #'(chez:mutable name get set))))
    (define (field-name spec)
      (syntax-case spec ()
        ((name . rest) #'name)))
    (define (same? a b)
      (cond ((null? a) (null? b))
            ((null? b) #f)
            (else (and (chez:bound-identifier=? (car a) (car b)) (same? (cdr a) (cdr b))))))
    (define (given? name arguments)
      (chez:exists (lambda (argument) (chez:bound-identifier=? argument name)) arguments))
    (syntax-case form ()
      ((_ type (make argument ...) is? spec ...)
       (let ((names (map field-name #'(spec ...)))
             (arguments #'(argument ...)))
         (with-syntax (((clause ...) (map field #'(spec ...)))
                       ((value ...)
                        (map (lambda (name) (if (given? name arguments) name #'#f)) names)))
           (if (same? names arguments)
               #'(chez:define-record-type (type make is?)
                   (chez:nongenerative) (chez:sealed #t) (chez:fields clause ...))
               #'(chez:define-record-type (type make is?)
                   (chez:nongenerative) (chez:sealed #t) (chez:fields clause ...)
                   (chez:protocol (lambda (new) (lambda (argument ...) (new value ...)))))))))
      ((_ type make is? spec ...)
       (with-syntax (((name ...) (map field-name #'(spec ...))))
         #'(define-record-type type (make name ...) is? spec ...))))))

(define-syntax make-hash-table
  (syntax-rules (eq? eqv? = equal? string=?)
    ((_) (chez:make-hashtable chez:equal-hash equal?))
    ((_ eq?) (chez:make-eq-hashtable))
    ((_ eqv?) (chez:make-eqv-hashtable))
    ((_ =) (chez:make-eqv-hashtable))
    ((_ string=?) (chez:make-hashtable chez:string-hash string=?))
    ((_ equal?) (chez:make-hashtable chez:equal-hash equal?))
    ((_ same? hash) (chez:make-hashtable hash same?))))
(define-syntax hash-table-set!
  (syntax-rules () ((_ table key value) (chez:hashtable-set! table key value))))
(define-syntax hash-table-ref/default
  (syntax-rules () ((_ table key default) (chez:hashtable-ref table key default))))
(define-syntax hash-table-ref
  (syntax-rules ()
    ((_ table key fail)
     (let* ((t table) (k key) (found (chez:hashtable-ref t k hash-table-ref-none)))
       (if (eq? found hash-table-ref-none) (fail) found)))))
(define hash-table-ref-none (list 'none))
(define-syntax hash-table-update!
  (syntax-rules ()
    ((_ table key change fail)
     (let ((t table) (k key)) (hash-table-set! t k (change (hash-table-ref t k fail)))))))
(define-syntax hash-table-update!/default
  (syntax-rules () ((_ table key change default) (chez:hashtable-update! table key change default))))
(define-syntax hash-table-delete!
  (syntax-rules () ((_ table key) (chez:hashtable-delete! table key))))
(define-syntax hash-table-contains?
  (syntax-rules () ((_ table key) (chez:hashtable-contains? table key))))
(define-syntax hash-table-exists?
  (syntax-rules () ((_ table key) (chez:hashtable-contains? table key))))
(define-syntax hash-table-size
  (syntax-rules () ((_ table) (chez:hashtable-size table))))
(define-syntax hash-table-clear!
  (syntax-rules () ((_ table) (chez:hashtable-clear! table))))
(define-syntax hash-table-copy
  (syntax-rules () ((_ table) (chez:hashtable-copy table #t))))
(define-syntax hash-table-keys
  (syntax-rules () ((_ table) (chez:vector->list (chez:hashtable-keys table)))))
(define-syntax hash-table-values
  (syntax-rules () ((_ table) (chez:vector->list (chez:hashtable-values table)))))
(define-syntax hash-table->alist
  (syntax-rules () ((_ table) (chez:vector->list (chez:hashtable-cells table)))))
(define-syntax hash-table-walk
  (syntax-rules ()
    ((_ table visit)
     (let ((f visit))
       (vector-for-each (lambda (cell) (f (car cell) (cdr cell))) (chez:hashtable-cells table))))))

(define-syntax error
  (syntax-rules () ((_ message irritant ...) (chez:error #f message irritant ...))))
(define-syntax error-object-message
  (syntax-rules () ((_ object) (chez:condition-message object))))
(define-syntax floor-quotient
  (syntax-rules () ((_ a b) (let ((n a) (d b)) (quotient (- n (modulo n d)) d)))))
(define-syntax floor-remainder (syntax-rules () ((_ a b) (modulo a b))))
(define-syntax truncate-quotient (syntax-rules () ((_ a b) (quotient a b))))
(define-syntax truncate-remainder (syntax-rules () ((_ a b) (remainder a b))))
(define-syntax exact-integer?
  (syntax-rules () ((_ a) (let ((n a)) (and (integer? n) (exact? n))))))
(define-syntax square (syntax-rules () ((_ a) (let ((n a)) (* n n)))))
(define-syntax write-string
  (syntax-rules ()
    ((_ text) (chez:put-string (current-output-port) text))
    ((_ text port) (chez:put-string port text))))
(define-syntax read-line
  (syntax-rules () ((_) (chez:get-line (current-input-port))) ((_ port) (chez:get-line port))))
(define-syntax string-copy
  (syntax-rules ()
    ((_ text) (chez:string-copy text))
    ((_ text start) (let ((s text)) (substring s start (string-length s))))
    ((_ text start end) (substring text start end))))

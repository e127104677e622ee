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
    ;; Lists
    append assoc assq assv caar cadr car cdar cddr cdr cons for-each length list
    list-copy list-ref list-set! list-tail list? make-list map member memq memv
    null? pair? reverse set-car! set-cdr!
    ;; Characters
    char->integer char<=? char<? char=? char>=? char>? char? integer->char
    ;; Strings and symbols
    list->string make-string string string->list string->symbol string->utf8
    string->vector string-append string-copy string-copy! string-fill!
    string-for-each string-length string-map string-ref string-set! string<=?
    string<? string=? string>=? string>? string? substring symbol->string
    utf8->string
    ;; Vectors and bytevectors
    bytevector bytevector-append bytevector-copy bytevector-copy! bytevector-length
    bytevector-u8-ref bytevector-u8-set! bytevector? list->vector make-bytevector
    make-vector vector vector->list vector->string vector-append vector-copy
    vector-copy! vector-fill! vector-for-each vector-length vector-map vector-ref
    vector-set! vector?))

(define-library (scheme case-lambda)
  (export case-lambda))

(define-library (scheme char)
  (export
    char-alphabetic? char-ci<=? char-ci<? char-ci=? char-ci>=? char-ci>?
    char-downcase char-foldcase char-lower-case? char-numeric? char-upcase
    char-upper-case? char-whitespace? digit-value string-ci<=? string-ci<?
    string-ci=? string-ci>=? string-ci>? string-downcase string-foldcase
    string-upcase))

(define-library (scheme cxr)
  (export
    caaaar caaadr caaar caadar caaddr caadr cadaar cadadr cadar caddar cadddr
    caddr cdaaar cdaadr cdaar cdadar cdaddr cdadr cddaar cddadr cddar cdddar
    cddddr cdddr))

(define-library (scheme lazy)
  (export delay delay-force force make-promise promise?))

(define-library (srfi 1)
  (export
    alist-cons alist-copy alist-delete alist-delete! any append append!
    append-map append-map! append-reverse append-reverse! assoc assq assv break
    break! caaaar caaadr caaar caadar caaddr caadr caar cadaar cadadr cadar
    caddar cadddr caddr cadr car car+cdr cdaaar cdaadr cdaar cdadar cdaddr cdadr
    cdar cddaar cddadr cddar cdddar cddddr cdddr cddr cdr circular-list
    circular-list? concatenate concatenate! cons cons* count delete delete!
    delete-duplicates delete-duplicates! dotted-list? drop drop-right
    drop-right! drop-while eighth every fifth filter filter! filter-map find
    find-tail first fold fold-right for-each fourth iota last last-pair length
    length+ list list-copy list-index list-ref list-tabulate list-tail list=
    lset-adjoin lset-difference lset-intersection lset-union lset-xor lset<=
    lset= make-list map map! map-in-order member memq memv ninth not-pair?
    null-list? null? pair-fold pair-fold-right pair-for-each pair? partition
    partition! proper-list? reduce reduce-right remove remove! reverse reverse!
    second set-car! set-cdr! seventh sixth span span! split-at split-at! take
    take! take-right take-while take-while! tenth third unfold unfold-right
    unzip1 unzip2 unzip3 xcons zip))

(define-library (srfi 69)
  (export
    alist->hash-table hash hash-by-identity hash-table->alist hash-table-clear!
    hash-table-copy hash-table-delete! hash-table-equivalence-function
    hash-table-exists? hash-table-fold hash-table-hash-function hash-table-keys
    hash-table-merge! hash-table-ref hash-table-ref/default hash-table-set!
    hash-table-size hash-table-update! hash-table-update!/default
    hash-table-values hash-table-walk hash-table? make-hash-table string-ci-hash
    string-hash))

(define-library (srfi 125)
  (export
    alist->hash-table hash hash-by-identity hash-table hash-table->alist
    hash-table-clear! hash-table-contains? hash-table-copy hash-table-count
    hash-table-delete! hash-table-difference! hash-table-empty-copy
    hash-table-empty? hash-table-entries hash-table-equivalence-function
    hash-table-exists? hash-table-find hash-table-fold hash-table-for-each
    hash-table-hash-function hash-table-intern! hash-table-intersection!
    hash-table-keys hash-table-map hash-table-map! hash-table-map->list
    hash-table-mutable? hash-table-pop! hash-table-prune! hash-table-ref
    hash-table-ref/default hash-table-set! hash-table-size hash-table-unfold
    hash-table-union! hash-table-update! hash-table-update!/default
    hash-table-values hash-table-walk hash-table-xor! hash-table=? hash-table?
    make-hash-table string-ci-hash string-hash))

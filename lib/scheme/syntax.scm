;;; Syntax at run time: identifiers, and what they mean where.
;;;
;;; Syntax is data. An identifier is a symbol, or an alias that a macro has inserted for one: new at
;;; every use of the macro. An alias that nothing binds means what its symbol means where the macro
;;; was defined; so neither can a macro capture a variable of its user, nor the other way round.

(define %alias-type (%make-record-type 'identifier '()))
(define-inline (%alias-of alias) (%get 3 1 alias))
(define-inline (%alias-scope alias) (%get 3 2 alias))
(define (%alias? x) (and (%is tuple 3 x) (%same (%get 3 0 x) %alias-type)))
(define (%identifier? x) (or (%is symbol x) (%alias? x)))

;; True as soon as there are aliases: before, syntax is the data it denotes.
(define %aliases? #f)

(define (%make-alias of scope)
  (set! %aliases? #t)
  (%tuple %alias-type of scope))

(define (%identifier-name x) (if (%alias? x) (%identifier-name (%alias-of x)) x))

;; The datum that syntax denotes: it is the same object unless it has aliases in it.
(define (%strip x)
  (if (and %aliases? (%has-alias? x (%make-object-table)))
      (%copy-stripped x (%make-object-table))
      x))

(define (%has-alias? x seen)
  (define (first-time?)
    (and (eqv? (%object-value seen x) 0)
         (begin (%set-object-value seen x 1) #t)))
  (cond ((pair? x)
         (and (first-time?)
              (or (%has-alias? (car x) seen) (%has-alias? (cdr x) seen))))
        ((vector? x)
         (and (first-time?)
              (let loop ((i 0))
                (and (%small< i (vector-length x))
                     (or (%has-alias? (vector-ref x i) seen) (loop (%small+ i 1)))))))
        (else (%alias? x))))

;; The table has the copies of the objects that are copied, which may be cyclic.
(define (%copy-stripped x copies)
  (define (known copy)
    (%set-object-value copies x copy)
    copy)
  (cond ((%alias? x) (%identifier-name x))
        ((not (or (pair? x) (vector? x))) x)
        ((not (eqv? (%object-value copies x) 0)) (%object-value copies x))
        ((pair? x)
         (let ((copy (known (cons #f #f))))
           (set-car! copy (%copy-stripped (car x) copies))
           (set-cdr! copy (%copy-stripped (cdr x) copies))
           copy))
        (else
         (let ((copy (known (make-vector (vector-length x) #f))))
           (do ((i 0 (%small+ i 1)))
               ((%same i (vector-length x)) copy)
             (vector-set! copy i (%copy-stripped (vector-ref x i) copies)))))))

;;; The meanings of identifiers:
;;;   (local LEVEL NAME INDEX)   a variable in a frame, see closures.scm
;;;   (cell VALUE NAME #f)       a variable of an environment
;;;   (import VALUE NAME STANDARD?)  a variable of a library
;;;   (keyword WORD #f #f)       a form of the language
;;;   (macro SCOPE RULES WORDS)  see rules.scm

(define-inline (%make-meaning kind x y z) (%tuple kind x y z))
(define-inline (%meaning-kind meaning) (%get 4 0 meaning))
(define-inline (%meaning-value meaning) (%get 4 1 meaning))
(define-inline (%meaning-name meaning) (%get 4 2 meaning))
(define-inline (%meaning-index meaning) (%get 4 3 meaning))
(define-inline (%set-meaning-value meaning x) (%set 4 1 meaning x))

(define (%meaning-is? meaning kind) (and meaning (%same (%meaning-kind meaning) kind)))
(define (%keyword? meaning word)
  (and (%meaning-is? meaning 'keyword) (%same (%meaning-value meaning) word)))

;;; Scopes: an environment has the table of its identifiers, a scope inside of it an association
;;; list, the scope outside, and the number of frames around its code.

(define %environment-type (%make-record-type 'environment '()))
(define (%make-environment) (%tuple %environment-type (%make-object-table) #f))
(define (%environment? x) (and (%is tuple 3 x) (%same (%get 3 0 x) %environment-type)))

(define (%make-scope outside depth) (%tuple '() outside depth))
(define-inline (%scope-meanings scope) (%get 3 0 scope))
(define-inline (%scope-outside scope) (%get 3 1 scope))
(define (%scope-depth scope) (if (%environment? scope) 0 (%get 3 2 scope)))

;; The meaning that a scope itself gives an identifier, or false.
(define (%own-meaning identifier scope)
  (if (%environment? scope)
      (let ((meaning (%object-value (%get 3 1 scope) identifier)))
        (if (eqv? meaning 0) #f meaning))
      (let ((found (assq identifier (%scope-meanings scope))))
        (and found (cdr found)))))

;; The meaning of an identifier in a scope, or false.
(define (%meaning identifier scope)
  (or (%own-meaning identifier scope)
      (cond ((not (%environment? scope)) (%meaning identifier (%scope-outside scope)))
            ((%alias? identifier) (%meaning (%alias-of identifier) (%alias-scope identifier)))
            (else #f))))

(define (%bind identifier scope meaning)
  (if (%environment? scope)
      (%set-object-value (%get 3 1 scope) identifier meaning)
      (%set 3 0 scope (cons (cons identifier meaning) (%scope-meanings scope)))))

;; The cell of a variable that nothing defines so far.
(define (%future-cell identifier scope)
  (cond ((not (%environment? scope)) (%future-cell identifier (%scope-outside scope)))
        ((%alias? identifier) (%future-cell (%alias-of identifier) (%alias-scope identifier)))
        (else (%new-cell identifier scope (%special unbound)))))

(define (%new-cell identifier environment value)
  (let ((cell (%make-meaning 'cell value (%identifier-name identifier) #f)))
    (%bind identifier environment cell)
    cell))

;; True if two identifiers mean the same, each in its scope.
(define (%same-meaning? x x-scope y y-scope)
  (let ((a (%defined-meaning x x-scope)) (b (%defined-meaning y y-scope)))
    (cond ((not a) (and (not b) (%same (%identifier-name x) (%identifier-name y))))
          ((not b) #f)
          ((%same a b) #t)
          ((%same (%meaning-kind a) (%meaning-kind b))
           (and (memq (%meaning-kind a) '(import keyword))
                (%same (%meaning-value a) (%meaning-value b))))
          (else #f))))

(define (%defined-meaning identifier scope)
  (let ((meaning (%meaning identifier scope)))
    (if (and (%meaning-is? meaning 'cell)
             (%same (%meaning-value meaning) (%special unbound)))
        #f
        meaning)))

;;; Errors

(define (%malformed what form)
  (error (string-append "malformed " what ":") (%strip form)))
;;; Lists and small numbers

(define-syntax %small<=
  (syntax-rules () ((_ x y) (%prim "sle.i64" x y))))

;; The procedures of the language are written out where they are called; these are not.
(define (%map1 f list)
  (if (pair? list)
      (let ((first (f (car list)))) (cons first (%map1 f (cdr list))))
      '()))
(define (%for-each1 f list)
  (when (pair? list)
    (f (car list))
    (%for-each1 f (cdr list))))
(define (%every right? list)
  (or (null? list) (and (right? (car list)) (%every right? (cdr list)))))

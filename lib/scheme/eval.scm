;;; Evaluation at run time: environments, libraries, files.
;;;
;;; Every environment may be extended by definitions. A definition of what is imported hides it.

(define (%check-environment who x)
  (unless (%environment? x) (%wrong-type who "an environment" x)))

(define (eval form environment)
  (%check-environment 'eval environment)
  (set! %steps (%most-steps))
  (let ((items (reverse (%scan (list form) environment '()))))
    (if (null? items)
        (%special unspecified)
        (%evaluate (%items-node items)))))

(define load
  (case-lambda
    ((name) (load name (interaction-environment)))
    ((name environment)
     (%check-environment 'load environment)
     (%for-each1 (lambda (form) (eval form environment)) (%read-file name #f)))))

;; All data of a file.
(define (%read-file name fold?)
  (let ((port (open-input-file name)))
    (when fold? (%set 10 9 port #t))
    (let loop ((forms '()))
      (let ((form (read port)))
        (if (eof-object? form)
            (begin (close-port port) (reverse forms))
            (loop (cons form forms)))))))

;;; Forms that stand for others

(define (%included word form parts)
  (if (%same word 'cond-expand)
      (%chosen-forms form parts)
      (begin
        (%check-shape form parts 1 #f)
        (unless (%every string? parts) (%malformed-form form))
        (apply append
               (%map1 (lambda (name) (%read-file name (%same word 'include-ci))) parts)))))

;; The forms of the first clause of `cond-expand` whose requirement is met.
(define (%chosen-forms form clauses)
  (cond ((null? clauses) '())
        ((not (and (list? (car clauses)) (pair? (car clauses)))) (%malformed-form form))
        ((%met? (%strip (caar clauses)) form) (cdar clauses))
        (else (%chosen-forms form (cdr clauses)))))

(define (%met? requirement form)
  (cond ((symbol? requirement)
         (or (%same requirement 'else) (if (memq requirement (features)) #t #f)))
        ((not (and (list? requirement) (pair? requirement))) (%malformed-form form))
        (else
         (let ((parts (cdr requirement)))
           (case (car requirement)
             ((and) (%every (lambda (part) (%met? part form)) parts))
             ((or) (not (%every (lambda (part) (not (%met? part form))) parts)))
             ((not) (%check-shape form parts 1 1) (not (%met? (car parts) form)))
             ((library)
              (%check-shape form parts 1 1)
              (if (%find-library (car parts)) #t #f))
             (else (%malformed-form form)))))))

;;; Libraries

(define (%find-library name)
  (and (list? name)
       (pair? name)
       (assoc (%map1 (lambda (part) (if (number? part) (string->symbol (number->string part)) part))
                   name)
              (%libraries))))

;; What a library exports: pairs of a symbol and a meaning.
(define (%library-exports library)
  (append
    (let ((standard? (if (memq (caar library) '(scheme srfi)) #t #f)))
      (%map1 (lambda (variable)
               (cons (car variable)
                     (%make-meaning 'import (cdr variable) (car variable) standard?)))
             (cadr library)))
    (%map1 (lambda (keyword)
           (cons (car keyword) (%make-meaning 'keyword (cdr keyword) #f #f)))
         (caddr library))))

;; Imports a set, `(only (scheme base) car)`, into an environment.
(define (%import set environment)
  (%for-each1 (lambda (export) (%bind (car export) environment (cdr export)))
            (%import-set (%strip set))))

(define (%import-set set)
  (unless (and (list? set) (pair? set)) (%malformed "import" set))
  (let ((modifier?
          (and (memq (car set) '(only except prefix rename))
               (pair? (cdr set))
               (pair? (cadr set)))))
    (if modifier?
        (let ((exports (%import-set (cadr set))) (words (cddr set)))
          (case (car set)
            ((only) (%map1 (lambda (name) (%find-export name exports set)) words))
            ((except)
             (%for-each1 (lambda (name) (%find-export name exports set)) words)
             (%without words exports))
            ((prefix)
             (unless (and (%same (length words) 1) (symbol? (car words))) (%malformed "import" set))
             (%with-prefix (symbol->string (car words)) exports))
            (else (%renamed words exports set))))
        (let ((library (%find-library set)))
          (if library
              (%library-exports library)
              (error "unknown library:" set))))))

(define (%find-export name exports set)
  (or (and (symbol? name) (assq name exports))
      (error "unknown name in an import:" name set)))

(define (%without names exports)
  (cond ((null? exports) '())
        ((memq (caar exports) names) (%without names (cdr exports)))
        (else (cons (car exports) (%without names (cdr exports))))))

(define (%with-prefix prefix exports)
  (%map1 (lambda (export)
         (cons (string->symbol (string-append prefix (symbol->string (car export))))
               (cdr export)))
       exports))

(define (%renamed pairs exports set)
  (for-each
    (lambda (pair)
      (unless (and (%same (%list-length pair) 2) (symbol? (cadr pair)))
        (%malformed "import" set))
      (%find-export (car pair) exports set))
    pairs)
  (%map1 (lambda (export)
         (let ((pair (assq (car export) pairs)))
           (if pair (cons (cadr pair) (cdr export)) export)))
       exports))

;;; Environments

(define (environment . sets)
  (let ((environment (%make-environment)))
    (%for-each1 (lambda (set) (%import set environment)) sets)
    environment))

;; The environment for a user, or false as long as nobody has asked for it.
(define %interaction #f)

(define (interaction-environment)
  (unless %interaction
    (set! %interaction (%make-environment))
    (for-each
      (lambda (library)
        (when (memq (caar library) '(scheme srfi))
          (%for-each1 (lambda (export) (%bind (car export) %interaction (cdr export)))
                    (%library-exports library))))
      (%libraries)))
  %interaction)

(define (%check-version who version)
  (unless (eqv? version 5)
    (%fail who "there is no such version of the report:" version)))

(define (scheme-report-environment version)
  (%check-version 'scheme-report-environment version)
  (environment '(scheme r5rs)))

;; The keywords alone.
(define (null-environment version)
  (%check-version 'null-environment version)
  (environment
    '(only (scheme base)
           ... => _ and begin case cond define define-syntax do else if lambda let let* let-syntax
           letrec letrec-syntax or quasiquote quote set! syntax-rules unquote unquote-splicing)
    '(only (scheme lazy) delay)))

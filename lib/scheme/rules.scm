;;; `syntax-rules` at run time: patterns, templates, and the identifiers that templates insert.
;;;
;;; A macro is (macro SCOPE RULES (ELLIPSIS . LITERALS)): the scope of its definition, a list of
;;; pairs of a pattern and a template, and the identifier that says "any number of these": true for
;;; `...`, false if there is none.

(define (%make-macro form scope)
  (let* ((parts (cdr form))
         (own (and (pair? parts) (%identifier? (car parts)) (car parts)))
         (parts (if own (cdr parts) parts)))
    (unless (and (list? parts) (pair? parts) (list? (car parts)) (%every %identifier? (car parts)))
      (%malformed "syntax-rules" form))
    (let* ((literals (car parts))
           (usual (if own own (%find-dots literals)))
           (ellipsis (cond ((and usual (memq usual literals)) #f)
                           (else (or own #t))))
           (words (cons ellipsis literals)))
      (%for-each1 (lambda (rule) (%check-rule rule words form)) (cdr parts))
      (%make-meaning 'macro scope
                     (%map1 (lambda (rule) (cons (cdar rule) (cadr rule))) (cdr parts))
                     words))))

(define (%find-dots identifiers)
  (cond ((null? identifiers) #f)
        ((%same (%identifier-name (car identifiers)) '...) (car identifiers))
        (else (%find-dots (cdr identifiers)))))

(define (%ellipsis? x words)
  (and (%identifier? x)
       (if (%same (car words) #t)
           (%same (%identifier-name x) '...)
           (%same x (car words)))))

;; True if a list has an ellipsis behind its first element.
(define (%repeated? list words)
  (and (pair? (cdr list)) (%ellipsis? (cadr list) words)))

;; The ellipses at the beginning of a list, and the list behind them.
(define (%count-dots list words)
  (let loop ((list list) (count 0))
    (if (and (pair? list) (%ellipsis? (car list) words))
        (loop (cdr list) (%small+ count 1))
        (cons count list))))

;;; Checks of a rule

(define (%check-rule rule words form)
  (unless (and (%same (%list-length rule) 2) (pair? (car rule)))
    (%malformed "syntax-rules" form))
  (let ((variables (%pattern-variables (cdar rule) words 0 '() form)))
    (%check-template (cadr rule) words variables 0 form)))

;; Adds the variables of a pattern, each with the number of ellipses that it is under.
(define (%pattern-variables pattern words depth found form)
  (cond ((%identifier? pattern)
         (cond ((or (memq pattern (cdr words)) (%same (%identifier-name pattern) '_)) found)
               ((or (%ellipsis? pattern words) (assq pattern found))
                (%malformed "syntax-rules" form))
               (else (cons (cons pattern depth) found))))
        ((vector? pattern)
         (%pattern-variables (vector->list pattern) words depth found form))
        ((not (pair? pattern)) found)
        ((%repeated? pattern words)
         (when (%has-dots? (cddr pattern) words) (%malformed "syntax-rules" form))
         (%pattern-variables
           (cddr pattern) words depth
           (%pattern-variables (car pattern) words (%small+ depth 1) found form)
           form))
        (else
         (%pattern-variables
           (cdr pattern) words depth
           (%pattern-variables (car pattern) words depth found form)
           form))))

(define (%has-dots? pattern words)
  (and (pair? pattern)
       (or (%ellipsis? (car pattern) words) (%has-dots? (cdr pattern) words))))

;; True for `(... TEMPLATE)`, in which an ellipsis means nothing.
(define (%escaped? template words)
  (and (%ellipsis? (car template) words)
       (pair? (cdr template))
       (null? (cddr template))))

;; Finds variables that stand under fewer ellipses than in the pattern, and ellipses that repeat
;; nothing.
(define (%check-template template words variables depth form)
  (cond ((%identifier? template)
         (let ((found (assq template variables)))
           (when (and found (%small< depth (cdr found))) (%malformed "syntax-rules" form))))
        ((vector? template)
         (%check-template (vector->list template) words variables depth form))
        ((not (pair? template)) #t)
        ((%escaped? template words)
         (%check-template (cadr template) '(#f) variables depth form))
        (else
         (let ((dots (%count-dots (cdr template) words)))
           (when (and (%small< 0 (car dots))
                      (null? (%rounds (car template) words variables (car dots))))
             (%malformed "syntax-rules" form))
           (%check-template (car template) words variables (%small+ depth (car dots)) form)
           (%check-template (cdr dots) words variables depth form)))))

;; The variables that a template under so many ellipses repeats by the first of them: those that are
;; deeper than the other ellipses reach. The list has pairs of a variable and a number or a match,
;; of which the depth is the number.
(define (%rounds template words variables dots)
  (let loop ((left variables))
    (if (null? left)
        '()
        (let* ((first (car left))
               (depth (if (pair? (cdr first)) (cadr first) (cdr first)))
               ;; What an outer round says of a variable stands behind what this one says.
               (inner (and (%small< 0 depth)
                           (%same first (assq (car first) variables))
                           (%depth-of (car first) template words))))
          (if (and inner (%small< (%small+ inner (%small- dots 1)) depth))
              (cons first (loop (cdr left)))
              (loop (cdr left)))))))

;; The most ellipses that follow an identifier inside a template, or false if it is not there.
(define (%depth-of identifier template words)
  (cond ((%same identifier template) 0)
        ((vector? template) (%depth-of identifier (vector->list template) words))
        ((not (pair? template)) #f)
        ((%escaped? template words) (%depth-of identifier (cadr template) '(#f)))
        (else
         (let* ((dots (%count-dots (cdr template) words))
                (first (%depth-of identifier (car template) words))
                (first (and first (%small+ first (car dots))))
                (others (%depth-of identifier (cdr dots) words)))
           (if (and first others) (if (%small< first others) others first) (or first others))))))

;;; Uses of macros

;; The steps of expansion that are left before it counts as endless.
(define %steps 0)
(define-inline (%most-steps) 1000000)

(define (%count-step form)
  (when (%same %steps 0)
    (error "the expansion of a macro does not end:" (%strip form)))
  (set! %steps (%small- %steps 1)))

;; Expands a use of a macro.
(define (%expand macro form scope)
  (%count-step form)
  (let ((words (%get 4 3 macro)) (home (%get 4 1 macro)))
    (let loop ((rules (%get 4 2 macro)))
      (if (null? rules)
          (%malformed (string-append "use of " (symbol->string (%identifier-name (car form)))) form)
          (let ((found (%match (caar rules) (cdr form) '() words home scope)))
            (if found
                (%write-template (cdar rules) words found (%tuple '() home) form)
                (loop (cdr rules))))))))

;; Matches syntax against a pattern: adds to a list of what the variables stand for, which are pairs
;; of a variable and a match; a match is a pair of a depth and the syntax, or the list of what it
;; stands for in each round. False if it does not match.
(define (%match pattern form found words home scope)
  (cond ((%identifier? pattern)
         (cond ((memq pattern (cdr words))
                (and (%identifier? form) (%same-meaning? pattern home form scope) found))
               ((%same (%identifier-name pattern) '_) found)
               (else (cons (cons pattern (cons 0 form)) found))))
        ((null? pattern) (and (null? form) found))
        ((vector? pattern)
         (and (vector? form)
              (%match (vector->list pattern) (vector->list form) found words home scope)))
        ((not (pair? pattern)) (and (equal? pattern form) found))
        ((%repeated? pattern words)
         (%match-rounds pattern form (%small- (%count-pairs form) (%count-pairs (cddr pattern)))
                        found words home scope))
        ((pair? form)
         (let ((found (%match (car pattern) (car form) found words home scope)))
           (and found (%match (cdr pattern) (cdr form) found words home scope))))
        (else #f)))

(define (%count-pairs x)
  (let loop ((x x) (count 0))
    (if (pair? x) (loop (cdr x) (%small+ count 1)) count)))

;; Matches so many elements with the first pattern, and what is left with those behind the ellipsis.
(define (%match-rounds pattern form count found words home scope)
  (and (%small<= 0 count)
       (let loop ((left count) (form form) (rounds '()))
         (if (%same left 0)
             (%match (cddr pattern) form
                     (%add-rounds (%pattern-variables (car pattern) words 0 '() pattern)
                                  (reverse rounds) found)
                     words home scope)
             (let ((round (%match (car pattern) (car form) '() words home scope)))
               (and round (loop (%small- left 1) (cdr form) (cons round rounds))))))))

;; Gives each variable of a repeated pattern what it stands for in each round.
(define (%add-rounds variables rounds found)
  (if (null? variables)
      found
      (let ((variable (caar variables)))
        (cons (cons variable
                    (cons (%small+ (cdar variables) 1)
                          (%map1 (lambda (round) (cddr (assq variable round))) rounds)))
              (%add-rounds (cdr variables) rounds found)))))

;; Writes what a template says. The use has the aliases made so far, and the scope of the macro.
(define (%write-template template words found use form)
  (cond ((%identifier? template)
         (let ((match (assq template found)))
           (if match (cddr match) (%inserted template use))))
        ((vector? template)
         (list->vector (%write-template (vector->list template) words found use form)))
        ((not (pair? template)) template)
        ((%escaped? template words) (%write-template (cadr template) '(#f) found use form))
        (else
         (let* ((dots (%count-dots (cdr template) words))
                (rest (lambda () (%write-template (cdr dots) words found use form))))
           (if (%same (car dots) 0)
               (let ((first (%write-template (car template) words found use form)))
                 (cons first (rest)))
               (let ((list (%write-rounds (car template) (car dots) words found use form)))
                 (append list (rest))))))))

(define (%inserted identifier use)
  (let ((known (assq identifier (%get 2 0 use))))
    (if known
        (cdr known)
        (let ((alias (%make-alias identifier (%get 2 1 use))))
          (%set 2 0 use (cons (cons identifier alias) (%get 2 0 use)))
          alias))))

;; The list of what a template under so many ellipses becomes.
(define (%write-rounds template dots words found use form)
  (%count-step form)
  (if (%same dots 0)
      (list (%write-template template words found use form))
      (let* ((repeated (%rounds template words found dots))
             (count (length (cddar repeated))))
        (unless (%every (lambda (match) (%same (length (cddr match)) count)) repeated)
          (error "a macro repeats lists of different lengths together:" (%strip form)))
        (let loop ((round 0) (lists (%map1 cddr repeated)))
          (if (%same round count)
              '()
              (let ((here (%enter-round repeated (%map1 car lists) found)))
                (append (%write-rounds template (%small- dots 1) words here use form)
                        (loop (%small+ round 1) (%map1 cdr lists)))))))))

;; What the variables stand for in one round.
(define (%enter-round repeated values found)
  (if (null? repeated)
      found
      (cons (cons (caar repeated) (cons (%small- (cadar repeated) 1) (car values)))
            (%enter-round (cdr repeated) (cdr values) found))))

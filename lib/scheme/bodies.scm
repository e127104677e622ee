;;; Bodies at run time: definitions, then expressions. What is evaluated in an environment is a body
;;; too, whose variables are those of the environment.
;;;
;;; A body is read in two rounds. The first finds out what it defines, for which it expands macros
;;; as far as the first word; the second makes nodes, in a scope where all definitions are known.

;; An item of a body is a pair: is it a definition, and a procedure that makes its node.

(define (%body forms form scope)
  (let* ((inside (%scope-inside scope))
         (items (reverse (%scan forms inside '())))
         (meanings (%variables inside)))
    (when (or (null? items) (caar (reverse items)))
      (error "a body has no expression at its end:" (%strip form)))
    (if (null? meanings)
        (%items-node items)
        (begin
          (%set 3 2 inside (%small+ (%scope-depth scope) 1))
          (%make-node 'frame meanings (%items-node items) #f)))))

(define (%items-node items)
  (%sequence-node (%map1 (lambda (item) ((cdr item))) items)))

;; The meanings of the variables that share the frame of a scope, in order.
(define (%variables scope)
  (let loop ((meanings (%scope-meanings scope)) (variables '()))
    (cond ((null? meanings) variables)
          ((%same (%meaning-kind (cdar meanings)) 'local)
           (loop (cdr meanings) (cons (cdar meanings) variables)))
          (else (loop (cdr meanings) variables)))))

;; Binds an identifier as one of the variables that share a frame, outside of which the scope is.
(define (%bind-in-frame identifier scope)
  (let ((meaning (%make-meaning 'local (%scope-depth scope) (%identifier-name identifier)
                                (length (%variables scope)))))
    (%bind identifier scope meaning)
    meaning))

;; Adds the items of forms to a list, the last one first.
(define (%scan forms scope items)
  (if (null? forms)
      items
      (%scan (cdr forms) scope (%scan-form (car forms) scope items))))

(define (%scan-form form scope items)
  (let ((meaning (%head-meaning form scope)))
    (cond ((%meaning-is? meaning 'macro)
           (%scan-form (%expand meaning form scope) scope items))
          ((and (%meaning-is? meaning 'keyword) (list? form))
           (%scan-keyword (%meaning-value meaning) form scope items))
          ((and (not meaning) (%environment? scope) (pair? form) (%same (car form) 'import))
           ;; A declaration of programs, which no library exports.
           (unless (list? form) (%malformed-form form))
           (%for-each1 (lambda (set) (%import set scope)) (cdr form))
           (%add-nothing items))
          (else (%add-expression form scope items)))))

(define (%add-expression form scope items)
  (cons (cons #f (lambda () (%node form scope))) items))

(define (%scan-keyword word form scope items)
  (case word
    ((begin) (%scan (cdr form) scope items))
    ((cond-expand include include-ci)
     (%scan (%included word form (cdr form)) scope items))
    ((define) (%scan-define form (cdr form) scope items))
    ((define-values) (%scan-define-values form (cdr form) scope items))
    ((define-record-type) (%scan-record form (cdr form) scope items))
    ((define-syntax)
     (%check-shape form (cdr form) 2 2)
     (unless (%identifier? (cadr form)) (%malformed-form form))
     (%check-undefined (cadr form) scope)
     (%bind (cadr form) scope (%transformer (caddr form) scope))
     (%add-nothing items))
    (else (%add-expression form scope items))))

(define (%add-nothing items)
  (cons (cons #t %nothing) items))

;; Binds a variable that a body defines.
(define (%define-variable identifier scope)
  (%check-undefined identifier scope)
  (if (%environment? scope)
      (let ((old (%meaning identifier scope)))
        (cond ((not old) (%new-cell identifier scope (%special unbound)))
              ((%meaning-is? old 'import)
               ;; The definition may use the variable of the library that it hides.
               (%new-cell identifier scope (%meaning-value old)))
              ((%meaning-is? (%own-meaning identifier scope) 'cell)
               (%own-meaning identifier scope))
              (else (%new-cell identifier scope (%special unbound)))))
      (%bind-in-frame identifier scope)))

(define (%check-undefined identifier scope)
  (when (and (not (%environment? scope)) (%own-meaning identifier scope))
    (error "duplicate definition:" (%identifier-name identifier))))

;; Adds the definition of a variable by a node that a procedure makes.
(define (%add-definition identifier scope make-node items)
  (let ((meaning (%define-variable identifier scope)))
    (cons (cons #t (lambda () (%definition meaning scope (make-node)))) items)))

;; `(define x e)`, `(define (f . formals) body ...)`.
(define (%scan-define form parts scope items)
  (unless (pair? parts) (%malformed-form form))
  (let ((target (car parts)))
    (cond ((%identifier? target)
           (%check-shape form parts 2 2)
           (%add-definition
             target scope
             (lambda () (%named-node (%identifier-name target) (cadr parts) scope))
             items))
          ((and (pair? target) (%identifier? (car target)))
           (%check-shape form parts 2 #f)
           (%add-definition
             (car target) scope
             (lambda ()
               (%procedure-node (%identifier-name (car target)) (cdr target) (cdr parts) form
                                scope))
             items))
          (else (%malformed-form form)))))

(define (%scan-define-values form parts scope items)
  (%check-shape form parts 2 2)
  (let* ((formals (%formals (car parts) form))
         (meanings (%map1 (lambda (identifier) (%define-variable identifier scope))
                        (%formal-list formals))))
    (cons (cons #t (lambda () (%define-values-node formals meanings (cadr parts) scope))) items)))

;; The values are variables of a procedure first, which sets those that are defined.
(define (%define-values-node formals meanings form scope)
  (let* ((values (%values-node formals form scope))
         (inside (%scope-inside scope))
         (variables (%map1 (lambda (meaning) (%new-variable (%meaning-name meaning) inside))
                           meanings))
         (sets (map (lambda (meaning variable)
                      (%definition meaning inside (%variable-node variable inside)))
                    meanings variables))
         (body (%sequence-node (append sets (list (%nothing))))))
    (%library-call %apply
                   (%lambda-node 'lambda variables (if (cdr formals) #t #f) body)
                   values)))

;;; Record types: a record is (TYPE FIELDS #f), the fields a vector.

(define (%scan-record form parts scope items)
  (%check-shape form parts 3 #f)
  (let ((name (if (pair? (car parts)) (caar parts) (car parts)))
        (specs (%map1 (lambda (spec) (if (%identifier? spec) (list spec) spec)) (cdddr parts))))
    (unless (and (%identifier? name)
                 (%every (lambda (spec)
                           (and (list? spec) (memv (length spec) '(1 2 3)) (%every %identifier? spec)))
                         specs))
      (%malformed-form form))
    (%check-all-new (%map1 car specs) form)
    (let* ((type (%define-variable name scope))
           (type-node (lambda () (%variable-node type scope)))
           (made (%library-call %make-record-type
                                (%constant (%identifier-name name)) (%constant '(fields))))
           (items (cons (cons #t (lambda () (%definition type scope made))) items))
           (items (%scan-constructor (cadr parts) (%map1 car specs) type-node form scope items))
           (items (%scan-predicate (caddr parts) type-node form scope items)))
      (%scan-fields specs 0 type-node scope items))))

(define (%scan-constructor constructor fields type-node form scope items)
  (let ((name (if (pair? constructor) (car constructor) constructor))
        (given (if (pair? constructor) (cdr constructor) fields)))
    (cond ((not name) items)
          ((and (%identifier? name)
                (list? given)
                (%every (lambda (field) (memq field fields)) given))
           (%check-all-new given form)
           (%add-definition
             name scope
             (lambda ()
               (%library-call %record-constructor
                              (type-node)
                              (%constant (%identifier-name name))
                              (%constant (length fields))
                              (%constant (%map1 (lambda (field) (%position field fields)) given))))
             items))
          (else (%malformed-form form)))))

(define (%position x list)
  (if (%same x (car list)) 0 (%small+ 1 (%position x (cdr list)))))

(define (%scan-predicate predicate type-node form scope items)
  (cond ((not predicate) items)
        ((%identifier? predicate)
         (%add-definition predicate scope
                          (lambda () (%library-call %record-predicate (type-node)))
                          items))
        (else (%malformed-form form))))

(define (%scan-fields specs index type-node scope items)
  (if (null? specs)
      items
      (let* ((names (cdar specs))
             (items
               (if (null? names)
                   items
                   (%add-definition
                     (car names) scope
                     (lambda () (%field-node %record-accessor (car names) index (type-node)))
                     items)))
             (items
               (if (or (null? names) (null? (cdr names)))
                   items
                   (%add-definition
                     (cadr names) scope
                     (lambda () (%field-node %record-modifier (cadr names) index (type-node)))
                     items))))
        (%scan-fields (cdr specs) (%small+ index 1) type-node scope items))))

(define (%field-node make name index type-node)
  (%library-call make type-node (%constant (%identifier-name name)) (%constant index)))

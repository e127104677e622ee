;;; Bodies at run time: definitions, then expressions. What is evaluated in an environment is a body
;;; too, whose variables are those of the environment.
;;;
;;; A body is read in two rounds. The first finds out what it defines, for which it expands macros
;;; as far as the first word; the second makes code, in a scope where all definitions are known.

;; An item of a body is a pair: is it a definition, and a procedure that makes its code.

(define (%body-code forms form scope)
  (let* ((depth (%scope-depth scope))
         (inside (%make-scope scope depth))
         (items (reverse (%scan forms inside '())))
         (count (%count-variables inside)))
    (when (or (null? items) (caar (reverse items)))
      (error "a body has no expression at its end:" (%strip form)))
    (unless (%same count 0) (%set 3 2 inside (%small+ depth 1)))
    (%frame-code count (%sequence-code (%map1 (lambda (item) ((cdr item))) items)))))

(define (%count-variables scope)
  (let loop ((meanings (%scope-meanings scope)) (count 0))
    (cond ((null? meanings) count)
          ((%same (%meaning-kind (cdar meanings)) 'local) (loop (cdr meanings) (%small+ count 1)))
          (else (loop (cdr meanings) count)))))

;; Binds an identifier as one of the variables that share a frame, outside of which the scope is.
(define (%bind-in-frame identifier scope)
  (let ((meaning (%make-meaning 'local (%scope-depth scope) (%identifier-name identifier)
                                (%count-variables scope))))
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
  (cons (cons #f (lambda () (%expression-code form scope))) items))

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
  (cons (cons #t (lambda () (%node-code (%nothing)))) items))

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

;; Adds the definition of a variable by code that a procedure makes.
(define (%add-definition identifier scope make-code items)
  (let ((meaning (%define-variable identifier scope)))
    (cons (cons #t (lambda () (%assignment meaning scope (make-code)))) items)))

;; `(define x e)`, `(define (f . formals) body ...)`.
(define (%scan-define form parts scope items)
  (unless (pair? parts) (%malformed-form form))
  (let ((target (car parts)))
    (cond ((%identifier? target)
           (%check-shape form parts 2 2)
           (%add-definition
             target scope
             (lambda () (%named-code (%identifier-name target) (cadr parts) scope))
             items))
          ((and (pair? target) (%identifier? (car target)))
           (%check-shape form parts 2 #f)
           (%add-definition
             (car target) scope
             (lambda ()
               (%lambda-code (%identifier-name (car target)) (cdr target) (cdr parts) form scope))
             items))
          (else (%malformed-form form)))))

(define (%scan-define-values form parts scope items)
  (%check-shape form parts 2 2)
  (let* ((formals (%formals (car parts) form))
         (meanings (%map1 (lambda (identifier) (%define-variable identifier scope))
                        (%formal-list formals))))
    (cons (cons #t (lambda () (%define-values-code formals meanings (cadr parts) scope))) items)))

;; The values are frames first, in a scope of their own, from which the variables are set.
(define (%define-values-code formals meanings form scope)
  (let* ((code (%expression-code form scope))
         (depth (%scope-depth scope))
         (inside (%make-scope scope (%small+ depth (length meanings))))
         (sets
           (let loop ((meanings meanings) (level depth))
             (if (null? meanings)
                 (list (%node-code (%nothing)))
                 (cons (%assignment (car meanings) inside
                                    (%local-code level inside))
                       (loop (cdr meanings) (%small+ level 1))))))
         (body (%sequence-code sets)))
    (lambda (frames) (%run body (%push-formals formals (%run code frames) frames)))))

(define (%local-code level scope)
  (%node-code (%variable-node (%make-meaning 'local level 'value #f) scope)))

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
           (make-type
             (let ((name (%identifier-name name)))
               (lambda () (%assignment type scope (lambda (frames) (%make-record-type name '(fields)))))))
           (type-code (lambda () (%node-code (%variable-node type scope))))
           (items (cons (cons #t make-type) items))
           (items (%scan-constructor (cadr parts) (%map1 car specs) type-code form scope items))
           (items (%scan-predicate (caddr parts) type-code form scope items)))
      (%scan-fields specs 0 type-code scope items))))

(define (%scan-constructor constructor fields type-code form scope items)
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
               (%constructor-code (%identifier-name name) (length fields)
                                  (%map1 (lambda (field) (%position field fields)) given)
                                  (type-code)))
             items))
          (else (%malformed-form form)))))

(define (%position x list)
  (if (%same x (car list)) 0 (%small+ 1 (%position x (cdr list)))))

;; A procedure of the fields at certain indices, whose body finds them as frames, the last one
;; innermost, and the type outside of them.
(define (%constructor-code name size indices type-code)
  (let* ((last-first (reverse indices))
         (body
           (lambda (frames)
             (let ((fields (make-vector size (%special unspecified))))
               (let loop ((indices last-first) (frames frames))
                 (if (null? indices)
                     (%tuple (%frame frames) fields #f)
                     (begin
                       (vector-set! fields (car indices) (%frame frames))
                       (loop (cdr indices) (%outside frames))))))))
         (make (%procedure-code name (list (%tuple (length indices) #f body)))))
    (lambda (frames) (%run make (%tuple (%run type-code frames) frames)))))

(define-syntax %record-of?
  (syntax-rules ()
    ((_ x type) (and (%is tuple 3 x) (%same (%get 3 0 x) type)))))

(define (%scan-predicate predicate type-code form scope items)
  (cond ((not predicate) items)
        ((%identifier? predicate)
         (%add-definition
           predicate scope
           (lambda ()
             (let ((code (type-code)))
               (lambda (frames)
                 (let ((type (%run code frames)))
                   (lambda (x) (%record-of? x type))))))
           items))
        (else (%malformed-form form))))

(define (%scan-fields specs index type-code scope items)
  (if (null? specs)
      items
      (let* ((names (cdar specs))
             (items
               (if (null? names)
                   items
                   (%add-definition
                     (car names) scope
                     (lambda () (%accessor-code (%identifier-name (car names)) index (type-code)))
                     items)))
             (items
               (if (or (null? names) (null? (cdr names)))
                   items
                   (%add-definition
                     (cadr names) scope
                     (lambda () (%modifier-code (%identifier-name (cadr names)) index (type-code)))
                     items))))
        (%scan-fields (cdr specs) (%small+ index 1) type-code scope items))))

(define (%accessor-code name index type-code)
  (lambda (frames)
    (let ((type (%run type-code frames)))
      (lambda (x)
        (if (%record-of? x type)
            (%array-ref any (%get 3 1 x) index)
            (%wrong-record name type x))))))

(define (%modifier-code name index type-code)
  (lambda (frames)
    (let ((type (%run type-code frames)))
      (lambda (x value)
        (if (%record-of? x type)
            (begin (%array-set any (%get 3 1 x) index value) (%special unspecified))
            (%wrong-record name type x))))))

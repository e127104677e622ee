;;; The forms of the language at run time: from syntax to nodes.

;; The node of an expression.
(define (%node form scope)
  (cond ((%identifier? form) (%identifier-node form scope))
        ((pair? form) (%form-node form scope))
        ((null? form) (error "malformed expression:" form))
        (else (%constant (%strip form)))))

(define (%nodes forms scope) (%map1 (lambda (form) (%node form scope)) forms))

(define (%identifier-node identifier scope)
  (let ((meaning (or (%meaning identifier scope) (%future-cell identifier scope))))
    (if (memq (%meaning-kind meaning) '(keyword macro))
        (error "a keyword is no expression:" (%identifier-name identifier))
        (%variable-node meaning scope))))

;; The meaning of the first word of a form, or false.
(define (%head-meaning form scope)
  (and (pair? form) (%identifier? (car form)) (%meaning (car form) scope)))

(define (%form-node form scope)
  (let ((meaning (%head-meaning form scope)))
    (cond ((%meaning-is? meaning 'macro) (%node (%expand meaning form scope) scope))
          ((not (list? form)) (error "malformed expression:" (%strip form)))
          ((%meaning-is? meaning 'keyword)
           (%keyword-node (%meaning-value meaning) form (cdr form) scope))
          (else
           (let* ((operator (%node (car form) scope))
                  (operands (%nodes (cdr form) scope)))
             (%call-node (and (%identifier? (car form)) (%identifier-name (car form)))
                         operator operands))))))

;; The parts are those behind the keyword.
(define (%keyword-node word form parts scope)
  (case word
    ((quote) (%check-shape form parts 1 1) (%constant (%strip (car parts))))
    ((quasiquote) (%check-shape form parts 1 1) (%quasiquote (car parts) 1 scope))
    ((if)
     (%check-shape form parts 2 3)
     (%if-node (%node (car parts) scope)
               (%node (cadr parts) scope)
               (if (pair? (cddr parts)) (%node (caddr parts) scope) (%nothing))))
    ((define define-values define-record-type define-syntax)
     (error "misplaced definition:" (%strip form)))
    ((begin) (%sequence parts scope))
    ((cond-expand include include-ci) (%sequence (%included word form parts) scope))
    ((and) (if (null? parts) (%constant #t) (%and-node (%nodes parts scope))))
    ((or) (if (null? parts) (%constant #f) (%or-node (%nodes parts scope))))
    ((lambda)
     (%check-shape form parts 2 #f)
     (%procedure-node 'lambda (car parts) (cdr parts) form scope))
    ((case-lambda) (%case-lambda-node 'case-lambda form parts scope))
    ((set!) (%set-node form parts scope))
    (else (%derived-node word form parts scope))))

(define (%derived-node word form parts scope)
  (case word
    ((let) (%let-form form parts scope))
    ((let*) (%let*-form form parts scope))
    ((letrec letrec*) (%letrec-form form parts scope))
    ((cond) (%cond-node parts scope (lambda (scope) (%nothing)) form))
    ((case) (%case-form form parts scope))
    ((when unless) (%when-form (%same word 'when) form parts scope))
    ((do) (%do-form form parts scope))
    ((let-syntax letrec-syntax) (%let-syntax-form (%same word 'letrec-syntax) form parts scope))
    ((let-values let*-values) (%let-values-form (%same word 'let*-values) form parts scope))
    ((parameterize) (%parameterize-form form parts scope))
    ((guard) (%guard-form form parts scope))
    ((delay delay-force)
     (%check-shape form parts 1 1)
     (%delay-node (%node (car parts) scope) (%same word 'delay)))
    ((syntax-error)
     (%check-shape form parts 1 #f)
     (%error (car parts) (%strip (cdr parts))))
    ((unquote unquote-splicing else => ... _ syntax-rules)
     (error "misplaced keyword:" (%strip form)))
    (else (error "this keyword cannot be evaluated:" (%strip form)))))

;; Checks that a form has a number of parts; false for any number from the first on.
(define (%check-shape form parts least most)
  (let ((count (length parts)))
    (unless (and (%small<= least count) (or (not most) (%small<= count most)))
      (%malformed-form form))))

(define (%malformed-form form)
  (%malformed (symbol->string (%identifier-name (car form))) form))

(define (%sequence forms scope)
  (if (null? forms) (%nothing) (%sequence-node (%nodes forms scope))))

(define (%and-node nodes)
  (if (null? (cdr nodes))
      (car nodes)
      (%if-node (car nodes) (%and-node (cdr nodes)) (%constant #f))))

(define (%or-node nodes)
  (if (null? (cdr nodes)) (car nodes) (%make-node 'or (car nodes) (%or-node (cdr nodes)) #f)))

(define (%set-node form parts scope)
  (%check-shape form parts 2 2)
  (unless (%identifier? (car parts)) (%malformed-form form))
  (let ((meaning (or (%meaning (car parts) scope) (%future-cell (car parts) scope))))
    (case (%meaning-kind meaning)
      ((local) (%definition meaning scope (%node (cadr parts) scope)))
      ((cell) (%make-node 'assign meaning #f (%node (cadr parts) scope)))
      ((import) (error "assignment to a variable of a library:" (%strip form)))
      (else (%malformed-form form)))))

(define (%when-form wanted form parts scope)
  (%check-shape form parts 1 #f)
  (let* ((test (%node (car parts) scope)) (body (%sequence (cdr parts) scope)))
    (if wanted (%if-node test body (%nothing)) (%if-node test (%nothing) body))))

(define (%delay-node node done?)
  (%library-call %make-promise
                 (%constant #f)
                 (%thunk (if done? (%library-call %make-promise (%constant #t) node) node))))

;;; Procedures

;; Parameters as a pair: the list of identifiers, and the one for further arguments or false.
(define (%formals formals form)
  (let loop ((left formals) (seen '()))
    (cond ((null? left) (cons (reverse seen) #f))
          ((%identifier? left) (%check-new left seen form) (cons (reverse seen) left))
          ((and (pair? left) (%identifier? (car left)))
           (%check-new (car left) seen form)
           (loop (cdr left) (cons (car left) seen)))
          (else (%malformed-form form)))))

(define (%check-new identifier seen form)
  (when (memq identifier seen)
    (error (string-append "duplicate variable " (symbol->string (%identifier-name identifier)) ":")
           (%strip form))))

;; A new variable that is a frame of its own. The scope's code runs inside of it.
(define (%new-variable name scope)
  (let ((level (%scope-depth scope)))
    (%set 3 2 scope (%small+ level 1))
    (%make-meaning 'local level name #f)))

;; Binds identifiers as such variables; gives their meanings.
(define (%bind-frames identifiers scope)
  (%map1 (lambda (identifier)
           (let ((meaning (%new-variable (%identifier-name identifier) scope)))
             (%bind identifier scope meaning)
             meaning))
         identifiers))

(define (%scope-inside scope) (%make-scope scope (%scope-depth scope)))

(define (%formal-list formals)
  (if (cdr formals) (append (car formals) (list (cdr formals))) (car formals)))

(define (%clause formals body form scope)
  (let* ((formals (%formals formals form))
         (inside (%scope-inside scope))
         (meanings (%bind-frames (%formal-list formals) inside)))
    (%tuple meanings (if (cdr formals) #t #f) (%body body form inside))))

(define (%procedure-node name formals body form scope)
  (%make-node 'lambda name (list (%clause formals body form scope)) #f))

(define (%case-lambda-node name form parts scope)
  (%check-shape form parts 1 #f)
  (%make-node 'lambda name
              (%map1 (lambda (clause)
                       (unless (and (list? clause) (pair? clause)) (%malformed-form form))
                       (%clause (car clause) (cdr clause) form scope))
                     parts)
              #f))

;; The node of a value that gets a name, which a procedure keeps.
(define (%named-node name form scope)
  (let ((meaning (%head-meaning form scope)))
    (cond ((not (list? form)) (%node form scope))
          ((and (%keyword? meaning 'lambda) (pair? (cdr form)))
           (%procedure-node name (cadr form) (cddr form) form scope))
          ((%keyword? meaning 'case-lambda) (%case-lambda-node name form (cdr form) scope))
          (else (%node form scope)))))

;;; Bindings

;; Checks `((VARIABLE EXPRESSION) ...)`.
(define (%check-bindings bindings form)
  (unless (and (list? bindings)
               (%every (lambda (binding)
                         (and (%same (%list-length binding) 2) (%identifier? (car binding))))
                       bindings))
    (%malformed-form form)))

(define (%check-all-new identifiers form)
  (unless (null? identifiers)
    (%check-new (car identifiers) (cdr identifiers) form)
    (%check-all-new (cdr identifiers) form)))

(define (%binding-nodes bindings scope)
  (%map1 (lambda (binding)
           (%named-node (%identifier-name (car binding)) (cadr binding) scope))
         bindings))

;; Variables with values that are computed in the scope outside.
(define (%let-node identifiers nodes scope make-body)
  (let* ((inside (%scope-inside scope))
         (meanings (%bind-frames identifiers inside)))
    (%make-node 'let meanings nodes (make-body inside))))

(define (%let-form form parts scope)
  (%check-shape form parts 2 #f)
  (if (%identifier? (car parts))
      (%loop-form form (car parts) (cdr parts) scope)
      (let ((bindings (car parts)))
        (%check-bindings bindings form)
        (%check-all-new (%map1 car bindings) form)
        (%let-node (%map1 car bindings) (%binding-nodes bindings scope) scope
                   (lambda (inside) (%body (cdr parts) form inside))))))

;; `(let NAME ((VARIABLE EXPRESSION) ...) BODY ...)`: the procedure is a frame of its own.
(define (%loop-form form name parts scope)
  (%check-shape form parts 2 #f)
  (%check-bindings (car parts) form)
  (let* ((nodes (%nodes (%map1 cadr (car parts)) scope))
         (inside (%scope-inside scope))
         (meaning (car (%bind-frames (list name) inside))))
    (%make-node 'loop meaning nodes
                (%clause (%map1 car (car parts)) (cdr parts) form inside))))

(define (%let*-form form parts scope)
  (%check-shape form parts 2 #f)
  (%check-bindings (car parts) form)
  (let loop ((bindings (car parts)) (scope scope))
    (if (null? bindings)
        (%body (cdr parts) form scope)
        (%let-node (list (caar bindings)) (%binding-nodes (list (car bindings)) scope) scope
                   (lambda (inside) (loop (cdr bindings) inside))))))

(define (%letrec-form form parts scope)
  (%check-shape form parts 2 #f)
  (%check-bindings (car parts) form)
  (%check-all-new (%map1 car (car parts)) form)
  (let* ((bindings (car parts))
         (inside (%scope-inside scope))
         (meanings (%map1 (lambda (binding) (%bind-in-frame (car binding) inside)) bindings)))
    (%set 3 2 inside (%small+ (%scope-depth scope) 1))
    (let* ((sets (map (lambda (meaning node) (%definition meaning inside node))
                      meanings
                      (%binding-nodes bindings inside)))
           (body (%body (cdr parts) form inside)))
      (%make-node 'frame meanings (%sequence-node (append sets (list body))) #f))))

(define (%let-syntax-form recursive? form parts scope)
  (%check-shape form parts 2 #f)
  (%check-bindings (car parts) form)
  (let ((inside (%scope-inside scope)))
    (for-each
      (lambda (binding)
        (%bind (car binding) inside
               (%transformer (cadr binding) (if recursive? inside scope))))
      (car parts))
    (%body (cdr parts) form inside)))

;; The meaning of a macro's definition: rules, or the name of another macro.
(define (%transformer form scope)
  (let ((meaning (if (%identifier? form) (%meaning form scope) (%head-meaning form scope))))
    (cond ((and (%identifier? form) meaning (memq (%meaning-kind meaning) '(keyword macro)))
           meaning)
          ((not (pair? form)) (%malformed "macro" form))
          ((%keyword? meaning 'syntax-rules) (%make-macro form scope))
          ((%meaning-is? meaning 'macro) (%transformer (%expand meaning form scope) scope))
          (else (%malformed "macro" form)))))

(define (%let-values-form star? form parts scope)
  (%check-shape form parts 2 #f)
  (unless (and (list? (car parts))
               (%every (lambda (binding) (and (%same (%list-length binding) 2))) (car parts)))
    (%malformed-form form))
  (let* ((bindings (car parts))
         (all (%map1 (lambda (binding) (%formals (car binding) form)) bindings)))
    (if star?
        (let loop ((all all) (bindings bindings) (scope scope))
          (if (null? all)
              (%body (cdr parts) form scope)
              (let ((values (%values-node (car all) (cadar bindings) scope)))
                (%bind-values (car all) (lambda (scope) values) scope
                              (lambda (scope) (loop (cdr all) (cdr bindings) scope))))))
        (begin
          (%check-all-new (apply append (%map1 %formal-list all)) form)
          (let* ((nodes (map (lambda (formals binding) (%values-node formals (cadr binding) scope))
                             all bindings))
                 (inside (%scope-inside scope))
                 (lists (%map1 (lambda (formals) (%new-variable 'values inside)) all))
                 (body
                   (let loop ((all all) (lists lists) (scope inside))
                     (if (null? all)
                         (%body (cdr parts) form scope)
                         (%bind-values (car all)
                                       (lambda (scope) (%variable-node (car lists) scope))
                                       scope
                                       (lambda (scope) (loop (cdr all) (cdr lists) scope)))))))
            (%make-node 'let lists nodes body))))))

;; The list of the values of an expression, as many as parameters want.
(define (%values-node formals form scope)
  (%library-call %checked-values
                 (%constant (length (car formals)))
                 (%constant (if (cdr formals) #t #f))
                 (%node form scope)))

;; Binds parameters to the elements of a list.
(define (%bind-values formals make-list scope make-body)
  (let* ((list (make-list scope))
         (inside (%scope-inside scope))
         (meanings (%bind-frames (%formal-list formals) inside)))
    (%library-call %apply
                   (%lambda-node 'lambda meanings (if (cdr formals) #t #f) (make-body inside))
                   list)))

(define (%checked-values wanted rest? values)
  (let* ((values (%values->list values)) (count (length values)))
    (cond ((%small< count wanted) (%fail 'values "too few values"))
          ((and (%small< wanted count) (not rest?))
           (%fail 'values "too many values:" (list-tail values wanted)))
          (else values))))

;;; Branches and loops

(define (%is-keyword? form word scope)
  (and (%identifier? form) (%keyword? (%meaning form scope) word)))

;; The clauses of `cond`. A procedure of the scope makes the node for what happens if all of them fail.
(define (%cond-node clauses scope otherwise form)
  (if (null? clauses)
      (otherwise scope)
      (let ((clause (car clauses)))
        (unless (and (list? clause) (pair? clause)) (%malformed-form form))
        (if (%is-keyword? (car clause) 'else scope)
            (begin
              (when (or (pair? (cdr clauses)) (null? (cdr clause))) (%malformed-form form))
              (%sequence (cdr clause) scope))
            (%cond-clause (%node (car clause) scope) (cdr clause) scope
                          (lambda (scope) (%cond-node (cdr clauses) scope otherwise form))
                          form)))))

(define (%cond-clause test body scope others form)
  (cond ((null? body) (%make-node 'or test (others scope) #f))
        ((%is-keyword? (car body) '=> scope)
         (%let-value test scope
                     (lambda (value scope)
                       (%if-node (value scope)
                                 (%receiver-call body value scope form)
                                 (others scope)))))
        (else
         (let ((then (%sequence body scope)))
           (%if-node test then (others scope))))))

;; Keeps a value in a variable without a name. What makes the body gets a procedure that makes nodes
;; of it, and the scope inside.
(define (%let-value node scope make-body)
  (let* ((inside (%scope-inside scope))
         (meaning (%new-variable 'value inside)))
    (%make-node 'let (list meaning) (list node)
                (make-body (lambda (scope) (%variable-node meaning scope)) inside))))

;; The call of the receiver in `=> RECEIVER`.
(define (%receiver-call body value scope form)
  (unless (%same (length body) 2) (%malformed-form form))
  (%call-node #f (%node (cadr body) scope) (list (value scope))))

(define (%case-form form parts scope)
  (%check-shape form parts 1 #f)
  (%let-value (%node (car parts) scope) scope
              (lambda (key scope) (%case-clauses (cdr parts) key scope form))))

(define (%case-clauses clauses key scope form)
  (if (null? clauses)
      (%nothing)
      (let ((clause (car clauses)))
        (unless (and (list? clause) (pair? clause) (pair? (cdr clause))) (%malformed-form form))
        (let ((body (%case-body (cdr clause) key scope form)))
          (cond ((%is-keyword? (car clause) 'else scope)
                 (when (pair? (cdr clauses)) (%malformed-form form))
                 body)
                ((not (list? (car clause))) (%malformed-form form))
                (else
                 (%if-node (%library-call memv (key scope) (%constant (%strip (car clause))))
                           body
                           (%case-clauses (cdr clauses) key scope form))))))))

(define (%case-body body key scope form)
  (if (%is-keyword? (car body) '=> scope)
      (%receiver-call body key scope form)
      (%sequence body scope)))

(define (%do-form form parts scope)
  (%check-shape form parts 2 #f)
  (let ((specs (car parts)) (end (cadr parts)) (commands (cddr parts)))
    (unless (and (list? specs)
                 (%every (lambda (spec)
                           (and (list? spec) (memv (length spec) '(2 3)) (%identifier? (car spec))))
                         specs)
                 (list? end)
                 (pair? end))
      (%malformed-form form))
    (%check-all-new (%map1 car specs) form)
    (let* ((inits (%nodes (%map1 cadr specs) scope))
           (outside (%scope-inside scope))
           (again (%new-variable 'do outside))
           (inside (%scope-inside outside))
           (meanings (%bind-frames (%map1 car specs) inside))
           (test (%node (car end) inside))
           (result (%sequence (cdr end) inside))
           (body (%nodes commands inside))
           (steps (%nodes (%map1 (lambda (spec) (if (pair? (cddr spec)) (caddr spec) (car spec)))
                                 specs)
                          inside))
           (next (%call-node #f (%variable-node again inside) steps)))
      (%make-node 'loop again inits
                  (%tuple meanings #f
                          (%if-node test result (%sequence-node (append body (list next)))))))))

;;; Dynamic state

(define (%parameterize-form form parts scope)
  (%check-shape form parts 2 #f)
  (unless (and (list? (car parts))
               (%every (lambda (binding) (and (%same (%list-length binding) 2))) (car parts)))
    (%malformed-form form))
  (%library-call %parameterize
                 (let loop ((bindings (car parts)))
                   (if (null? bindings)
                       (%constant '())
                       (let* ((parameter (%node (caar bindings) scope))
                              (value (%node (cadar bindings) scope)))
                         (%cons-node (%cons-node parameter value) (loop (cdr bindings))))))
                 (%thunk (%body (cdr parts) form scope))))

;; The clauses see the object, and inside of it the procedure that raises it again.
(define (%guard-form form parts scope)
  (%check-shape form parts 2 #f)
  (unless (and (list? (car parts)) (pair? (car parts)) (%identifier? (caar parts)))
    (%malformed-form form))
  (let* ((inside (%scope-inside scope))
         (object (car (%bind-frames (list (caar parts)) inside)))
         (again (%new-variable 'again inside))
         (clauses (%cond-node (cdar parts) inside
                              (lambda (scope) (%call-node #f (%variable-node again scope) '()))
                              form)))
    (%library-call %guard
                   (%thunk (%body (cdr parts) form scope))
                   (%lambda-node 'lambda (list object again) #f clauses))))

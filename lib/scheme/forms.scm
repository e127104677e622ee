;;; The forms of the language at run time: from syntax to code.

;; The code of an expression, as a node.
(define (%compile form scope)
  (cond ((%identifier? form) (%compile-variable form scope))
        ((pair? form) (%compile-form form scope))
        ((null? form) (error "malformed expression:" form))
        (else (%constant (%strip form)))))

(define (%expression-code form scope) (%node-code (%compile form scope)))
(define (%expression-codes forms scope) (%map1 (lambda (form) (%expression-code form scope)) forms))

(define (%compile-variable identifier scope)
  (let ((meaning (or (%meaning identifier scope) (%future-cell identifier scope))))
    (if (memq (%meaning-kind meaning) '(keyword macro))
        (error "a keyword is no expression:" (%identifier-name identifier))
        (%variable-node meaning scope))))

;; The meaning of the first word of a form, or false.
(define (%head-meaning form scope)
  (and (pair? form) (%identifier? (car form)) (%meaning (car form) scope)))

(define (%compile-form form scope)
  (let ((meaning (%head-meaning form scope)))
    (cond ((%meaning-is? meaning 'macro) (%compile (%expand meaning form scope) scope))
          ((not (list? form)) (error "malformed expression:" (%strip form)))
          ((%meaning-is? meaning 'keyword)
           (%compile-keyword (%meaning-value meaning) form (cdr form) scope))
          (else
           (let ((operator (%compile (car form) scope))
                 (operands (%map1 (lambda (operand) (%compile operand scope)) (cdr form)))
                 (name (and (%identifier? (car form)) (%identifier-name (car form)))))
             (%make-node (%call-code name operator operands)))))))

;; The parts are those behind the keyword.
(define (%compile-keyword word form parts scope)
  (case word
    ((quote) (%check-shape form parts 1 1) (%constant (%strip (car parts))))
    ((quasiquote) (%check-shape form parts 1 1) (%quasiquote (car parts) 1 scope))
    ((if)
     (%check-shape form parts 2 3)
     (%make-node
       (%if-code (%expression-code (car parts) scope)
                 (%expression-code (cadr parts) scope)
                 (if (pair? (cddr parts)) (%expression-code (caddr parts) scope) (%node-code (%nothing))))))
    ((define define-values define-record-type define-syntax)
     (error "misplaced definition:" (%strip form)))
    ((begin)
     (if (null? parts) (%nothing) (%make-node (%sequence parts scope))))
    ((cond-expand include include-ci)
     (let ((forms (%included word form parts)))
       (if (null? forms) (%nothing) (%make-node (%sequence forms scope)))))
    ((and)
     (if (null? parts) (%constant #t) (%make-node (%and-code (%expression-codes parts scope)))))
    ((or)
     (if (null? parts) (%constant #f) (%make-node (%ors-code (%expression-codes parts scope)))))
    (else (%make-node (%keyword-code word form parts scope)))))

(define (%keyword-code word form parts scope)
  (case word
    ((lambda)
     (%check-shape form parts 2 #f)
     (%lambda-code 'lambda (car parts) (cdr parts) form scope))
    ((case-lambda) (%case-lambda-code 'case-lambda form parts scope))
    ((set!) (%set-code form parts scope))
    ((let) (%let-form form parts scope))
    ((let*) (%let*-form form parts scope))
    ((letrec letrec*) (%letrec-form form parts scope))
    ((cond) (%cond-code parts scope (%node-code (%nothing)) form))
    ((case) (%case-form form parts scope))
    ((when unless) (%when-form (%same word 'when) form parts scope))
    ((do) (%do-form form parts scope))
    ((let-syntax letrec-syntax) (%let-syntax-form (%same word 'letrec-syntax) form parts scope))
    ((let-values let*-values) (%let-values-form (%same word 'let*-values) form parts scope))
    ((parameterize) (%parameterize-form form parts scope))
    ((guard) (%guard-form form parts scope))
    ((delay delay-force)
     (%check-shape form parts 1 1)
     (%delay-code (%expression-code (car parts) scope) (%same word 'delay)))
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

(define (%sequence forms scope) (%sequence-code (%expression-codes forms scope)))

(define (%and-code codes)
  (if (null? (cdr codes))
      (car codes)
      (%if-code (car codes) (%and-code (cdr codes)) (lambda (frames) #f))))

(define (%ors-code codes)
  (if (null? (cdr codes)) (car codes) (%or-code (car codes) (%ors-code (cdr codes)))))

(define (%set-code form parts scope)
  (%check-shape form parts 2 2)
  (unless (%identifier? (car parts)) (%malformed-form form))
  (let ((meaning (or (%meaning (car parts) scope) (%future-cell (car parts) scope))))
    (case (%meaning-kind meaning)
      ((local) (%assignment meaning scope (%expression-code (cadr parts) scope)))
      ((cell)
       (let ((code (%expression-code (cadr parts) scope)))
         (lambda (frames)
           (let ((value (%run code frames)))
             (%cell-value meaning)
             (%set-meaning-value meaning value)
             (%special unspecified)))))
      ((import) (error "assignment to a variable of a library:" (%strip form)))
      (else (%malformed-form form)))))

(define (%when-form wanted form parts scope)
  (%check-shape form parts 1 #f)
  (let ((test (%expression-code (car parts) scope))
        (body (if (null? (cdr parts)) (%node-code (%nothing)) (%sequence (cdr parts) scope)))
        (nothing (%node-code (%nothing))))
    (if wanted (%if-code test body nothing) (%if-code test nothing body))))

(define (%delay-code code done?)
  (if done?
      (lambda (frames) (%make-promise #f (lambda () (%make-promise #t (%run code frames)))))
      (lambda (frames) (%make-promise #f (lambda () (%run code frames))))))

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

;; Binds identifiers as frames of their own. The scope's code runs inside of them.
(define (%bind-frames identifiers scope)
  (for-each
    (lambda (identifier)
      (let ((level (%scope-depth scope)))
        (%bind identifier scope (%make-meaning 'local level (%identifier-name identifier) #f))
        (%set 3 2 scope (%small+ level 1))))
    identifiers))

(define (%scope-inside scope identifiers)
  (let ((inside (%make-scope scope (%scope-depth scope))))
    (%bind-frames identifiers inside)
    inside))

(define (%formal-list formals)
  (if (cdr formals) (append (car formals) (list (cdr formals))) (car formals)))

(define (%clause formals body form scope)
  (let* ((formals (%formals formals form))
         (inside (%scope-inside scope (%formal-list formals))))
    (%tuple (length (car formals))
            (if (cdr formals) #t #f)
            (%body-code body form inside))))

(define (%lambda-code name formals body form scope)
  (%procedure-code name (list (%clause formals body form scope))))

(define (%case-lambda-code name form parts scope)
  (%check-shape form parts 1 #f)
  (%variadic-code
    name
    (%map1 (lambda (clause)
           (unless (and (list? clause) (pair? clause)) (%malformed-form form))
           (%clause (car clause) (cdr clause) form scope))
         parts)))

;; The code of a value that gets a name, which a procedure keeps.
(define (%named-code name form scope)
  (let ((meaning (%head-meaning form scope)))
    (cond ((not (list? form)) (%expression-code form scope))
          ((and (%keyword? meaning 'lambda) (pair? (cdr form)))
           (%lambda-code name (cadr form) (cddr form) form scope))
          ((%keyword? meaning 'case-lambda) (%case-lambda-code name form (cdr form) scope))
          (else (%expression-code form scope)))))

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

(define (%binding-codes bindings scope)
  (%map1 (lambda (binding)
         (%named-code (%identifier-name (car binding)) (cadr binding) scope))
       bindings))

(define (%let-form form parts scope)
  (%check-shape form parts 2 #f)
  (if (%identifier? (car parts))
      (%loop-form form (car parts) (cdr parts) scope)
      (let ((bindings (car parts)))
        (%check-bindings bindings form)
        (%check-all-new (%map1 car bindings) form)
        (let* ((codes (%binding-codes bindings scope))
               (inside (%scope-inside scope (%map1 car bindings))))
          (%let-code codes (%body-code (cdr parts) form inside))))))

;; `(let NAME ((VARIABLE EXPRESSION) ...) BODY ...)`: the procedure is a frame of its own.
(define (%loop-form form name parts scope)
  (%check-shape form parts 2 #f)
  (%check-bindings (car parts) form)
  (let* ((codes (%expression-codes (%map1 cadr (car parts)) scope))
         (inside (%scope-inside scope (list name)))
         (procedure (%lambda-code (%identifier-name name) (%map1 car (car parts)) (cdr parts)
                                  form inside)))
    (lambda (frames)
      (let ((arguments (%values-of codes frames)) (inside (%tuple #f frames)))
        (let ((f (%run procedure inside)))
          (%set 2 0 inside f)
          (%apply f arguments))))))

(define (%let*-form form parts scope)
  (%check-shape form parts 2 #f)
  (%check-bindings (car parts) form)
  (let loop ((bindings (car parts)) (scope scope))
    (if (null? bindings)
        (%body-code (cdr parts) form scope)
        (let* ((codes (%binding-codes (list (car bindings)) scope))
               (inside (%scope-inside scope (list (caar bindings)))))
          (%let-code codes (loop (cdr bindings) inside))))))

(define (%letrec-form form parts scope)
  (%check-shape form parts 2 #f)
  (%check-bindings (car parts) form)
  (%check-all-new (%map1 car (car parts)) form)
  (let* ((bindings (car parts))
         (inside (%make-scope scope (%scope-depth scope)))
         (meanings (%map1 (lambda (binding) (%bind-in-frame (car binding) inside)) bindings)))
    (%set 3 2 inside (%small+ (%scope-depth scope) 1))
    (let ((codes (map (lambda (meaning code) (%assignment meaning inside code))
                      meanings
                      (%binding-codes bindings inside)))
          (body (%body-code (cdr parts) form inside)))
      (%frame-code (length bindings) (%sequence-code (append codes (list body)))))))

(define (%let-syntax-form recursive? form parts scope)
  (%check-shape form parts 2 #f)
  (%check-bindings (car parts) form)
  (let ((inside (%make-scope scope (%scope-depth scope))))
    (for-each
      (lambda (binding)
        (%bind (car binding) inside
               (%transformer (cadr binding) (if recursive? inside scope))))
      (car parts))
    (%body-code (cdr parts) form inside)))

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
  (if (and (not star?) (pair? (car parts)))
      (let ((all (%map1 (lambda (binding) (%formals (car binding) form)) (car parts))))
        (let* ((codes (%expression-codes (%map1 cadr (car parts)) scope))
               (identifiers (apply append (%map1 %formal-list all)))
               (inside (%scope-inside scope identifiers))
               (body (%body-code (cdr parts) form inside)))
          (%check-all-new identifiers form)
          (lambda (frames) (%run body (%push-all-values all codes frames frames)))))
      (let loop ((bindings (car parts)) (scope scope))
        (if (null? bindings)
            (%body-code (cdr parts) form scope)
            (let* ((formals (%formals (caar bindings) form))
                   (code (%expression-code (cadar bindings) scope))
                   (inside (%scope-inside scope (%formal-list formals)))
                   (body (loop (cdr bindings) inside)))
              (lambda (frames)
                (%run body (%push-formals formals (%run code frames) frames))))))))

(define (%push-all-values all codes frames new)
  (if (null? all)
      new
      (%push-all-values (cdr all) (cdr codes) frames
                        (%push-formals (car all) (%run (car codes) frames) new))))

;; The values of an expression as frames.
(define (%push-formals formals values frames)
  (let ((values (%check-values formals (%values->list values))))
    (%push-list (length (car formals)) (cdr formals) values frames)))

;; Checks that there are as many values as parameters want.
(define (%check-values formals values)
  (let ((wanted (length (car formals))) (count (length values)))
    (cond ((%small< count wanted) (%fail 'values "too few values"))
          ((and (%small< wanted count) (not (cdr formals)))
           (%fail 'values "too many values:" (list-tail values wanted)))
          (else values))))

;;; Branches and loops

(define (%is-keyword? form word scope)
  (and (%identifier? form) (%keyword? (%meaning form scope) word)))

;; The clauses of `cond`, and code for what happens if all of them fail.
(define (%cond-code clauses scope otherwise form)
  (if (null? clauses)
      otherwise
      (let ((clause (car clauses)))
        (unless (and (list? clause) (pair? clause)) (%malformed-form form))
        (if (%is-keyword? (car clause) 'else scope)
            (begin
              (when (or (pair? (cdr clauses)) (null? (cdr clause))) (%malformed-form form))
              (%sequence (cdr clause) scope))
            (%cond-clause (%expression-code (car clause) scope) (cdr clause) scope
                          (%cond-code (cdr clauses) scope otherwise form)
                          form)))))

(define (%cond-clause test body scope others form)
  (cond ((null? body) (%or-code test others))
        ((%is-keyword? (car body) '=> scope)
         (let ((receiver (%receiver body scope form)))
           (lambda (frames)
             (let ((value (%run test frames)))
               (if value ((%run receiver frames) value) (%run others frames))))))
        (else (%if-code test (%sequence body scope) others))))

;; The code of the receiver in `=> RECEIVER`.
(define (%receiver body scope form)
  (unless (%same (length body) 2) (%malformed-form form))
  (%expression-code (cadr body) scope))

(define (%case-form form parts scope)
  (%check-shape form parts 1 #f)
  (let ((key (%expression-code (car parts) scope))
        (choose (%case-clauses (cdr parts) scope form)))
    (lambda (frames) (choose (%run key frames) frames))))

;; A procedure of the key and the frames.
(define (%case-clauses clauses scope form)
  (if (null? clauses)
      (lambda (key frames) (%special unspecified))
      (let ((clause (car clauses)))
        (unless (and (list? clause) (pair? clause) (pair? (cdr clause))) (%malformed-form form))
        (let ((body (%case-body (cdr clause) scope form)))
          (cond ((%is-keyword? (car clause) 'else scope)
                 (when (pair? (cdr clauses)) (%malformed-form form))
                 body)
                ((not (list? (car clause))) (%malformed-form form))
                (else
                 (let ((data (%strip (car clause)))
                       (others (%case-clauses (cdr clauses) scope form)))
                   (lambda (key frames)
                     (if (memv key data) (body key frames) (others key frames))))))))))

(define (%case-body body scope form)
  (if (%is-keyword? (car body) '=> scope)
      (let ((receiver (%receiver body scope form)))
        (lambda (key frames) ((%run receiver frames) key)))
      (let ((code (%sequence body scope)))
        (lambda (key frames) (%run code frames)))))

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
    (let* ((inits (%expression-codes (%map1 cadr specs) scope))
           (inside (%scope-inside scope (%map1 car specs)))
           (test (%expression-code (car end) inside))
           (result (if (null? (cdr end)) (%node-code (%nothing)) (%sequence (cdr end) inside)))
           (body (if (null? commands) (%node-code (%nothing)) (%sequence commands inside)))
           (steps (%map1 (lambda (spec) (%expression-code (if (pair? (cddr spec)) (caddr spec) (car spec)) inside))
                       specs)))
      (lambda (outside)
        (let loop ((frames (%push-values inits outside outside)))
          (if (%run test frames)
              (%run result frames)
              (begin
                (%run body frames)
                (loop (%push-values steps frames outside)))))))))

;;; Dynamic state

(define (%parameterize-form form parts scope)
  (%check-shape form parts 2 #f)
  (unless (and (list? (car parts))
               (%every (lambda (binding) (and (%same (%list-length binding) 2))) (car parts)))
    (%malformed-form form))
  (let ((parameters (%expression-codes (%map1 car (car parts)) scope))
        (values (%expression-codes (%map1 cadr (car parts)) scope))
        (body (%body-code (cdr parts) form scope)))
    (lambda (frames)
      (%parameterize
        (map (lambda (parameter value) (cons (%run parameter frames) (%run value frames)))
             parameters
             values)
        (lambda () (%run body frames))))))

;; The clauses see the object, and outside of it the procedure that raises it again.
(define (%guard-form form parts scope)
  (%check-shape form parts 2 #f)
  (unless (and (list? (car parts)) (pair? (car parts)) (%identifier? (caar parts)))
    (%malformed-form form))
  (let* ((again (%make-scope scope (%small+ (%scope-depth scope) 1)))
         (inside (%scope-inside again (list (caar parts))))
         (clauses (%cond-code (cdar parts) inside
                              (lambda (frames) ((%frame (%outside frames))))
                              form))
         (body (%body-code (cdr parts) form scope)))
    (lambda (frames)
      (%guard (lambda () (%run body frames))
              (lambda (object again)
                (%run clauses (%tuple object (%tuple again frames))))))))

;;; `quasiquote` at run time: literals with holes.

;; The node of a template inside so many quasiquotes.
(define (%quasiquote template level scope)
  (cond ((pair? template)
         (let ((word (%quasi-word template scope)))
           (if word
               (%quasi-hole word template level scope)
               (%quasi-pair template level scope))))
        ((vector? template)
         (let ((list (%quasiquote (vector->list template) level scope)))
           (if (%node-is? list 'constant)
               (%constant (%strip template))
               (%library-call list->vector list))))
        (else (%constant (%strip template)))))

;; The word of `(WORD x)` if it is one of quasiquotation, or false.
(define (%quasi-word template scope)
  (and (pair? template)
       (pair? (cdr template))
       (null? (cddr template))
       (let ((meaning (%head-meaning template scope)))
         (and (%meaning-is? meaning 'keyword)
              (memq (%meaning-value meaning) '(quasiquote unquote unquote-splicing))
              (%meaning-value meaning)))))

(define (%quasi-hole word template level scope)
  (cond ((%same word 'quasiquote) (%quasi-pair template (%small+ level 1) scope))
        ((%small< 1 level) (%quasi-pair template (%small- level 1) scope))
        ((%same word 'unquote) (%node (cadr template) scope))
        (else (error "misplaced unquote-splicing:" (%strip template)))))

(define (%quasi-pair template level scope)
  (let ((first (car template)))
    (if (and (%same level 1) (%same (%quasi-word first scope) 'unquote-splicing))
        (let* ((list (%node (cadr first) scope))
               (rest (%quasiquote (cdr template) level scope)))
          (%library-call append list rest))
        (%quasi-cons template
                     (%quasiquote first level scope)
                     (%quasiquote (cdr template) level scope)))))

(define (%quasi-cons template first rest)
  (if (and (%node-is? first 'constant) (%node-is? rest 'constant))
      (let ((x (%node-x first)) (y (%node-x rest)))
        (%constant
          (if (and (%same x (car template)) (%same y (cdr template))) template (cons x y))))
      (%cons-node first rest)))

(define (%cons-node first rest) (%library-call cons first rest))

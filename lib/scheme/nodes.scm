;;; Expanded code as a tree, which is compiled (compile.scm) or run by closures
;;; (closures.scm).
;;;
;;; A node is (KIND X Y Z):
;;;   (constant VALUE NAME #f)      the name if it is a variable of a standard library, or false
;;;   (local MEANING DEPTH #f)      a variable, so many frames outside
;;;   (cell MEANING #f #f)          a variable of an environment
;;;   (set MEANING DEPTH NODE)      gives a local variable a value
;;;   (define MEANING #f NODE)      gives a variable of an environment a value
;;;   (assign MEANING #f NODE)      the same if it has one
;;;   (if TEST THEN ELSE)
;;;   (or FIRST SECOND #f)
;;;   (sequence NODES #f #f)        one or more
;;;   (let MEANINGS NODES BODY)     the variables are frames of their own, the last one innermost
;;;   (frame MEANINGS BODY #f)      the variables share a frame, and have no values yet
;;;   (lambda NAME CLAUSES ONCE?)   a clause is (MEANINGS REST? BODY), the last meaning that of REST;
;;;                                 true if it is no procedure of the user's
;;;   (loop MEANING NODES CLAUSE)   calls a procedure that has a name in its own body
;;;   (call NAME OPERATOR OPERANDS) the name for messages, or false

(define-inline (%make-node kind x y z) (%tuple kind x y z))
(define-inline (%node-kind node) (%get 4 0 node))
(define-inline (%node-x node) (%get 4 1 node))
(define-inline (%node-y node) (%get 4 2 node))
(define-inline (%node-z node) (%get 4 3 node))
(define (%node-is? node kind) (%same (%node-kind node) kind))

(define-inline (%clause-meanings clause) (%get 3 0 clause))
(define-inline (%clause-rest? clause) (%get 3 1 clause))
(define-inline (%clause-body clause) (%get 3 2 clause))

(define (%constant x) (%make-node 'constant x #f #f))
(define (%nothing) (%constant (%special unspecified)))

(define (%if-node test then else) (%make-node 'if test then else))
(define (%call-node name operator operands) (%make-node 'call name operator operands))
(define (%sequence-node nodes)
  (if (null? (cdr nodes)) (car nodes) (%make-node 'sequence nodes #f #f)))

;; A procedure of ours, which a procedure of the library calls.
(define (%lambda-node name meanings rest? body)
  (%make-node 'lambda name (list (%tuple meanings rest? body)) #t))

;; A call of a procedure of ours.
(define-syntax %library-call
  (syntax-rules ()
    ((_ f node ...) (%call-node #f (%constant f) (list node ...)))))

;; A procedure without parameters, of ours.
(define (%thunk node) (%lambda-node 'lambda '() #f node))

(define (%variable-node meaning scope)
  (let ((kind (%meaning-kind meaning)))
    (cond ((%same kind 'import)
           (%make-node 'constant (%meaning-value meaning)
                       (and (%meaning-index meaning) (%meaning-name meaning))
                       #f))
          ((%same kind 'cell) (%make-node 'cell meaning #f #f))
          (else (%make-node 'local meaning (%skipped meaning scope) #f)))))

;; The number of frames between a scope and that of a local variable.
(define (%skipped meaning scope) (%small- (%small- (%scope-depth scope) (%meaning-value meaning)) 1))

;; The definition of a variable.
(define (%definition meaning scope node)
  (if (%meaning-is? meaning 'cell)
      (%make-node 'define meaning #f node)
      (%make-node 'set meaning (%skipped meaning scope) node)))

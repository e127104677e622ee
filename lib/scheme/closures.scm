;;; Code at run time: each expression becomes a procedure of the frames around it.
;;;
;;; The frames are a list, the innermost first. A parameter or a variable of `let` is a frame of its
;;; own, with its value; the variables of a body or of `letrec` share one, a vector. A variable knows
;;; its level, the number of frames outside of its own.
;;;
;;; A node is (PROCEDURE KIND DATUM): the kind is `constant` with the value, `local` with the number
;;; of frames to skip, `cell` with the meaning, or `other`.

(define-inline (%node-code node) (%get 3 0 node))
(define-inline (%node-kind node) (%get 3 1 node))
(define-inline (%node-datum node) (%get 3 2 node))
(define-inline (%make-node code) (%tuple code 'other #f))

;; Runs code with frames.
(define-syntax %run
  (syntax-rules () ((_ code frames) (%apply1 code frames))))

(define-syntax %frame
  (syntax-rules () ((_ frames) (%get 2 0 frames))))
(define-syntax %outside
  (syntax-rules () ((_ frames) (%get 2 1 frames))))

(define (%constant x) (%tuple (lambda (frames) x) 'constant x))
(define (%nothing) (%constant (%special unspecified)))

;; A procedure of frames whose body sees them from a certain depth on.
(define-syntax %at-depth
  (syntax-rules ()
    ((_ depth (frames from) body)
     (cond ((%same depth 0) (lambda (frames) (let ((from frames)) body)))
           ((%same depth 1) (lambda (frames) (let ((from (%outside frames))) body)))
           ((%same depth 2) (lambda (frames) (let ((from (%outside (%outside frames)))) body)))
           (else (lambda (frames) (let ((from (%drop frames depth))) body)))))))

;;; Variables

(define (%variable-node meaning scope)
  (let ((kind (%meaning-kind meaning)))
    (cond ((%same kind 'import) (%constant (%meaning-value meaning)))
          ((%same kind 'cell) (%tuple (%cell-code meaning) 'cell meaning))
          (else (%local-reference (%skipped meaning scope)
                                  (%meaning-index meaning)
                                  (%meaning-name meaning))))))

;; The number of frames between a scope and that of a local variable.
(define (%skipped meaning scope) (%small- (%small- (%scope-depth scope) (%meaning-value meaning)) 1))

(define-syntax %bound
  (syntax-rules ()
    ((_ x name)
     (let ((value x))
       (if (%same value (%special unbound)) (%never (%unbound-variable name)) value)))))

(define-syntax %cell-value
  (syntax-rules () ((_ cell) (%bound (%meaning-value cell) (%meaning-name cell)))))

(define (%cell-code cell) (lambda (frames) (%cell-value cell)))

(define (%local-reference depth index name)
  (if index
      (%make-node
        (%at-depth depth (frames from) (%bound (%array-ref any (%frame from) index) name)))
      (%tuple (%at-depth depth (frames from) (%frame from)) 'local depth)))

;; Code that gives a variable the value of code.
(define (%assignment meaning scope code)
  (if (%meaning-is? meaning 'cell)
      (lambda (frames)
        (%set-meaning-value meaning (%run code frames))
        (%special unspecified))
      (let ((depth (%skipped meaning scope)) (index (%meaning-index meaning)))
        (if index
            (%at-depth depth (frames from)
              (begin
                (%array-set any (%frame from) index (%run code frames))
                (%special unspecified)))
            (%at-depth depth (frames from)
              (begin
                (%set 2 0 from (%run code frames))
                (%special unspecified)))))))

;;; Sequences and branches

;; Code that runs a list of code, which is not empty.
(define (%sequence-code codes)
  (let ((first (car codes)))
    (cond ((null? (cdr codes)) first)
          ((null? (cddr codes))
           (let ((second (cadr codes)))
             (lambda (frames) (%run first frames) (%run second frames))))
          (else
           (let ((second (cadr codes)) (others (%sequence-code (cddr codes))))
             (lambda (frames)
               (%run first frames)
               (%run second frames)
               (%run others frames)))))))

(define (%if-code test then else)
  (lambda (frames)
    (if (%run test frames) (%run then frames) (%run else frames))))

(define (%or-code first second)
  (lambda (frames) (or (%run first frames) (%run second frames))))

;;; Frames

;; The values of code as frames before others, the last one innermost.
(define (%push-values codes frames new)
  (if (%is tuple 2 codes)
      (%push-values (%get 2 1 codes) frames (%tuple (%run (%get 2 0 codes) frames) new))
      new))

;; Code that binds variables to the values of a list of code.
(define (%let-code codes body)
  (if (and (pair? codes) (null? (cdr codes)))
      (let ((code (car codes)))
        (lambda (frames) (%run body (%tuple (%run code frames) frames))))
      (lambda (frames) (%run body (%push-values codes frames frames)))))

;; Code in a frame for so many variables that have no value yet.
(define (%frame-code count body)
  (if (%same count 0)
      body
      (lambda (frames)
        (%run body (%tuple (%array-new any count (%special unbound)) frames)))))

;; Binds parameters to the elements of a list: so many, and the list of others as one more if they
;; are wanted. The list has the right length.
(define (%push-list count rest? list frames)
  (if (%small< 0 count)
      (%push-list (%small- count 1) rest? (%get 2 1 list) (%tuple (%get 2 0 list) frames))
      (if rest? (%tuple list frames) frames)))

;;; Procedures

;; A clause is (COUNT REST? BODY). Procedures that are functions have one clause without a rest.
(define-inline (%clause-count clause) (%get 3 0 clause))
(define-inline (%clause-rest? clause) (%get 3 1 clause))
(define-inline (%clause-body clause) (%get 3 2 clause))

;; The most parameters of a procedure that is a function.
(define-inline (%most-parameters) 12)

(define-syntax %closure-code
  (syntax-rules ()
    ((_ body parameter ...)
     (lambda (frames) (lambda (parameter ...) (%run body (%push frames parameter ...)))))))
(define-syntax %push
  (syntax-rules ()
    ((_ frames) frames)
    ((_ frames x y ...) (%push (%tuple x frames) y ...))))

(define (%procedure-code name clauses)
  (let ((clause (car clauses)))
    (if (or (pair? (cdr clauses))
            (%clause-rest? clause)
            (%small< (%most-parameters) (%clause-count clause)))
        (%variadic-code name clauses)
        (%function-code (%clause-count clause) (%clause-body clause)))))

(define (%function-code count body)
  (case count
    ((0) (%closure-code body))
    ((1) (%closure-code body a))
    ((2) (%closure-code body a b))
    ((3) (%closure-code body a b c))
    ((4) (%closure-code body a b c d))
    ((5) (%closure-code body a b c d e))
    ((6) (%closure-code body a b c d e f))
    ((7) (%closure-code body a b c d e f g))
    ((8) (%closure-code body a b c d e f g h))
    ((9) (%closure-code body a b c d e f g h i))
    ((10) (%closure-code body a b c d e f g h i j))
    ((11) (%closure-code body a b c d e f g h i j k))
    (else (%closure-code body a b c d e f g h i j k l))))

(define (%variadic-code name clauses)
  (lambda (frames)
    (%tuple %procedure-type
            (lambda (arguments) (%enter-clause clauses name arguments frames))
            name
            #f)))

(define (%enter-clause clauses name arguments frames)
  (let ((count (length arguments)))
    (let loop ((left clauses))
      (if (null? left)
          (%wrong-arity name arguments)
          (let* ((clause (car left)) (wanted (%clause-count clause)))
            (if (if (%clause-rest? clause) (%small<= wanted count) (%same wanted count))
                (%run (%clause-body clause)
                      (%push-list wanted (%clause-rest? clause) arguments frames))
                (loop (cdr left))))))))

;;; Calls

;; Calls what is no function of so many parameters as there are arguments.
(define (%call-other name f arguments)
  (cond ((%procedure-record? f) (%apply1 (%get 4 1 f) arguments))
        ((and name (%same (%prim "any.kind" f) 2)) (%wrong-arity name arguments))
        (else (%apply-other f arguments))))

(define-syntax %call
  (syntax-rules ()
    ((_ name f count x ...)
     (let ((function f))
       (if (%is fun count function)
           (function x ...)
           (%call-other name function (%list x ...)))))))

;; The values of code as a list.
(define (%values-of codes frames)
  (if (null? codes)
      '()
      (let ((first (%run (car codes) frames)))
        (%tuple first (%values-of (cdr codes) frames)))))

(define (%call-code name operator operands)
  (let ((count (length operands)))
    (or (and (%same count 2) (%same (%node-kind operator) 'constant)
             (%operation-code (%node-datum operator) (car operands) (cadr operands)))
        (if (%same (%node-kind operator) 'cell)
            (%cell-call (%node-datum operator) operands count)
            (%any-call name (%node-code operator) (%map1 %node-code* operands) count)))))

(define (%node-code* node) (%node-code node))

(define (%any-call name f codes count)
  (case count
    ((0) (lambda (frames) (%call name (%run f frames) 0)))
    ((1) (let ((a (car codes)))
           (lambda (frames) (%call name (%run f frames) 1 (%run a frames)))))
    ((2) (let ((a (car codes)) (b (cadr codes)))
           (lambda (frames)
             (let* ((x (%run a frames)) (y (%run b frames)))
               (%call name (%run f frames) 2 x y)))))
    ((3) (let ((a (car codes)) (b (cadr codes)) (c (caddr codes)))
           (lambda (frames)
             (let* ((x (%run a frames)) (y (%run b frames)) (z (%run c frames)))
               (%call name (%run f frames) 3 x y z)))))
    (else
     (lambda (frames)
       (let ((arguments (%values-of codes frames)))
         (%apply-named name (%run f frames) arguments count))))))

;; Applies a procedure to a list of arguments that belongs to it.
(define (%apply-named name f arguments count)
  (cond ((%procedure-record? f) (%apply1 (%get 4 1 f) arguments))
        ((%function-of? f count) (%apply f arguments))
        (else (%call-other name f arguments))))

(define (%function-of? f count)
  (case count
    ((4) (%is fun 4 f))
    ((5) (%is fun 5 f))
    ((6) (%is fun 6 f))
    ((7) (%is fun 7 f))
    ((8) (%is fun 8 f))
    ((9) (%is fun 9 f))
    ((10) (%is fun 10 f))
    ((11) (%is fun 11 f))
    ((12) (%is fun 12 f))
    (else #f)))

;; A procedure of frames in which variables have the values of nodes; the innermost variable and
;; constants are reached without a call.
(define-syntax %with-operands
  (syntax-rules ()
    ((_ frames () body) (lambda (frames) body))
    ((_ frames ((x node) other ...) body)
     (if (%innermost? node)
         (%with-operands frames (other ...) (let ((x (%frame frames))) body))
         (let ((code (%node-code node)))
           (%with-operands frames (other ...) (let ((x (%run code frames))) body)))))))

(define (%innermost? node)
  (and (%same (%node-kind node) 'local) (%same (%node-datum node) 0)))

(define (%cell-call cell operands count)
  (let ((name (%meaning-name cell)))
    (case count
      ((1)
       (let ((a (car operands)))
         (%with-operands frames ((x a)) (%call name (%cell-value cell) 1 x))))
      ((2)
       (let ((a (car operands)) (b (cadr operands)))
         (%with-operands frames ((y b) (x a)) (%call name (%cell-value cell) 2 x y))))
      (else (%any-call name (%cell-code cell) (%map1 %node-code* operands) count)))))

;; Code for an operation on two numbers, which are variadic procedures, or false if it is none.
(define-syntax %operation
  (syntax-rules ()
    ((_ f a b)
     (if (and (%same (%node-kind b) 'constant) (%is small (%node-datum b)))
         (let ((y (%node-datum b)))
           (%with-operands frames ((x a)) (f x y)))
         (let ((code (%node-code b)))
           (%with-operands frames ((x a)) (f x (%run code frames))))))))

(define (%operation-code f a b)
  (cond ((%same f +) (%operation + a b))
        ((%same f -) (%operation - a b))
        ((%same f *) (%operation * a b))
        ((%same f =) (%operation = a b))
        ((%same f <) (%operation < a b))
        ((%same f >) (%operation > a b))
        ((%same f <=) (%operation <= a b))
        ((%same f >=) (%operation >= a b))
        (else #f)))

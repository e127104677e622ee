;;; Code at run time: each expression becomes a procedure of the frames around it.
;;;
;;; The frames are a list, the innermost first. A parameter or a variable of `let` is a frame of its
;;; own, with its value; the variables of a body or of `letrec` share one, a vector. A variable knows
;;; its level, the number of frames outside of its own.

;; Runs code with frames.
(define-syntax %run
  (syntax-rules () ((_ code frames) (%apply1 code frames))))

(define-syntax %frame
  (syntax-rules () ((_ frames) (%get 2 0 frames))))
(define-syntax %outside
  (syntax-rules () ((_ frames) (%get 2 1 frames))))

(define (%code node)
  (let ((x (%node-x node)) (y (%node-y node)) (z (%node-z node)))
    (case (%node-kind node)
      ((constant) (lambda (frames) x))
      ((local) (%local-code y x))
      ((cell) (lambda (frames) (%cell-value x)))
      ((set) (%set-code x y (%code z)))
      ((define) (%define-code x (%code z)))
      ((assign) (%assign-code x (%code z)))
      ((if) (%if-code (%code x) (%code y) (%code z)))
      ((or) (%or-code (%code x) (%code y)))
      ((sequence) (%sequence-code (%codes x)))
      ((let) (%let-code (%codes y) (%code z)))
      ((frame) (%frame-code (length x) (%code y)))
      ((lambda) (%procedure-code x (%map1 %clause-code y)))
      ((loop) (%loop-code x (%codes y) (%clause-code z)))
      (else (%call-code x y z)))))
(define (%codes nodes) (%map1 %code nodes))

(define (%drop frames n)
  (if (%small< 0 n) (%drop (%outside frames) (%small- n 1)) frames))

;; A procedure of frames whose body sees them from a certain depth on.
(define-syntax %at-depth
  (syntax-rules ()
    ((_ depth (frames from) body)
     (cond ((%same depth 0) (lambda (frames) (let ((from frames)) body)))
           ((%same depth 1) (lambda (frames) (let ((from (%outside frames))) body)))
           ((%same depth 2) (lambda (frames) (let ((from (%outside (%outside frames)))) body)))
           (else (lambda (frames) (let ((from (%drop frames depth))) body)))))))

;;; Variables

(define-syntax %bound
  (syntax-rules ()
    ((_ x name)
     (let ((value x))
       (if (%same value (%special unbound)) (%never (%unbound-variable name)) value)))))

(define-syntax %cell-value
  (syntax-rules () ((_ cell) (%bound (%meaning-value cell) (%meaning-name cell)))))

(define (%local-code depth meaning)
  (let ((index (%meaning-index meaning)) (name (%meaning-name meaning)))
    (if index
        (%at-depth depth (frames from) (%bound (%array-ref any (%frame from) index) name))
        (%at-depth depth (frames from) (%frame from)))))

;; Code that gives a variable the value of code.
(define (%set-code meaning depth code)
  (let ((index (%meaning-index meaning)))
    (if index
        (%at-depth depth (frames from)
          (begin
            (%array-set any (%frame from) index (%run code frames))
            (%special unspecified)))
        (%at-depth depth (frames from)
          (begin
            (%set 2 0 from (%run code frames))
            (%special unspecified))))))

(define (%define-code cell code)
  (lambda (frames)
    (%set-meaning-value cell (%run code frames))
    (%special unspecified)))

(define (%assign-code cell code)
  (lambda (frames)
    (let ((value (%run code frames)))
      (%cell-value cell)
      (%set-meaning-value cell value)
      (%special unspecified))))

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

;; The code of a clause is (COUNT REST? CODE), the count without the parameter for further arguments.
;; Procedures that are functions have one clause without a rest.
(define-inline (%clause-count clause) (%get 3 0 clause))

(define (%clause-code clause)
  (let ((count (length (%clause-meanings clause))) (rest? (%clause-rest? clause)))
    (%tuple (if rest? (%small- count 1) count) rest? (%code (%clause-body clause)))))

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

;; Calls a procedure whose name is a frame around it.
(define (%loop-code meaning codes clause)
  (let ((make (%procedure-code (%meaning-name meaning) (list clause))))
    (lambda (frames)
      (let ((arguments (%values-of codes frames)) (inside (%tuple #f frames)))
        (let ((f (%run make inside)))
          (%set 2 0 inside f)
          (%apply f arguments))))))

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
    (or (and (%same count 2) (%node-is? operator 'constant)
             (%operation-code (%node-x operator) (car operands) (cadr operands)))
        (if (%node-is? operator 'cell)
            (%cell-call (%node-x operator) operands count)
            (%any-call name (%code operator) (%codes operands) count)))))

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
         (let ((code (%code node)))
           (%with-operands frames (other ...) (let ((x (%run code frames))) body)))))))

(define (%innermost? node)
  (and (%node-is? node 'local) (%same (%node-y node) 0) (not (%meaning-index (%node-x node)))))

(define (%cell-call cell operands count)
  (let ((name (%meaning-name cell)))
    (case count
      ((1)
       (let ((a (car operands)))
         (%with-operands frames ((x a)) (%call name (%cell-value cell) 1 x))))
      ((2)
       (let ((a (car operands)) (b (cadr operands)))
         (%with-operands frames ((y b) (x a)) (%call name (%cell-value cell) 2 x y))))
      (else
       (%any-call name (lambda (frames) (%cell-value cell)) (%codes operands) count)))))

;; Code for an operation on two numbers, which are variadic procedures, or false if it is none.
(define-syntax %operation
  (syntax-rules ()
    ((_ f a b)
     (if (and (%node-is? b 'constant) (%is small (%node-x b)))
         (let ((y (%node-x b)))
           (%with-operands frames ((x a)) (f x y)))
         (let ((code (%code b)))
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

;;; Records: (TYPE FIELDS #f), the fields a vector

(define-syntax %record-of?
  (syntax-rules ()
    ((_ x type) (and (%is tuple 3 x) (%same (%get 3 0 x) type)))))

;; A procedure of the fields at certain indices, whose body finds them as frames, the last one
;; innermost.
(define (%record-constructor type name size indices)
  (let ((last-first (reverse indices)))
    (define (body frames)
      (let ((fields (make-vector size (%special unspecified))))
        (let loop ((indices last-first) (frames frames))
          (if (null? indices)
              (%tuple type fields #f)
              (begin
                (vector-set! fields (car indices) (%frame frames))
                (loop (cdr indices) (%outside frames)))))))
    (%run (%procedure-code name (list (%tuple (length indices) #f body))) '())))

(define (%record-predicate type) (lambda (x) (%record-of? x type)))

(define (%record-accessor type name index)
  (lambda (x)
    (if (%record-of? x type)
        (%array-ref any (%get 3 1 x) index)
        (%wrong-record name type x))))

(define (%record-modifier type name index)
  (lambda (x value)
    (if (%record-of? x type)
        (begin (%array-set any (%get 3 1 x) index value) (%special unspecified))
        (%wrong-record name type x))))

;;; Procedures, continuations, errors, equality, and the end of the program.

;; The type of procedures that are records: (type, function of the arguments' list, name, payload).
(define %procedure-type (%tuple #f #f #f))

;; Record types are records themselves: (type, name, names of the fields that `write` shows).
(define %record-type-type (%tuple #f 'record-type '(name fields)))
(define (%make-record-type name fields) (%tuple %record-type-type name fields))

(define-inline (%is-record? len type x)
  (if (%is tuple 3 x) (%same (%get 3 0 x) type) #f))

;;; Equality

(define-inline (eq? x y) (%same x y))
(define-inline (eqv? x y) (if (%same x y) #t (%eqv? x y)))

;; Two values that are not the same object: numbers may be equal all the same.
(define (%eqv? x y)
  (cond ((%is flonum x)
         (and (%is flonum y)
              (or (%prim "eq.i64" (%prim "fbits.f64" x) (%prim "fbits.f64" y))
                  (and (%prim "fne.f64" x x) (%prim "fne.f64" y y)))))
        ((%is big x) (and (%is big y) (%prim "eq.i64" (%prim "big.cmp" x y) 0)))
        ((%ratio? x) (and (%ratio? y) (eqv? (%get 3 1 x) (%get 3 1 y)) (eqv? (%get 3 2 x) (%get 3 2 y))))
        (else #f)))

;; Structures are compared by a walk that ends after so many pairs and vectors; then a table
;; remembers what is being compared, so that the comparison of cyclic ones ends.
(define (equal? x y)
  (if (%same x y)
      #t
      (let ((left (%equal? x y 10000 #f)))
        (if (%same left 'many)
            (if (%equal? x y 0 (%make-object-table)) #t #f)
            (if left #t #f)))))

;; False, or what is left of the number of steps, or `many` if they did not suffice. With a table,
;; the number does not count.
(define (%equal? x y left table)
  (cond ((%same x y) left)
        ((%is tuple 2 x)
         (if (%is tuple 2 y)
             (cond (table
                    (if (%compared? table x y)
                        left
                        (and (%equal? (%get 2 0 x) (%get 2 0 y) left table)
                             (%equal? (%get 2 1 x) (%get 2 1 y) left table))))
                   ((%same left 0) 'many)
                   (else
                    (let ((left (%equal? (%get 2 0 x) (%get 2 0 y) (%small- left 1) #f)))
                      (if (%is small left) (%equal? (%get 2 1 x) (%get 2 1 y) left #f) left))))
             #f))
        ((%is char x) (if (and (%is char y) (%equal-arrays? char x y)) left #f))
        ((%is any x)
         (cond ((not (%is any y)) #f)
               ((not (%same (%array-length any x) (%array-length any y))) #f)
               ((and table (%compared? table x y)) left)
               ((and (not table) (%same left 0)) 'many)
               (else (%equal-vectors? x y 0 (if table left (%small- left 1)) table))))
        ((%is byte x) (if (and (%is byte y) (%equal-arrays? byte x y)) left #f))
        ((%eqv? x y) left)
        (else #f)))

(define (%equal-vectors? x y i left table)
  (if (%same i (%array-length any x))
      left
      (let ((left (%equal? (%array-ref any x i) (%array-ref any y i) left table)))
        (if (%is small left) (%equal-vectors? x y (%small+ i 1) left table) left))))

;; True if two objects are being compared already, which the table has from now on: for each
;; object the list of those that it was compared with.
(define (%compared? table x y)
  (let ((others (%object-value table x)))
    (cond ((%same others 0) (%set-object-value table x (%tuple y '())) #f)
          ((%among? y others) #t)
          (else (%set-object-value table x (%tuple y others)) #f))))
(define (%among? x l)
  (cond ((%same l '()) #f)
        ((%same (%get 2 0 l) x) #t)
        (else (%among? x (%get 2 1 l)))))

(define-syntax %equal-arrays?
  (syntax-rules ()
    ((_ type x y)
     (let ((n (%array-length type x)))
       (and (%same n (%array-length type y))
            (let loop ((i 0))
              (or (%same i n)
                  (and (%same (%array-ref type x i) (%array-ref type y i))
                       (loop (%small+ i 1))))))))))

;; The sum of two small integers that is known to be small.
(define-syntax %small+
  (syntax-rules () ((_ x y) (%prim "add.i64" x y))))
(define-syntax %small-
  (syntax-rules () ((_ x y) (%prim "sub.i64" x y))))
(define-syntax %small<
  (syntax-rules () ((_ x y) (%prim "slt.i64" x y))))

(define-inline (not x) (if x #f #t))
(define-inline (boolean? x) (%is boolean x))
(define-inline (symbol? x) (%is symbol x))

(define boolean=?
  (case-lambda
    ((x y) (%all-same 'boolean=? boolean? "a boolean" x (list y)))
    ((x y . more) (%all-same 'boolean=? boolean? "a boolean" x (cons y more)))))
(define symbol=?
  (case-lambda
    ((x y) (%all-same 'symbol=? symbol? "a symbol" x (list y)))
    ((x y . more) (%all-same 'symbol=? symbol? "a symbol" x (cons y more)))))

(define (%all-same who right? wanted x others)
  (if (right? x)
      (let loop ((others others) (same #t))
        (cond ((%is tuple 2 others)
               (if (right? (%get 2 0 others))
                   (loop (%get 2 1 others) (and same (%same x (%get 2 0 others))))
                   (%wrong-type who wanted (%get 2 0 others))))
              (else same)))
      (%wrong-type who wanted x)))

;;; Procedures

(define-inline (%procedure-record? f)
  (if (%is tuple 4 f) (%same (%get 4 0 f) %procedure-type) #f))

;; A continuation is the bare continuation and the state of its place. Nothing else is
;; represented by a tuple that does not change.
(define-inline (%continuation? x) (%is fixed 2 x))

(define (procedure? x)
  (or (%same (%prim "any.kind" x) 2) (%procedure-record? x) (%continuation? x)))

;; Calls a value that is no function of so many parameters as there are arguments.
;; With one argument, this is how a program goes on with a continuation.
(define (%apply-one f x)
  (if (%continuation? f)
      (%continue (%fixed-get 2 0 f) (%fixed-get 2 1 f) x)
      (%apply-other f (%tuple x '()))))

(define (%apply-other f arguments)
  (cond ((%procedure-record? f) (%apply1 (%get 4 1 f) arguments))
        ((%continuation? f)
         (%continue (%fixed-get 2 0 f) (%fixed-get 2 1 f) (%list->values arguments)))
        ((%same (%prim "any.kind" f) 2)
         (%fail 'apply "wrong number of arguments for" f arguments))
        (else (%fail 'apply "not a procedure:" f))))

(define (%wrong-arity name arguments)
  (%fail name "wrong number of arguments:" arguments))

(define (%unbound-variable name)
  (raise (%make-error #f #f "unbound variable:" (%tuple name '()))))

(define-inline apply
  (case-lambda
    ((f arguments) (%apply f arguments))
    ((f x arguments) (%apply f (%tuple x arguments)))
    ((f x y arguments) (%apply f (%tuple x (%tuple y arguments))))
    ((f x . more) (%apply f (%spread x more)))))

;; The arguments of `apply`, the last of which is a list of further ones.
(define (%spread x more)
  (if (%is tuple 2 more)
      (%tuple x (%spread (%get 2 0 more) (%get 2 1 more)))
      x))

(define (%apply f arguments)
  (if (%procedure-record? f)
      (%apply1 (%get 4 1 f) (%fresh-list arguments))
      (let ((n (%checked-length 'apply arguments)))
        (cond ((%small< n 5) (%apply-few f arguments n))
              ((%continuation? f) (%apply-other f arguments))
              (else (%apply-many f arguments n))))))

;; A list of one's own, since a procedure may change the list of its further arguments.
(define (%fresh-list arguments) (%append-to 'apply arguments '()))

(define-syntax %nth
  (syntax-rules ()
    ((_ l) (%get 2 0 l))
    ((_ l n more ...) (%nth (%get 2 1 l) more ...))))

(define (%apply-few f l n)
  (cond ((%same n 0) (f))
        ((%same n 1) (f (%nth l)))
        ((%same n 2) (f (%nth l) (%nth l 1)))
        ((%same n 3) (f (%nth l) (%nth l 1) (%nth l 1 2)))
        (else (f (%nth l) (%nth l 1) (%nth l 1 2) (%nth l 1 2 3)))))

(define (%apply-many f l n)
  (cond ((%same n 5) (%with-first f l (a b c d e) (a b c d e)))
        ((%same n 6) (%with-first f l (a b c d e g) (a b c d e g)))
        ((%same n 7) (%with-first f l (a b c d e g h) (a b c d e g h)))
        ((%same n 8) (%with-first f l (a b c d e g h i) (a b c d e g h i)))
        ((%same n 9) (%with-first f l (a b c d e g h i j) (a b c d e g h i j)))
        ((%same n 10) (%with-first f l (a b c d e g h i j k) (a b c d e g h i j k)))
        ((%same n 11) (%with-first f l (a b c d e g h i j k m) (a b c d e g h i j k m)))
        ((%same n 12) (%with-first f l (a b c d e g h i j k m o) (a b c d e g h i j k m o)))
        (else (%apply-other f l))))

(define-syntax %with-first
  (syntax-rules ()
    ((_ f l () all) (f . all))
    ((_ f l (y z ...) all)
     (let ((y (%get 2 0 l)) (rest (%get 2 1 l))) (%with-first f rest (z ...) all)))))

;;; Several values: one is itself, others are a record with their list.

(define %values-type (%make-record-type 'values '()))
(define (%values list) (%tuple %values-type list #f))
(define-inline (%values? x) (if (%is tuple 3 x) (%same (%get 3 0 x) %values-type) #f))

(define-inline values
  (case-lambda
    ((x) x)
    (() (%values '()))
    ((x y) (%values (%tuple x (%tuple y '()))))
    ((x y z) (%values (%tuple x (%tuple y (%tuple z '())))))
    ((x . more) (%values (%tuple x more)))))

(define (%list->values l)
  (if (and (%is tuple 2 l) (%same (%get 2 1 l) '())) (%get 2 0 l) (%values l)))

(define (%values->list x) (if (%values? x) (%get 3 1 x) (%tuple x '())))
(define-inline (%values-first l)
  (if (%is tuple 2 l) (%get 2 0 l) (%never (%fail 'values "too few values"))))
(define-inline (%values-end l)
  (if (%same l '()) l (%never (%fail 'values "too many values:" l))))

;; Several values where one is expected are an error for those who can tell them from a record.
(define (%check-one-value x)
  (if (%values? x)
      (let ((all (%get 3 1 x)))
        (%values-first all)
        (%values-end (%get 2 1 all)))
      #t))

(define-inline (call-with-values producer consumer) (%receive (producer) consumer))
(define (%receive x consumer)
  (if (%values? x) (%apply consumer (%get 3 1 x)) (consumer x)))

;;; The dynamic state: what `dynamic-wind` has entered, the handlers of exceptions, the values of
;;; parameters. A continuation keeps the state of its place.

;; A state is (the state outside of it, how many are, handlers, values of parameters, before,
;; after); the empty list stands for the thunks where it is not that of a `dynamic-wind`.
(define %state (%tuple '() 0 '() '() '() '()))
(define %first-state %state)
(define-inline (%state-outside state) (%get 6 0 state))
(define-inline (%state-depth state) (%get 6 1 state))
(define-inline (%state-handlers state) (%get 6 2 state))
(define-inline (%state-parameters state) (%get 6 3 state))
(define-inline (%state-before state) (%get 6 4 state))
(define-inline (%state-after state) (%get 6 5 state))

(define-inline (%enter outside handlers parameters before after)
  (set! %state
        (%tuple outside (%small+ (%state-depth outside) 1) handlers parameters before after)))

;; A procedure that goes from one state to another, once there is a `dynamic-wind`.
(define %mover #f)
(define (%move to) (if %mover (%apply1 %mover to) (set! %state to)))

(define-inline (dynamic-wind before thunk after)
  (before)
  (let ((outside %state))
    (set! %mover %change-state)
    (%enter outside (%state-handlers outside) (%state-parameters outside) before after)
    (let ((result (thunk)))
      (set! %state outside)
      (after)
      result)))

;; Goes from the present state to another: leaves what only this one has entered, enters what only
;; that one has.
(define (%change-state to)
  (let ((common (%common %state to)))
    (let leave ((state %state))
      (if (%same state common)
          #t
          (let ((outside (%state-outside state)))
            (set! %state outside)
            (if (%same (%state-after state) '()) #t ((%state-after state)))
            (leave outside))))
    (let enter ((state to))
      (if (%same state common)
          #t
          (begin
            (enter (%state-outside state))
            (set! %state (%state-outside state))
            (if (%same (%state-before state) '()) #t ((%state-before state))))))
    (set! %state to)))

;; The innermost state that two are both in, or are.
(define (%common x y)
  (if (%same x y)
      x
      (let ((m (%state-depth x)) (n (%state-depth y)))
        (%common (if (%small< m n) x (%state-outside x))
                 (if (%small< n m) y (%state-outside y))))))

(define (%continue k state x)
  (if (%same state %state) #t (%move state))
  (%throw k x))

(define-inline (call-with-current-continuation f)
  (%callcc (lambda (k) (f (%fixed k %state)))))
(define-inline (call/cc f)
  (%callcc (lambda (k) (f (%fixed k %state)))))

;;; Exceptions

;; An error object is (type, kind, who, message, irritants). Who is the procedure that complains,
;; or false; the message of such an object is put together when somebody asks for it.
(define %error-type (%make-record-type 'error '(kind who message irritants)))
(define (%make-error kind who message irritants)
  (%tuple %error-type kind who message irritants))

(define (error-object? x) (if (%is tuple 5 x) (%same (%get 5 0 x) %error-type) #f))
(define (error-object-message x)
  (cond ((not (error-object? x)) (%wrong-type 'error-object-message "an error object" x))
        ((%get 5 2 x) (string-append (symbol->string (%get 5 2 x)) ": " (%error-text x)))
        (else (%get 5 3 x))))
(define (error-object-irritants x)
  (if (error-object? x) (%get 5 4 x) (%wrong-type 'error-object-irritants "an error object" x)))
(define (read-error? x) (and (error-object? x) (%same (%get 5 1 x) 'read)))
(define (file-error? x) (and (error-object? x) (%same (%get 5 1 x) 'file)))

;; The message of an object with a procedure that complains: a string, or what was expected.
(define (%error-text x)
  (let ((message (%get 5 3 x)))
    (if (%is tuple 2 message)
        (string-append "expected " (%wanted (%get 2 0 message)) ", got")
        message)))

;; What was expected: a string, or the name of a record type.
(define (%wanted x)
  (if (%is symbol x) (string-append "a record of type " (symbol->string x)) x))

(define-inline error
  (case-lambda
    ((message) (%never (%error message '())))
    ((message a) (%never (%error message (%tuple a '()))))
    ((message a b) (%never (%error message (%tuple a (%tuple b '())))))
    ((message a b c) (%never (%error message (%tuple a (%tuple b (%tuple c '()))))))
    ((message . irritants) (%error message irritants))))
(define (%error message irritants) (%raise-object (%make-error #f #f message irritants)))

(define (%fail who message . irritants)
  (%raise-object (%make-error #f who message irritants)))
(define (%wrong-type who wanted x)
  (%raise-object (%make-error #f who (%tuple wanted '()) (%tuple x '()))))
(define (%wrong-index who i) (%fail who "index out of range:" i))
(define (%wrong-record who type x)
  (%raise-object (%make-error #f who (%tuple (%get 3 1 type) '()) (%tuple x '()))))
(define (%divide-by-zero who x) (%fail who "division by zero:" x))
(define (%read-error message . irritants)
  (%raise-object (%make-error 'read #f message irritants)))
(define (%file-error who text . irritants)
  (%raise-object (%make-error 'file who (%utf8->string text) irritants)))

(define (with-exception-handler handler thunk)
  (if (procedure? handler) #t (%wrong-type 'with-exception-handler "a procedure" handler))
  (if (procedure? thunk) #t (%wrong-type 'with-exception-handler "a procedure" thunk))
  (%with-handler handler thunk))

(define (%with-handler handler thunk)
  (let ((outside %state))
    (%enter outside (%tuple handler (%state-handlers outside)) (%state-parameters outside) '() '())
    (let ((result (thunk)))
      (set! %state outside)
      result)))

;; Runs the innermost handler, outside of which it runs itself.
(define (%handle x)
  (let ((state %state))
    (let ((handlers (%state-handlers state)))
      (%enter state (%get 2 1 handlers) (%state-parameters state) '() '())
      (let ((result ((%get 2 0 handlers) x)))
        (set! %state state)
        result))))

(define-inline (raise x) (%never (%raise-object x)))
(define (%raise-object x)
  (if (%same (%state-handlers %state) '())
      (%raise x)
      (begin
        (%handle x)
        ;; The handler has returned, which is an error where the handler was.
        (let ((state %state))
          (%enter state (%get 2 1 (%state-handlers state)) (%state-parameters state) '() '()))
        (%raise-object
          (if (error-object? x)
              x
              (%make-error #f #f "a handler returned from the exception" (%tuple x '())))))))

(define (raise-continuable x)
  (if (%same (%state-handlers %state) '()) (%never (%raise x)) (%handle x)))

;; What a handler of `guard` sends to it: (type, object, a procedure that raises it again).
(define %guarded-type (%make-record-type 'guarded '()))

(define (%guard thunk handler)
  (let ((state %state))
    (let ((outcome
            (%callcc
              (lambda (k)
                (%with-handler
                  (lambda (x)
                    (%callcc
                      (lambda (again)
                        (let ((inside %state))
                          (%continue k state
                                     (%tuple %guarded-type x
                                             (lambda ()
                                               (%move inside)
                                               (%throw again (raise-continuable x)))))))))
                  thunk)))))
      (if (if (%is tuple 3 outcome) (%same (%get 3 0 outcome) %guarded-type) #f)
          (handler (%get 3 1 outcome) (%get 3 2 outcome))
          outcome))))

(define-syntax guard
  (syntax-rules ()
    ((_ (variable clause ...) body ...)
     (%guard (lambda () body ...)
             (lambda (variable again) (%guard-clauses again clause ...))))))

(define-syntax %guard-clauses
  (syntax-rules (else =>)
    ((_ again) (again))
    ((_ again (else e ...)) (begin e ...))
    ((_ again (test => receiver) clause ...)
     (let ((value test))
       (if value (receiver value) (%guard-clauses again clause ...))))
    ((_ again (test) clause ...) (or test (%guard-clauses again clause ...)))
    ((_ again (test e ...) clause ...)
     (if test (begin e ...) (%guard-clauses again clause ...)))))

;;; Parameters: the payload is (value, converter).

(define make-parameter
  (case-lambda
    ((value) (%make-parameter value #f))
    ((value converter) (%make-parameter (converter value) converter))))

(define (%make-parameter value converter)
  (let ((payload (%tuple value converter #f)))
    (%tuple %procedure-type
            (lambda (arguments)
              (if (%same arguments '())
                  (%parameter-value payload)
                  (%fail 'parameter "a parameter takes no arguments:" arguments)))
            'parameter
            payload)))

(define (%parameter? x) (and (%procedure-record? x) (%same (%get 4 2 x) 'parameter)))

(define (%parameter-value payload)
  (let loop ((bindings (%state-parameters %state)))
    (cond ((%same bindings '()) (%get 3 0 payload))
          ((%same (%get 2 0 (%get 2 0 bindings)) payload) (%get 2 1 (%get 2 0 bindings)))
          (else (loop (%get 2 1 bindings))))))

;; Runs a procedure with parameters bound: a list of pairs of a parameter and a value.
(define (%parameterize bindings thunk)
  (let ((bindings (%converted bindings)) (outside %state))
    (%enter outside (%state-handlers outside)
            (%append bindings (%state-parameters outside)) '() '())
    (let ((result (thunk)))
      (set! %state outside)
      result)))

(define (%converted bindings)
  (if (%same bindings '())
      '()
      (let ((parameter (%get 2 0 (%get 2 0 bindings))) (value (%get 2 1 (%get 2 0 bindings))))
        (if (%parameter? parameter) #t (%wrong-type 'parameterize "a parameter" parameter))
        (let ((payload (%get 4 3 parameter)))
          (let ((converter (%get 3 1 payload)))
            (let ((value (if converter (converter value) value)))
              (%tuple (%tuple payload value) (%converted (%get 2 1 bindings)))))))))

(define-syntax parameterize
  (syntax-rules ()
    ((_ ((parameter value) ...) body ...)
     (%parameterize (%list (%tuple parameter value) ...) (lambda () body ...)))))

(define (%append x y) (%append-to 'append x y))

(define-syntax %list
  (syntax-rules ()
    ((_) '())
    ((_ x y ...) (%tuple x (%list y ...)))))

;;; Promises: a record with a cell that promises may share, which is a pair: is it done, and the
;;; value or the procedure that gives it.

(define %promise-type (%make-record-type 'promise '()))
(define (%make-promise done x) (%tuple %promise-type (%tuple done x) #f))
(define (promise? x) (if (%is tuple 3 x) (%same (%get 3 0 x) %promise-type) #f))
(define (make-promise x) (if (promise? x) x (%make-promise #t x)))

(define-syntax delay-force
  (syntax-rules () ((_ e) (%make-promise #f (lambda () e)))))
(define-syntax delay
  (syntax-rules () ((_ e) (delay-force (%make-promise #t e)))))

(define (force x) (if (promise? x) (%force x) x))
(define (%force promise)
  (let ((cell (%get 3 1 promise)))
    (if (%get 2 0 cell)
        (%get 2 1 cell)
        (let ((next ((%get 2 1 cell))))
          ;; The procedure may have forced the promise.
          (let ((cell (%get 3 1 promise)))
            (if (%get 2 0 cell)
                (%get 2 1 cell)
                (let ((other (%get 3 1 next)))
                  (%set 2 0 cell (%get 2 0 other))
                  (%set 2 1 cell (%get 2 1 other))
                  (%set 3 1 next cell)
                  (%force promise))))))))

;;; The end

;; Leaves what `dynamic-wind` has entered.
(define (%leave-all) (%move %first-state))

(define (%finish) #t)

;; Ends the program with an object that nobody has handled; the history has a line for each place,
;; that of the raise first.
(define (%uncaught x history)
  (%move %first-state)
  (%prim "io.flush" 1)
  (let ((place (%prim "history.place" history 'lib/scheme/)))
    (if (%same (%prim "str.len" place) 0)
        #t
        (begin (%complain place) (%complain '|: |))))
  (if (error-object? x)
      (begin
        (if (%get 5 2 x) (begin (%complain (%get 5 2 x)) (%complain '|: |)) #t)
        (let ((message (%get 5 3 x)))
          (if (%is tuple 2 message)
              (begin
                (%complain '|expected |)
                (if (%is symbol (%get 2 0 message)) (%complain '|a record of type |) #t)
                (%complain-value (%get 2 0 message))
                (%complain '|, got|))
              (%complain-value message)))
        (let loop ((irritants (%get 5 4 x)))
          (if (%is tuple 2 irritants)
              (begin
                (%complain '| |)
                (%complain (%prim "any.show" (%get 2 0 irritants)))
                (loop (%get 2 1 irritants)))
              #t)))
      (begin
        (%complain '|uncaught object: |)
        (%complain (%prim "any.show" x))))
  (%prim "io.put.byte" 2 10)
  (%prim "io.flush" 2)
  (%prim "exit" 1))

(define (%complain text) (%prim "io.put" 2 text 0 (%prim "str.len" text)))

;; A text as it is, any other value as `write` shows it.
(define (%complain-value x)
  (if (%is char x)
      (%complain (%string->utf8 x))
      (%complain (%prim "any.show" x))))

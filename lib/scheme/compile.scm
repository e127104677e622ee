;;; Evaluated code as text for the compiler, where there is one: while `kont run` runs a program.
;;;
;;; What has procedures or loops of its own is compiled; the rest runs once, and to compile it would
;;; take longer. A procedure without loops that is nothing but the value of what was evaluated is
;;; compiled when it has been called often.
;;;
;;; The text is in the language of the library: `(COUNT EXPRESSION)`, in which `%k0`, `%k1` and so on
;;; are that many values of the program, and a local variable is NAME%NUMBER.

;; True if there is a compiler, false if not, `perhaps` as long as nobody knows.
(define %compiler? 'perhaps)

;; Runs a node.
(define (%evaluate node)
  (cond ((not %compiler?) (%interpret node))
        ((%simple-procedure? node) (%warming node))
        ((%worth-compiling? node) (%run-compiled node))
        (else (%interpret node))))

(define (%interpret node) (%run (%code node) '()))

(define (%run-compiled node)
  (let ((compiled (%compile node)))
    (if compiled
        (%apply1 (car compiled) (cdr compiled))
        (%interpret node))))

;; True for a procedure of few parameters that has no procedures or loops in it.
(define (%simple-procedure? node)
  (and (%node-is? node 'lambda)
       (not (%node-z node))
       (null? (cdr (%node-y node)))
       (let ((clause (car (%node-y node))))
         (and (not (%clause-rest? clause))
              (%small< (length (%clause-meanings clause)) 4)
              (not (%worth-compiling? (%clause-body clause)))))))

;; A procedure that is compiled when it has been called often.
(define-syntax %warming-of
  (syntax-rules ()
    ((_ node parameter ...)
     (let ((f (%interpret node)) (left 100))
       (lambda (parameter ...)
         (when left
           (set! left (and (%small< 1 left) (%small- left 1)))
           (unless left (set! f (%run-compiled node))))
         (f parameter ...))))))

(define (%warming node)
  (case (length (%clause-meanings (car (%node-y node))))
    ((0) (%warming-of node))
    ((1) (%warming-of node a))
    ((2) (%warming-of node a b))
    (else (%warming-of node a b c))))

(define (%worth-compiling? node)
  (let ((x (%node-x node)) (y (%node-y node)) (z (%node-z node)))
    (case (%node-kind node)
      ((constant local cell) #f)
      ((lambda) (or (not z) (%worth-compiling? (%clause-body (car y)))))
      ((loop) #t)
      ((set define assign) (%worth-compiling? z))
      ((if) (or (%worth-compiling? x) (%worth-compiling? y) (%worth-compiling? z)))
      ((or) (or (%worth-compiling? x) (%worth-compiling? y)))
      ((sequence) (%any? %worth-compiling? x))
      ((let) (or (%any? %worth-compiling? y) (%worth-compiling? z)))
      ((frame) (%worth-compiling? y))
      (else (or (%worth-compiling? y) (%any? %worth-compiling? z))))))

(define (%any? right? list)
  (and (pair? list) (or (right? (car list)) (%any? right? (cdr list)))))

;; The function of a node and the vector that it is to be called with, or false.
(define (%compile node)
  (let* ((writer (%make-writer))
         (expression (%written node writer))
         (port (open-output-string)))
    (write-simple (list (%get 5 1 writer) expression) port)
    (let* ((bytes (string->utf8 (get-output-string port)))
           (answer (%prim "program.compile" (%prim "str.of.bytes" bytes 0 (bytevector-length bytes))))
           (wants (symbol->string (cdr answer))))
      ;; A compiler may refuse a piece, such as one that is nested too deeply.
      (set! %compiler? (or (%is fun 1 (car answer)) (%same %compiler? #t)))
      (and (%is fun 1 (car answer))
           (let ((values (%wanted-values (read (open-input-string wants)) (%get 5 3 writer))))
             (and values
                  (cons (car answer)
                        (list->vector (append (reverse (%get 5 2 writer)) values)))))))))

;; What the compiler wants besides: variables of the library and data. False if the program does not
;; have one of them.
(define (%wanted-values wants names)
  (if (null? wants)
      '()
      (let ((others (%wanted-values (cdr wants) names)) (first (car wants)))
        (cond ((not others) #f)
              ((%same (car first) 'q) (cons (cdr first) others))
              ((or (assq (cdr first) names) (assq (cdr first) (%internal-variables)))
               => (lambda (found) (cons (cdr found) others)))
              (else #f)))))

;;; A writer is (VARIABLES CONSTANTS VALUES NAMES TABLE): how many variables and constants there are,
;;; the values of these, the last one first, the variables of libraries that are used by name, and a
;;; table with the symbols of variables and values.

(define (%make-writer) (%tuple 0 0 '() '() (%make-object-table)))

(define (%numbered name number)
  (string->symbol (string-append name (number->string number))))

;; A new symbol for a variable.
(define (%new-symbol name writer)
  (let ((number (%get 5 0 writer)))
    (%set 5 0 writer (%small+ number 1))
    (%numbered (string-append (symbol->string name) "%") number)))

;; What the table has of a variable: its symbol, and whether it is always a procedure.
(define (%variable-entry meaning writer)
  (let* ((table (%get 5 4 writer)) (known (%object-value table meaning)))
    (if (eqv? known 0)
        (let ((entry (cons (%new-symbol (%meaning-name meaning) writer) #f)))
          (%set-object-value table meaning entry)
          entry)
        known)))
(define (%symbol-of meaning writer) (car (%variable-entry meaning writer)))
(define (%symbols-of meanings writer)
  (%map1 (lambda (meaning) (%symbol-of meaning writer)) meanings))
(define (%mark-procedure meaning writer) (set-cdr! (%variable-entry meaning writer) #t))
(define (%procedure-variable? meaning writer) (cdr (%variable-entry meaning writer)))

;; The symbol of a value of the program.
(define (%value-symbol x writer)
  (let ((known (%object-value (%get 5 4 writer) x)))
    (if (eqv? known 0)
        (let* ((number (%get 5 1 writer)) (symbol (%numbered "%k" number)))
          (%set 5 1 writer (%small+ number 1))
          (%set 5 2 writer (cons x (%get 5 2 writer)))
          (%set-object-value (%get 5 4 writer) x symbol)
          symbol)
        known)))

;;; Text

(define (%all-written nodes writer) (%map1 (lambda (node) (%written node writer)) nodes))

(define (%written node writer)
  (let ((x (%node-x node)) (y (%node-y node)) (z (%node-z node)))
    (case (%node-kind node)
      ((constant) (%constant-text x y writer))
      ((local) (%local-text x writer))
      ((cell) `(%cell-value ,(%value-symbol x writer)))
      ((set) `(set! ,(%symbol-of x writer) ,(%written z writer)))
      ((define)
       `(begin (%set 4 1 ,(%value-symbol x writer) ,(%written z writer)) (%special unspecified)))
      ((assign) (%assign-text (%value-symbol x writer) (%written z writer) writer))
      ((if) (list 'if (%written x writer) (%written y writer) (%written z writer)))
      ((or) (list 'or (%written x writer) (%written y writer)))
      ((sequence) (cons 'begin (%all-written x writer)))
      ((let)
       (let ((values (%all-written y writer)))
         (list 'let (map list (%symbols-of x writer) values) (%written z writer))))
      ((frame) (%frame-text x y writer))
      ((lambda) (%lambda-text x y writer))
      ((loop)
       (let ((values (%all-written y writer)))
         (%mark-procedure x writer)
         `(let ,(%symbol-of x writer)
            ,(map list (%symbols-of (%clause-meanings z) writer) values)
            ,(%written (%clause-body z) writer))))
      (else (%call-text x y z writer)))))

(define (%constant-text x name writer)
  (cond (name
         (%set 5 3 writer (cons (cons name x) (%get 5 3 writer)))
         name)
        ((or (%is small x) (%is character x) (%is boolean x)) x)
        ((null? x) ''())
        ((%same x (%special unspecified)) '(%special unspecified))
        (else (%value-symbol x writer))))

;; A variable of a frame may be used before it has a value, unless it is a procedure.
(define (%local-text meaning writer)
  (let ((symbol (%symbol-of meaning writer)))
    (if (and (%meaning-index meaning) (not (%procedure-variable? meaning writer)))
        `(%bound ,symbol ,(%value-symbol (%meaning-name meaning) writer))
        symbol)))

(define (%assign-text cell value writer)
  (let ((new (%new-symbol 'value writer)))
    `(let ((,new ,value))
       (%cell-value ,cell)
       (%set 4 1 ,cell ,new)
       (%special unspecified))))

;; The variables that are set first, each once, are those of a `letrec*`; others get their values
;; when their turn comes.
(define (%frame-text meanings body writer)
  (let loop ((nodes (if (%node-is? body 'sequence) (%node-x body) (list body)))
             (left meanings)
             (sets '()))
    (if (and (pair? nodes) (%node-is? (car nodes) 'set) (memq (%node-x (car nodes)) left))
        (loop (cdr nodes) (%remove (%node-x (car nodes)) left) (cons (car nodes) sets))
        (let ((sets (reverse sets)))
          (%for-each1
            (lambda (set)
              (when (%node-is? (%node-z set) 'lambda)
                (%mark-procedure (%node-x set) writer)))
            sets)
          `(let ,(%map1 (lambda (meaning) `(,(%symbol-of meaning writer) (%special unbound))) left)
             (letrec* ,(%map1 (lambda (set)
                                (list (%symbol-of (%node-x set) writer)
                                      (%written (%node-z set) writer)))
                              sets)
               ,@(%all-written nodes writer)))))))

(define (%remove x list)
  (if (%same x (car list)) (cdr list) (cons (car list) (%remove x (cdr list)))))

(define (%lambda-text name clauses writer)
  (let ((texts (%map1 (lambda (clause) (%clause-text clause writer)) clauses)))
    (if (and (null? (cdr clauses)) (not (%clause-rest? (car clauses))))
        (cons 'lambda (car texts))
        ;; Such a procedure knows its name.
        (let ((symbol (%new-symbol name writer)))
          `(let ((,symbol (case-lambda ,@texts))) ,symbol)))))

(define (%clause-text clause writer)
  (let ((symbols (%symbols-of (%clause-meanings clause) writer)))
    (list (if (%clause-rest? clause) (%dotted symbols) symbols)
          (%written (%clause-body clause) writer))))

(define (%dotted list)
  (if (null? (cdr list)) (car list) (cons (car list) (%dotted (cdr list)))))

(define (%call-text name operator operands writer)
  (let ((values (%all-written operands writer)))
    (if (or (not name)
            (%node-is? operator 'lambda)
            (and (%node-is? operator 'constant) (%node-y operator))
            (and (%node-is? operator 'local) (%procedure-variable? (%node-x operator) writer)))
        (cons (%written operator writer) values)
        ;; The name is for the message if the number of arguments is wrong.
        (let ((symbols (%map1 (lambda (value) (%new-symbol 'value writer)) values)))
          `(let ,(map list symbols values)
             (%call ,(%value-symbol name writer)
                    ,(%written operator writer)
                    ,(length values)
                    ,@symbols))))))

;;; Pairs and lists.

(define-inline (%natural? x) (and (%is small x) (%prim "sge.i64" x 0)))

(define (%not-a-pair who x) (%wrong-type who "a pair" x))
(define (%not-a-list who x) (%wrong-type who "a list" x))

(define (%check-natural who x)
  (unless (%natural? x) (%wrong-type who "an exact nonnegative integer" x)))

;; The empty list at the end of a list; anything else is no end.
(define-inline (%end-of-list who x) (if (null? x) '() (%never (%not-a-list who x))))

(define-inline (cons x y) (%tuple x y))
(define-inline (pair? x) (%is tuple 2 x))
(define-inline (null? x) (%same x '()))
(define-inline (car x) (if (%is tuple 2 x) (%get 2 0 x) (%never (%not-a-pair 'car x))))
(define-inline (cdr x) (if (%is tuple 2 x) (%get 2 1 x) (%never (%not-a-pair 'cdr x))))
(define-inline (set-car! x y)
  (if (%is tuple 2 x) (%set 2 0 x y) (%never (%not-a-pair 'set-car! x))))
(define-inline (set-cdr! x y)
  (if (%is tuple 2 x) (%set 2 1 x y) (%never (%not-a-pair 'set-cdr! x))))

;; The part of an object to which steps, a for car and d for cdr, lead from it.
(define-syntax %path
  (syntax-rules (a d)
    ((_ who whole part) part)
    ((_ who whole part a step ...)
     (let ((x part))
       (if (%is tuple 2 x)
           (%path who whole (%get 2 0 x) step ...)
           (%never (%no-path 'who whole)))))
    ((_ who whole part d step ...)
     (let ((x part))
       (if (%is tuple 2 x)
           (%path who whole (%get 2 1 x) step ...)
           (%never (%no-path 'who whole)))))))

(define (%no-path who x)
  (%wrong-type who (if (pair? x) "a list with more parts" "a pair") x))

(define-inline (caar x) (%path caar x x a a))
(define-inline (cadr x) (%path cadr x x d a))
(define-inline (cdar x) (%path cdar x x a d))
(define-inline (cddr x) (%path cddr x x d d))
(define-inline (caddr x) (%path caddr x x d d a))
(define-inline (cdddr x) (%path cdddr x x d d d))
(define (caaar x) (%path caaar x x a a a))
(define (caadr x) (%path caadr x x d a a))
(define (cadar x) (%path cadar x x a d a))
(define (cdaar x) (%path cdaar x x a a d))
(define (cdadr x) (%path cdadr x x d a d))
(define (cddar x) (%path cddar x x a d d))
(define (caaaar x) (%path caaaar x x a a a a))
(define (caaadr x) (%path caaadr x x d a a a))
(define (caadar x) (%path caadar x x a d a a))
(define (caaddr x) (%path caaddr x x d d a a))
(define (cadaar x) (%path cadaar x x a a d a))
(define (cadadr x) (%path cadadr x x d a d a))
(define (caddar x) (%path caddar x x a d d a))
(define (cadddr x) (%path cadddr x x d d d a))
(define (cdaaar x) (%path cdaaar x x a a a d))
(define (cdaadr x) (%path cdaadr x x d a a d))
(define (cdadar x) (%path cdadar x x a d a d))
(define (cdaddr x) (%path cdaddr x x d d a d))
(define (cddaar x) (%path cddaar x x a a d d))
(define (cddadr x) (%path cddadr x x d a d d))
(define (cdddar x) (%path cdddar x x a d d d))
(define (cddddr x) (%path cddddr x x d d d d))

;; The length of a list; -1 for what has another end, -2 for what has none. Pairs that are met
;; at distances that double are remembered: on a cycle one of them is met again.
(define (%list-length x)
  (let loop ((x x) (n 0) (remembered #f) (next 32))
    (cond ((%is tuple 2 x)
           (cond ((%same x remembered) -2)
                 ((%same n next) (loop (%get 2 1 x) (%small+ n 1) x (%small+ n n)))
                 (else (loop (%get 2 1 x) (%small+ n 1) remembered next))))
          ((null? x) n)
          (else -1))))

(define (list? x) (%prim "sge.i64" (%list-length x) 0))

(define (%checked-length who x)
  (let ((n (%list-length x)))
    (if (%small< n 0) (%not-a-list who x) n)))

(define (length x) (%checked-length 'length x))

(define-inline list
  (case-lambda
    (() '())
    ((x) (cons x '()))
    ((x y) (cons x (cons y '())))
    ((x y z) (cons x (cons y (cons z '()))))
    ((w x y z) (cons w (cons x (cons y (cons z '())))))
    (all all)))

(define make-list
  (case-lambda
    ((n) (make-list n (%special unspecified)))
    ((n x)
     (%check-natural 'make-list n)
     (let loop ((n n) (list '()))
       (if (%same n 0) list (loop (%small- n 1) (cons x list)))))))

;; The pairs of a list again, before what an expression gives that knows the end of the list.
;; Nothing else sees the new list before it is whole, so that it is made from its beginning.
(define-syntax %copy-pairs
  (syntax-rules ()
    ((_ who whole end rest)
     (if (%is tuple 2 whole)
         (let ((first (cons (%get 2 0 whole) '())))
           (let loop ((x (%get 2 1 whole)) (last first) (left 10000))
             (if (%is tuple 2 x)
                 (let ((pair (cons (%get 2 0 x) '())))
                   (if (%same left 0) (%check-end who whole) #t)
                   (%set 2 1 last pair)
                   (loop (%get 2 1 x) pair (%small- left 1)))
                 (let ((end x))
                   (%set 2 1 last rest)
                   first))))
         (let ((end whole)) rest)))))

;; A long list is looked through once, since one that has no end would be copied for ever.
(define (%check-end who x)
  (if (%same (%list-length x) -2) (%not-a-list who x) #t))

(define (%append-to who x y)
  (%copy-pairs who x end (begin (%end-of-list who end) y)))

(define append
  (case-lambda
    (() '())
    ((x) x)
    ((x y) (%append-to 'append x y))
    ((x . more)
     (let loop ((x x) (more more))
       (if (null? more) x (%append-to 'append x (loop (car more) (cdr more))))))))

(define (%append-reverse who whole y)
  (let loop ((x whole) (y y) (left 10000))
    (if (%is tuple 2 x)
        (begin
          (if (%same left 0) (%check-end who whole) #t)
          (loop (%get 2 1 x) (cons (%get 2 0 x) y) (%small- left 1)))
        (begin
          (%end-of-list who x)
          y))))

(define (reverse x) (%append-reverse 'reverse x '()))

(define (%list-tail who x k)
  (%check-natural who k)
  (let loop ((rest x) (n k))
    (cond ((%same n 0) rest)
          ((%is tuple 2 rest) (loop (%get 2 1 rest) (%small- n 1)))
          (else (%wrong-index who k)))))

(define (list-tail x k) (%list-tail 'list-tail x k))

(define (%list-pair who x k)
  (let ((pair (%list-tail who x k)))
    (if (pair? pair) pair (%wrong-index who k))))

(define (list-ref x k) (%get 2 0 (%list-pair 'list-ref x k)))
(define (list-set! x k y) (%set 2 0 (%list-pair 'list-set! x k) y))

(define (list-copy x) (%copy-pairs 'list-copy x end end))

;; True if eqv? is eq? for an object: it is no number in memory.
(define (%by-identity? x) (not (or (%is flonum x) (%is big x) (%ratio? x))))

(define (%memq who x list)
  (let loop ((list list))
    (cond ((not (%is tuple 2 list)) (%end-of-list who list) #f)
          ((%same x (%get 2 0 list)) list)
          (else (loop (%get 2 1 list))))))

(define (%mem who x list same?)
  (let loop ((list list))
    (cond ((not (%is tuple 2 list)) (%end-of-list who list) #f)
          ((same? x (%get 2 0 list)) list)
          (else (loop (%get 2 1 list))))))

(define (memq x list) (%memq 'memq x list))
(define (memv x list)
  (if (%by-identity? x) (%memq 'memv x list) (%mem 'memv x list eqv?)))
(define member
  (case-lambda
    ((x list)
     (if (%atom? x) (%memq 'member x list) (%mem 'member x list equal?)))
    ((x list same?) (%mem 'member x list same?))))

;; True for small integers, other immediates, and symbols, for which equal? is eq?.
(define (%atom? x)
  (let ((kind (%prim "any.kind" x)))
    (or (%small< kind 2) (%same kind 6))))

(define (%assq who x list)
  (let loop ((list list))
    (cond ((not (%is tuple 2 list)) (%end-of-list who list) #f)
          ((not (%is tuple 2 (%get 2 0 list))) (%not-a-pair who (%get 2 0 list)))
          ((%same x (%get 2 0 (%get 2 0 list))) (%get 2 0 list))
          (else (loop (%get 2 1 list))))))

(define (%ass who x list same?)
  (let loop ((list list))
    (cond ((not (%is tuple 2 list)) (%end-of-list who list) #f)
          ((not (%is tuple 2 (%get 2 0 list))) (%not-a-pair who (%get 2 0 list)))
          ((same? x (%get 2 0 (%get 2 0 list))) (%get 2 0 list))
          (else (loop (%get 2 1 list))))))

(define (assq x list) (%assq 'assq x list))
(define (assv x list)
  (if (%by-identity? x) (%assq 'assv x list) (%ass 'assv x list eqv?)))
(define assoc
  (case-lambda
    ((x list)
     (if (%atom? x) (%assq 'assoc x list) (%ass 'assoc x list equal?)))
    ((x list same?) (%ass 'assoc x list same?))))

;; True if all objects of a list are pairs, false if one is the empty list.
(define (%all-pairs? who lists)
  (let loop ((lists lists))
    (cond ((null? lists) #t)
          ((pair? (car lists)) (loop (cdr lists)))
          (else (%end-of-list who (car lists)) #f))))

(define (%cars lists)
  (if (null? lists) '() (cons (%get 2 0 (%get 2 0 lists)) (%cars (%get 2 1 lists)))))
(define (%cdrs lists)
  (if (null? lists) '() (cons (%get 2 1 (%get 2 0 lists)) (%cdrs (%get 2 1 lists)))))

;; A list that map has given does not change when a procedure returns to it again, so the
;; pairs are made from the end.
(define-inline map
  (case-lambda
    ((f list)
     (let loop ((list list))
       (if (%is tuple 2 list)
           (let ((x (f (%get 2 0 list))))
             (cons x (loop (%get 2 1 list))))
           (%end-of-list 'map list))))
    ((f list . more) (%map 'map f list more))))

(define (%map who f list more)
  (if (null? (cdr more))
      (let loop ((x list) (y (car more)))
        (if (and (%is tuple 2 x) (%is tuple 2 y))
            (let ((z (f (%get 2 0 x) (%get 2 0 y))))
              (cons z (loop (%get 2 1 x) (%get 2 1 y))))
            (begin
              (unless (pair? x) (%end-of-list who x))
              (unless (pair? y) (%end-of-list who y))
              '())))
      (let loop ((lists (cons list more)))
        (if (%all-pairs? who lists)
            (let ((x (apply f (%cars lists))))
              (cons x (loop (%cdrs lists))))
            '()))))

(define-inline for-each
  (case-lambda
    ((f list)
     (let loop ((list list))
       (if (%is tuple 2 list)
           (begin
             (f (%get 2 0 list))
             (loop (%get 2 1 list)))
           (begin
             (%end-of-list 'for-each list)
             (%special unspecified)))))
    ((f list . more) (%for-each f list more))))

(define (%for-each f list more)
  (if (null? (cdr more))
      (let loop ((x list) (y (car more)))
        (if (and (%is tuple 2 x) (%is tuple 2 y))
            (begin
              (f (%get 2 0 x) (%get 2 0 y))
              (loop (%get 2 1 x) (%get 2 1 y)))
            (begin
              (unless (pair? x) (%end-of-list 'for-each x))
              (unless (pair? y) (%end-of-list 'for-each y)))))
      (let loop ((lists (cons list more)))
        (when (%all-pairs? 'for-each lists)
          (apply f (%cars lists))
          (loop (%cdrs lists))))))

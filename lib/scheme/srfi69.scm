;;; Hash tables, the procedures of SRFI 69.

(define-inline make-hash-table
  (case-lambda
    (() (%new-table 2 equal? #f))
    ((same?) (%table-compared-by same? '()))
    ((same? . more) (%table-compared-by same? more))))

;; Tables that are compared by a procedure of the user are hashed by one as well. Further
;; arguments, such as a size, mean nothing here.
(define (%table-compared-by same? more)
  (unless (procedure? same?) (%wrong-type 'make-hash-table "a procedure" same?))
  (cond ((%same same? eq?) (%new-table 0 same? #f))
        ((%same same? eqv?) (%new-table 1 same? #f))
        ((%same same? equal?) (%new-table 2 same? #f))
        ((%same same? string=?) (%new-table 3 same? #f))
        ((and (pair? more) (procedure? (car more))) (%new-table 4 same? (car more)))
        ((%same same? string-ci=?) (%new-table 4 same? string-ci-hash))
        (else (%new-table 4 same? %numeric-hash))))

;; The hash of an object, such that numbers that are = have the same one, exact or not: small
;; integers their own, others a common one.
(define (%numeric-hash x)
  (cond ((%is small x) (%hash-small x))
        ((%is flonum x)
         (if (and (%prim "fle.f64" -2305843009213693952.0 x)
                  (%prim "flt.f64" x 2305843009213693952.0)
                  (%prim "feq.f64" x (%prim "ftrunc.f64" x)))
             (%hash-small (%prim "f2i.trunc.f64.i64" x))
             0))
        ((or (%is big x) (%ratio? x)) 0)
        (else (%equal-hash x))))

(define (hash-table-ref/default table key default)
  (%check-table 'hash-table-ref/default table)
  (if (%simple-key? table key)
      (let ((entries (%entries table)) (hash (%simple-hash key)))
        (%probe table hash (at i next)
                (if (%same (%array-ref any entries (%small- at 1)) key)
                    (%array-ref any entries at)
                    (next))
                default))
      (let ((at (%lookup table key)))
        (if (%found? table at) (%value-at table at) default))))

(define hash-table-ref
  (case-lambda
    ((table key) (hash-table-ref table key (lambda () (%no-key 'hash-table-ref key))))
    ((table key fail)
     (%check-table 'hash-table-ref table)
     (let ((at (%lookup table key)))
       (if (%found? table at) (%value-at table at) (fail))))
    ((table key fail succeed)
     (%check-table 'hash-table-ref table)
     (let ((at (%lookup table key)))
       (if (%found? table at) (succeed (%value-at table at)) (fail))))))

(define (%no-key who key) (%fail who "no such key:" key))

(define hash-table-set!
  (case-lambda
    ((table key value)
     (%check-table 'hash-table-set! table)
     (%put! table key value))
    ((table . more)
     (%check-table 'hash-table-set! table)
     (let loop ((more more))
       (unless (null? more)
         (unless (pair? (cdr more)) (%fail 'hash-table-set! "a key without a value:" (car more)))
         (%put! table (car more) (cadr more))
         (loop (cddr more)))))))

;; Deletes a key; tells whether it was there.
(define (%remove! table key)
  (let ((at (%lookup table key)))
    (and (%found? table at)
         (begin
           (%delete-at! table at)
           #t))))

(define hash-table-delete!
  (case-lambda
    ((table key)
     (%check-table 'hash-table-delete! table)
     (if (%remove! table key) 1 0))
    ((table . keys)
     (%check-table 'hash-table-delete! table)
     (let loop ((keys keys) (n 0))
       (cond ((null? keys) n)
             ((%remove! table (car keys)) (loop (cdr keys) (%small+ n 1)))
             (else (loop (cdr keys) n)))))))

(define (hash-table-contains? table key)
  (%check-table 'hash-table-contains? table)
  (let ((at (%lookup table key)))
    (%found? table at)))
(define (hash-table-exists? table key)
  (%check-table 'hash-table-exists? table)
  (let ((at (%lookup table key)))
    (%found? table at)))

(define hash-table-update!
  (case-lambda
    ((table key f)
     (hash-table-update! table key f (lambda () (%no-key 'hash-table-update! key))))
    ((table key f fail) (hash-table-update! table key f fail (lambda (x) x)))
    ((table key f fail succeed)
     (%check-table 'hash-table-update! table)
     (let* ((at (%lookup table key)) (entries (%entries table)))
       (if (%found? table at)
           (%put-found! table key (f (succeed (%value-at table at))) at entries)
           (%put! table key (f (fail))))))))

(define-inline (hash-table-update!/default table key f default)
  (begin
    (%check-table 'hash-table-update!/default table)
    (let* ((at (%lookup table key)) (entries (%entries table)))
      (if (%found? table at)
          (%put-found! table key (f (%value-at table at)) at entries)
          (%put! table key (f default))))))

(define (hash-table-size table) (%check-table 'hash-table-size table) (%live table))

;; A list of what a procedure makes of the entries, in order.
(define (%collect table f)
  (let loop ((at (%small- (%small* 2 (%used table)) 2)) (list '()))
    (if (%small< at 0)
        list
        (let ((key (%array-ref any (%entries table) at)))
          (loop (%small- at 2)
                (if (%deleted? key)
                    list
                    (cons (f key (%array-ref any (%entries table) (%small+ at 1))) list)))))))

(define (hash-table-keys table)
  (%check-table 'hash-table-keys table)
  (%collect table (lambda (key value) key)))
(define (hash-table-values table)
  (%check-table 'hash-table-values table)
  (%collect table (lambda (key value) value)))
(define (hash-table->alist table)
  (%check-table 'hash-table->alist table)
  (%collect table (lambda (key value) (cons key value))))

(define (hash-table-walk table f)
  (%check-table 'hash-table-walk table)
  (%each table (lambda (key value) (f key value) #t))
  (%special unspecified))

(define (hash-table-fold x y z)
  (if (hash-table? x) (%table-fold x y z) (%table-fold z x y)))
(define (%table-fold table f seed)
  (%check-table 'hash-table-fold table)
  (let loop ((at 0) (seed seed))
    (if (%small< at (%small* 2 (%used table)))
        (let ((key (%array-ref any (%entries table) at)))
          (loop (%small+ at 2)
                (if (%deleted? key)
                    seed
                    (f key (%array-ref any (%entries table) (%small+ at 1)) seed))))
        seed)))

(define (hash-table-copy table . more)
  (%check-table 'hash-table-copy table)
  (let ((copy (hash-table-empty-copy table)))
    (%each table (lambda (key value) (%put! copy key value) #t))
    copy))
(define (hash-table-empty-copy table)
  (%check-table 'hash-table-empty-copy table)
  (%new-table (%kind table) (%get 9 2 table) (%get 9 3 table)))

(define (hash-table-clear! table)
  (%check-table 'hash-table-clear! table)
  (%empty! table 8))

(define (alist->hash-table list . more)
  (let ((table (apply make-hash-table more)))
    (for-each
      (lambda (x)
        (let ((key (car x)))
          (unless (hash-table-contains? table key) (%put! table key (cdr x)))))
      list)
    table))

(define (hash-table-merge! table other)
  (%check-table 'hash-table-merge! table)
  (%check-table 'hash-table-merge! other)
  (%each other (lambda (key value) (%put! table key value) #t))
  table)

(define (hash-table-equivalence-function table)
  (%check-table 'hash-table-equivalence-function table)
  (%get 9 2 table))
(define (hash-table-hash-function table)
  (%check-table 'hash-table-hash-function table)
  (lambda (key . more) (%other-hash table key)))

;; A hash below a bound, if one is given.
(define (%bounded who hash bound)
  (cond ((null? bound) hash)
        ((and (%is small (car bound)) (%small< 0 (car bound)))
         (%prim "urem.i64" hash (car bound)))
        ((%is big (car bound)) hash)
        (else (%wrong-type who "an exact positive integer" (car bound)))))

(define (hash x . bound) (%bounded 'hash (%equal-hash x) bound))
(define (hash-by-identity x . bound) (%bounded 'hash-by-identity (%hash-eq x) bound))
(define (string-hash s . bound)
  (%check-string 'string-hash s)
  (%bounded 'string-hash (%hash-string s) bound))
(define (string-ci-hash s . bound)
  (%check-string 'string-ci-hash s)
  (%bounded 'string-ci-hash (%hash-string (%fold s)) bound))

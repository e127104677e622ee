;;; More procedures on hash tables, those of SRFI 125.

(define (hash-table same? . more)
  (let ((table (make-hash-table same?)))
    (apply hash-table-set! table more)
    table))

(define (hash-table-unfold stop? mapper next seed . arguments)
  (let ((table (apply make-hash-table arguments)))
    (let loop ((seed seed))
      (if (stop? seed)
          table
          (begin
            (call-with-values (lambda () (mapper seed))
                              (lambda (key value) (%put! table key value)))
            (loop (next seed)))))))

(define (hash-table-empty? table)
  (%check-table 'hash-table-empty? table)
  (%same (%live table) 0))

(define (hash-table-mutable? table)
  (%check-table 'hash-table-mutable? table)
  #t)

(define (hash-table=? same? x y)
  (%check-table 'hash-table=? x)
  (%check-table 'hash-table=? y)
  (and (%same (%live x) (%live y))
       (%each x
              (lambda (key value)
                (let ((at (%lookup y key)))
                  (and (%found? y at) (same? value (%value-at y at))))))))

(define (hash-table-intern! table key fail)
  (%check-table 'hash-table-intern! table)
  (let ((at (%lookup table key)))
    (if (%found? table at)
        (%value-at table at)
        (let ((value (fail)))
          (%put! table key value)
          value))))

;; Takes the oldest entry out.
(define (hash-table-pop! table)
  (%check-table 'hash-table-pop! table)
  (let loop ((at 0))
    (if (%small< at (%small* 2 (%used table)))
        (let ((key (%array-ref any (%entries table) at)))
          (if (%deleted? key)
              (loop (%small+ at 2))
              (let ((value (%array-ref any (%entries table) (%small+ at 1))))
                (%delete-at! table (%small+ at 1))
                (values key value))))
        (%fail 'hash-table-pop! "the table is empty:" table))))

(define (hash-table-entries table)
  (%check-table 'hash-table-entries table)
  (values (hash-table-keys table) (hash-table-values table)))

;; Calls a procedure with a table and a procedure, which come in either order.
(define-inline (%in-order who x y use)
  (if (hash-table? x)
      (use x y)
      (begin
        (%check-table who y)
        (use y x))))

(define (hash-table-for-each x y)
  (%in-order 'hash-table-for-each x y
             (lambda (table f)
               (%each table (lambda (key value) (f key value) #t))
               (%special unspecified))))
(define (hash-table-map->list x y)
  (%in-order 'hash-table-map->list x y
             (lambda (table f) (reverse (%table-fold table (lambda (k v l) (cons (f k v) l)) '())))))

(define (hash-table-find x y fail)
  (%in-order 'hash-table-find x y
             (lambda (table f)
               (let loop ((at 0))
                 (if (%small< at (%small* 2 (%used table)))
                     (let ((key (%array-ref any (%entries table) at)))
                       (or (and (not (%deleted? key))
                                (f key (%array-ref any (%entries table) (%small+ at 1))))
                           (loop (%small+ at 2))))
                     (fail))))))

(define hash-table-count
  (case-lambda
    ((table) (hash-table-size table))
    ((x y)
     (%in-order 'hash-table-count x y
                (lambda (table f)
                  (%table-fold table (lambda (k v n) (if (f k v) (%small+ n 1) n)) 0))))))

(define (hash-table-map! x y)
  (%in-order 'hash-table-map! x y
             (lambda (table f)
               (%each table
                      (lambda (key value)
                        (%put! table key (f key value))
                        #t))
               (%special unspecified))))

(define (hash-table-map f same? table)
  (%check-table 'hash-table-map table)
  (let ((made (make-hash-table same?)))
    (%each table (lambda (key value) (%put! made key (f value)) #t))
    made))

(define (hash-table-prune! x y)
  (%in-order 'hash-table-prune! x y
             (lambda (table f) (%keep! table (lambda (key value) (not (f key value)))))))

;; Deletes the entries for which a procedure gives false.
(define (%keep! table keep?)
  (%each table
         (lambda (key value)
           (unless (keep? key value) (%remove! table key))
           #t))
  (%special unspecified))

(define (hash-table-union! table other)
  (%check-table 'hash-table-union! table)
  (%check-table 'hash-table-union! other)
  (%each other
         (lambda (key value)
           (unless (hash-table-contains? table key) (%put! table key value))
           #t))
  table)
(define (hash-table-intersection! table other)
  (%check-table 'hash-table-intersection! table)
  (%keep! table (lambda (key value) (hash-table-contains? other key)))
  table)
(define (hash-table-difference! table other)
  (%check-table 'hash-table-difference! table)
  (%keep! table (lambda (key value) (not (hash-table-contains? other key))))
  table)
(define (hash-table-xor! table other)
  (%check-table 'hash-table-xor! table)
  (%check-table 'hash-table-xor! other)
  (%each other
         (lambda (key value)
           (unless (%remove! table key) (%put! table key value))
           #t))
  table)

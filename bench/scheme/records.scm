; Records: a bank that is simulated event by event from a heap of records, a balanced tree, shapes,
; a doubly linked list, and immutable points.

(define-record-type account
  (make-account id balance count)
  account?
  (id account-id)
  (balance account-balance set-account-balance!)
  (count account-count set-account-count!))

(define-record-type event
  (make-event time kind from to amount)
  event?
  (time event-time)
  (kind event-kind)
  (from event-from)
  (to event-to)
  (amount event-amount))

; A leftist heap of events; the empty one is #f.
(define-record-type heap
  (make-heap rank event left right)
  heap?
  (rank heap-rank)
  (event heap-event)
  (left heap-left)
  (right heap-right))

(define (rank heap) (if heap (heap-rank heap) 0))

(define (join event a b)
  (if (< (rank a) (rank b))
      (make-heap (+ (rank a) 1) event b a)
      (make-heap (+ (rank b) 1) event a b)))

(define (merge a b)
  (cond ((not a) b)
        ((not b) a)
        ((<= (event-time (heap-event a)) (event-time (heap-event b)))
         (join (heap-event a) (heap-left a) (merge (heap-right a) b)))
        (else (join (heap-event b) (heap-left b) (merge a (heap-right b))))))

(define (insert event heap) (merge (make-heap 1 event #f #f) heap))

(define (next-random seed) (modulo (* seed 16807) 2147483647))

(define (book! account amount)
  (set-account-balance! account (+ (account-balance account) amount))
  (set-account-count! account (+ (account-count account) 1)))

(define (simulate size events)
  (let ((accounts (make-vector size)))
    (define (account seed) (vector-ref accounts (modulo seed size)))
    (define (random-event time seed)
      (make-event (+ time 1 (modulo seed 997))
                  (case (modulo seed 3) ((0) 'transfer) ((1) 'deposit) (else 'interest))
                  (account (quotient seed 7))
                  (account (quotient seed 1013))
                  (modulo seed 100)))
    (define (handle! event)
      (let ((amount (event-amount event)) (from (event-from event)))
        (case (event-kind event)
          ((transfer)
           (if (>= (account-balance from) amount)
               (begin
                 (book! from (- amount))
                 (book! (event-to event) amount))))
          ((deposit) (book! from amount))
          (else (book! from (quotient (account-balance from) 100))))))
    (do ((i 0 (+ i 1))) ((= i size))
      (vector-set! accounts i (make-account i 1000 0)))
    (let fill ((i 0) (seed 42) (heap #f))
      (if (< i 1000)
          (fill (+ i 1) (next-random seed) (insert (random-event 0 seed) heap))
          (let loop ((n 0) (seed seed) (heap heap))
            (if (= n events)
                (checksum accounts)
                (let ((event (heap-event heap)))
                  (handle! event)
                  (loop (+ n 1)
                        (next-random seed)
                        (insert (random-event (event-time event) seed)
                                (merge (heap-left heap) (heap-right heap)))))))))))

(define (checksum accounts)
  (let loop ((i 0) (sum 0))
    (if (= i (vector-length accounts))
        sum
        (let ((account (vector-ref accounts i)))
          (loop (+ i 1)
                (modulo (+ (* sum 31) (account-balance account) (account-count account))
                        1000003))))))

; A tree that keeps itself balanced: a node's priority, made from its key, is below its children's.
(define-record-type node
  (make-node key value priority left right)
  node?
  (key node-key)
  (value node-value set-node-value!)
  (priority node-priority)
  (left node-left set-node-left!)
  (right node-right set-node-right!))

(define (tree-insert tree key value)
  (cond ((not (node? tree)) (make-node key value (modulo (* (+ key 17) (+ key 17)) 1000003) #f #f))
        ((= key (node-key tree)) (set-node-value! tree value) tree)
        ((< key (node-key tree))
         (let ((left (tree-insert (node-left tree) key value)))
           (if (< (node-priority left) (node-priority tree))
               (begin
                 (set-node-left! tree (node-right left))
                 (set-node-right! left tree)
                 left)
               (begin (set-node-left! tree left) tree))))
        (else
         (let ((right (tree-insert (node-right tree) key value)))
           (if (< (node-priority right) (node-priority tree))
               (begin
                 (set-node-right! tree (node-left right))
                 (set-node-left! right tree)
                 right)
               (begin (set-node-right! tree right) tree))))))

(define (tree-find tree key)
  (cond ((not (node? tree)) 0)
        ((= key (node-key tree)) (node-value tree))
        ((< key (node-key tree)) (tree-find (node-left tree) key))
        (else (tree-find (node-right tree) key))))

(define (tree-test count)
  (let fill ((i 0) (seed 7) (tree #f))
    (if (< i count)
        (fill (+ i 1) (next-random seed) (tree-insert tree (modulo seed 100000) i))
        (let look ((i 0) (sum 0))
          (if (= i 100000)
              sum
              (look (+ i 1) (modulo (+ (* sum 3) (tree-find tree i)) 1000003)))))))

(define-record-type circle (make-circle radius) circle? (radius circle-radius))
(define-record-type rectangle
  (make-rectangle width height)
  rectangle?
  (width rectangle-width)
  (height rectangle-height))
(define-record-type triangle (make-triangle base height) triangle?
  (base triangle-base) (height triangle-height))

(define (area shape)
  (cond ((circle? shape) (* 3 (circle-radius shape) (circle-radius shape)))
        ((rectangle? shape) (* (rectangle-width shape) (rectangle-height shape)))
        ((triangle? shape) (quotient (* (triangle-base shape) (triangle-height shape)) 2))
        (else 0)))

(define (shapes count)
  (let loop ((i 0) (shapes '()))
    (if (= i count)
        shapes
        (loop (+ i 1)
              (cons (case (modulo i 4)
                      ((0) (make-circle (modulo i 17)))
                      ((1) (make-rectangle (modulo i 19) 3))
                      ((2) (make-triangle (modulo i 23) (modulo i 5)))
                      (else i))
                    shapes)))))

(define (total-area shapes)
  (let loop ((shapes shapes) (sum 0))
    (if (null? shapes) sum (loop (cdr shapes) (+ sum (area (car shapes)))))))

(define-record-type point (make-point x y) point? (x point-x) (y point-y))

(define (walk steps)
  (let loop ((i 0) (p (make-point 0 0)))
    (if (= i steps)
        (+ (* (point-x p) 1000) (point-y p))
        (loop (+ i 1)
              (case (modulo (* i i) 7)
                ((0 3) (make-point (+ (point-x p) 1) (point-y p)))
                ((1) (make-point (point-x p) (- (point-y p) 1)))
                (else (make-point (- (point-x p) 1) (+ (point-y p) 2))))))))

(define (show name value)
  (display name)
  (display " ")
  (display value)
  (newline))

(show "bank" (simulate 500 600000))
(show "tree" (tree-test 300000))
(show "areas" (let ((shapes (shapes 100000)))
                (do ((i 0 (+ i 1)) (sum 0 (+ sum (total-area shapes)))) ((= i 400) sum))))
(show "walk" (walk 25000000))

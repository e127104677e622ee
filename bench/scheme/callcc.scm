; Continuations: generators, trees compared leaf by leaf, a search that goes back to its choices,
; threads that take turns, early exits from loops, and exits through dynamic-wind.

; A generator: each call goes on with the producer where it stopped, until it is at its end.
(define (make-generator produce)
  (define return #f)
  (define (yield value)
    (call/cc
     (lambda (rest)
       (set! resume (lambda () (rest #f)))
       (return value))))
  (define resume
    (lambda ()
      (produce yield)
      (set! resume (lambda () (return 'end)))
      (return 'end)))
  (lambda ()
    (call/cc
     (lambda (caller)
       (set! return caller)
       (resume)))))

(define (generated-sum count)
  (let ((next (make-generator
               (lambda (yield)
                 (do ((i 0 (+ i 1))) ((= i count))
                   (yield (* i i)))))))
    (let loop ((sum 0))
      (let ((value (next)))
        (if (eq? value 'end) sum (loop (modulo (+ sum value) 1000003)))))))

(define (build-tree from to)
  (if (= from to)
      from
      (let ((middle (quotient (+ from to) 2)))
        (cons (build-tree from middle) (build-tree (+ middle 1) to)))))

(define (right-tree from to)
  (if (= from to) from (cons from (right-tree (+ from 1) to))))

(define (leaves tree)
  (make-generator
   (lambda (yield)
     (let walk ((tree tree))
       (cond ((pair? tree) (walk (car tree)) (walk (cdr tree)))
             (else (yield tree)))))))

(define (same-fringe? a b)
  (let ((next-a (leaves a)) (next-b (leaves b)))
    (let loop ()
      (let ((x (next-a)) (y (next-b)))
        (cond ((not (eqv? x y)) #f)
              ((eq? x 'end) #t)
              (else (loop)))))))

; Choices: `choose` returns each of its alternatives in turn, as often as `fail` is called.
(define choices '())

(define (fail)
  (if (null? choices)
      (error "no choices are left")
      (let ((back (car choices)))
        (set! choices (cdr choices))
        (back #f))))

(define (choose alternatives)
  (call/cc
   (lambda (return)
     (let loop ((alternatives alternatives))
       (if (null? alternatives)
           (fail)
           (begin
             (call/cc
              (lambda (back)
                (set! choices (cons back choices))
                (return (car alternatives))))
             (loop (cdr alternatives))))))))

(define (range from to)
  (if (> from to) '() (cons from (range (+ from 1) to))))

(define (all-solutions find)
  (let ((count 0) (sum 0))
    (call/cc
     (lambda (done)
       (set! choices (list done))
       (let ((solution (find)))
         (set! count (+ count 1))
         (set! sum (modulo (+ (* sum 31) solution) 1000003))
         (fail))))
    (+ (* count 10000000) sum)))

(define (pythagorean-triple limit)
  (let* ((a (choose (range 1 limit)))
         (b (choose (range a limit)))
         (c (choose (range b limit))))
    (if (= (+ (* a a) (* b b)) (* c c)) (+ (* a 10000) (* b 100) c) (fail))))

(define (queens size)
  (let place ((row 0) (placed '()))
    (if (= row size)
        (apply + (map * placed (range 1 size)))
        (let ((column (choose (range 1 size))))
          (let check ((distance 1) (others placed))
            (cond ((null? others) (place (+ row 1) (cons column placed)))
                  ((or (= column (car others))
                       (= distance (abs (- column (car others)))))
                   (fail))
                  (else (check (+ distance 1) (cdr others)))))))))

; Threads wait in a queue: a list to take from and a list of those that came later.
(define waiting '())
(define newcomers '())

(define (enqueue! thread) (set! newcomers (cons thread newcomers)))

(define (dispatch)
  (if (null? waiting)
      (begin
        (set! waiting (reverse newcomers))
        (set! newcomers '())))
  (let ((next (car waiting)))
    (set! waiting (cdr waiting))
    (next #f)))

(define (pause) (call/cc (lambda (rest) (enqueue! rest) (dispatch))))

(define (run-threads count steps)
  (let ((total 0) (running count))
    (call/cc
     (lambda (done)
       (do ((i 0 (+ i 1))) ((= i count))
         (enqueue! (lambda (ignored)
                     (do ((step 0 (+ step 1))) ((= step steps))
                       (set! total (modulo (+ (* total 3) i step) 1000003))
                       (pause))
                     (set! running (- running 1))
                     (if (= running 0) (done #t))
                     (dispatch))))
       (dispatch)))
    total))

(define (find-first satisfied? items)
  (call/cc
   (lambda (return)
     (for-each (lambda (item) (if (satisfied? item) (return item))) items)
     #f)))

(define (early-exits count)
  (let ((items (range 1 20)))
    (let loop ((i 0) (sum 0))
      (if (= i count)
          sum
          (loop (+ i 1)
                (+ sum (find-first (lambda (x) (> (* x x) (modulo i 390))) items)))))))

(define (unwound count)
  (let ((depth 0) (entered 0))
    (do ((i 0 (+ i 1))) ((= i count) (+ (* 10 entered) depth))
      (call/cc
       (lambda (exit)
         (dynamic-wind
          (lambda () (set! depth (+ depth 1)))
          (lambda ()
            (dynamic-wind
             (lambda () (set! entered (+ entered 1)))
             (lambda () (if (even? i) (exit i) i))
             (lambda () (set! entered (+ entered 1)))))
          (lambda () (set! depth (- depth 1)))))))))

(define (show name value)
  (display name)
  (display " ")
  (display value)
  (newline))

(show "generated" (generated-sum 3000000))
(show "fringe" (same-fringe? (build-tree 1 600000) (right-tree 1 600000)))
(show "triples" (all-solutions (lambda () (pythagorean-triple 300))))
(show "queens" (all-solutions (lambda () (queens 11))))
(show "threads" (run-threads 100 36000))
(show "exits" (early-exits 1500000))
(show "unwound" (unwound 4000000))

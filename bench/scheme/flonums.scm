; Flonums: bodies that attract each other, the Mandelbrot set, Simpson's rule, a heat equation and
; roots by Newton's method.

(define (make-body x y z vx vy vz mass)
  (vector x y z vx vy vz mass))

(define (accelerate! bodies dt)
  (let ((n (vector-length bodies)))
    (do ((i 0 (+ i 1))) ((= i n))
      (let ((a (vector-ref bodies i)))
        (do ((j (+ i 1) (+ j 1))) ((= j n))
          (let* ((b (vector-ref bodies j))
                 (dx (- (vector-ref a 0) (vector-ref b 0)))
                 (dy (- (vector-ref a 1) (vector-ref b 1)))
                 (dz (- (vector-ref a 2) (vector-ref b 2)))
                 (d2 (+ (* dx dx) (* dy dy) (* dz dz) 0.01))
                 (pull (/ dt (* d2 (sqrt d2))))
                 (pa (* pull (vector-ref b 6)))
                 (pb (* pull (vector-ref a 6))))
            (vector-set! a 3 (- (vector-ref a 3) (* dx pa)))
            (vector-set! a 4 (- (vector-ref a 4) (* dy pa)))
            (vector-set! a 5 (- (vector-ref a 5) (* dz pa)))
            (vector-set! b 3 (+ (vector-ref b 3) (* dx pb)))
            (vector-set! b 4 (+ (vector-ref b 4) (* dy pb)))
            (vector-set! b 5 (+ (vector-ref b 5) (* dz pb)))))))))

(define (move! bodies dt)
  (vector-for-each
   (lambda (body)
     (vector-set! body 0 (+ (vector-ref body 0) (* dt (vector-ref body 3))))
     (vector-set! body 1 (+ (vector-ref body 1) (* dt (vector-ref body 4))))
     (vector-set! body 2 (+ (vector-ref body 2) (* dt (vector-ref body 5)))))
   bodies))

(define (kinetic-energy bodies)
  (let loop ((i 0) (sum 0.0))
    (if (= i (vector-length bodies))
        sum
        (let* ((b (vector-ref bodies i))
               (vx (vector-ref b 3))
               (vy (vector-ref b 4))
               (vz (vector-ref b 5)))
          (loop (+ i 1)
                (+ sum (* 0.5 (vector-ref b 6) (+ (* vx vx) (* vy vy) (* vz vz)))))))))

(define (simulate steps)
  (let ((bodies (vector (make-body 0.0 0.0 0.0 0.0 0.0 0.0 40.0)
                        (make-body 5.0 0.0 0.1 0.0 2.8 0.0 0.04)
                        (make-body 0.0 9.0 0.2 -2.1 0.0 0.1 0.01)
                        (make-body -15.0 1.0 0.0 0.1 -1.6 0.0 0.002)
                        (make-body 1.0 -20.0 0.5 1.4 0.0 -0.1 0.003))))
    (do ((i 0 (+ i 1))) ((= i steps) (kinetic-energy bodies))
      (accelerate! bodies 0.001)
      (move! bodies 0.001))))

(define (escape-time cx cy limit)
  (let loop ((x 0.0) (y 0.0) (n 0))
    (let ((x2 (* x x)) (y2 (* y y)))
      (if (or (= n limit) (> (+ x2 y2) 4.0))
          n
          (loop (+ (- x2 y2) cx) (+ (* 2.0 x y) cy) (+ n 1))))))

(define (mandelbrot size limit)
  (let ((step (/ 3.0 size)))
    (let rows ((row 0) (sum 0))
      (if (= row size)
          sum
          (let columns ((column 0) (sum sum))
            (if (= column size)
                (rows (+ row 1) sum)
                (columns (+ column 1)
                         (+ sum
                            (escape-time (- (* column step) 2.25)
                                         (- (* row step) 1.5)
                                         limit)))))))))

(define (simpson f from to pieces)
  (let ((h (/ (- to from) (* 2 pieces))))
    (let loop ((i 0) (sum 0.0))
      (if (= i pieces)
          (* sum (/ h 3.0))
          (let ((x (+ from (* 2.0 h i))))
            (loop (+ i 1) (+ sum (f x) (* 4.0 (f (+ x h))) (f (+ x h h)))))))))

(define (heat cells steps)
  (let ((old (make-vector cells 0.0)) (new (make-vector cells 0.0)))
    (vector-set! old (quotient cells 2) 1000.0)
    (let loop ((step 0) (old old) (new new))
      (if (= step steps)
          (vector-ref old (quotient cells 3))
          (begin
            (do ((i 1 (+ i 1))) ((= i (- cells 1)))
              (let ((here (vector-ref old i)))
                (vector-set! new i
                             (+ here
                                (* 0.25
                                   (+ (vector-ref old (- i 1))
                                      (* -2.0 here)
                                      (vector-ref old (+ i 1))))))))
            (loop (+ step 1) new old))))))

(define (newton f derivative start)
  (let loop ((x start) (n 0))
    (let ((next (- x (/ (f x) (derivative x)))))
      (if (or (= n 50) (< (abs (- next x)) 1e-12))
          next
          (loop next (+ n 1))))))

(define (sum-of-roots count)
  (do ((i 1 (+ i 1))
       (sum 0.0
            (let ((a (inexact i)))
              (+ sum (newton (lambda (x) (- (* x x x) a)) (lambda (x) (* 3.0 x x)) a)))))
      ((> i count) sum)))

; Rounded, so that the last digits do not depend on the order of operations.
(define (show name value)
  (display name)
  (display " ")
  (display (exact (round (* value 1000000.0))))
  (newline))

(show "bodies" (simulate 90000))
(show "mandelbrot" (mandelbrot 380 120))
(show "simpson" (simpson (lambda (x) (* x (exp (- x)) (sin (* 3.0 x)))) 0.0 10.0 900000))
(show "heat" (heat 600 16000))
(show "roots" (sum-of-roots 250000))

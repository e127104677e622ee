;;; Vectors and bytevectors.

(define-inline (vector? x) (%is any x))
(define (%not-a-vector who x) (%wrong-type who "a vector" x))
(define (%check-vector who x) (unless (vector? x) (%not-a-vector who x)))

(define-inline make-vector
  (case-lambda
    ((n) (make-vector n 0))
    ((n x) (if (%natural? n) (%array-new any n x) (%never (%check-natural 'make-vector n))))))

(define-inline vector
  (case-lambda
    (() (%array-new any 0 0))
    ((x) (%array-new any 1 x))
    ((x y)
     (let ((v (%array-new any 2 x)))
       (%array-set any v 1 y)
       v))
    ((x y z)
     (let ((v (%array-new any 3 x)))
       (%array-set any v 1 y)
       (%array-set any v 2 z)
       v))
    (all (%list->vector 'vector all))))

(define-inline (%size who v)
  (if (%is any v) (%array-length any v) (%never (%not-a-vector who v))))
(define-inline (vector-length v) (%size 'vector-length v))
(define-inline (vector-ref v i)
  (if (and (%is any v) (%index? any v i))
      (%array-ref any v i)
      (%never (%bad-vector-index 'vector-ref v i))))
(define-inline (vector-set! v i x)
  (if (and (%is any v) (%index? any v i))
      (%array-set any v i x)
      (%never (%bad-vector-index 'vector-set! v i))))

(define (%bad-vector-index who v i)
  (%check-vector who v)
  (%check-natural who i)
  (%wrong-index who i))

(define (%list->vector who list)
  (let ((n (%list-length list)))
    (when (%small< n 0) (%not-a-list who list))
    (let ((v (%array-new any n 0)))
      (let loop ((i 0) (list list))
        (if (%same i n)
            v
            (begin
              (%array-set any v i (car list))
              (loop (%small+ i 1) (cdr list))))))))

(define (list->vector list) (%list->vector 'list->vector list))

(define vector->list
  (case-lambda
    ((v) (%check-vector 'vector->list v) (vector->list v 0 (%array-length any v)))
    ((v start) (%check-vector 'vector->list v) (vector->list v start (%array-length any v)))
    ((v start end)
     (%check-vector 'vector->list v)
     (%check-range 'vector->list (%array-length any v) start end)
     (let loop ((i end) (list '()))
       (if (%same i start)
           list
           (loop (%small- i 1) (cons (%array-ref any v (%small- i 1)) list)))))))

(define vector-fill!
  (case-lambda
    ((v x) (%check-vector 'vector-fill! v) (vector-fill! v x 0 (%array-length any v)))
    ((v x start) (%check-vector 'vector-fill! v) (vector-fill! v x start (%array-length any v)))
    ((v x start end)
     (%check-vector 'vector-fill! v)
     (%check-range 'vector-fill! (%array-length any v) start end)
     (let loop ((i start))
       (when (%small< i end)
         (%array-set any v i x)
         (loop (%small+ i 1)))))))

(define vector-copy
  (case-lambda
    ((v) (%check-vector 'vector-copy v) (vector-copy v 0 (%array-length any v)))
    ((v start) (%check-vector 'vector-copy v) (vector-copy v start (%array-length any v)))
    ((v start end)
     (%check-vector 'vector-copy v)
     (%check-range 'vector-copy (%array-length any v) start end)
     (let ((copy (%array-new any (%small- end start) 0)))
       (%array-copy any v start copy 0 (%small- end start))
       copy))))

(define vector-copy!
  (case-lambda
    ((to at from)
     (%check-vector 'vector-copy! from)
     (vector-copy! to at from 0 (%array-length any from)))
    ((to at from start)
     (%check-vector 'vector-copy! from)
     (vector-copy! to at from start (%array-length any from)))
    ((to at from start end)
     (%check-vector 'vector-copy! to)
     (%check-vector 'vector-copy! from)
     (%check-range 'vector-copy! (%array-length any from) start end)
     (%check-room 'vector-copy! (%array-length any to) at (%small- end start))
     (%array-copy any from start to at (%small- end start)))))

(define (vector-append . vectors)
  (let ((all (let loop ((rest vectors) (size 0))
               (if (null? rest)
                   (%array-new any size 0)
                   (begin
                     (%check-vector 'vector-append (car rest))
                     (loop (cdr rest) (%small+ size (%array-length any (car rest)))))))))
    (let loop ((vectors vectors) (at 0))
      (if (null? vectors)
          all
          (let ((n (%array-length any (car vectors))))
            (%array-copy any (car vectors) 0 all at n)
            (loop (cdr vectors) (%small+ at n)))))))

;; The length of the shortest of some vectors.
(define (%least-size who vectors)
  (%check-vector who (car vectors))
  (let loop ((least (%array-length any (car vectors))) (vectors (cdr vectors)))
    (if (null? vectors)
        least
        (begin
          (%check-vector who (car vectors))
          (let ((n (%array-length any (car vectors))))
            (loop (if (%small< n least) n least) (cdr vectors)))))))

;; A vector of the objects of a list of so many, which has the last one first.
(define (%vector-of-reversed n list)
  (let ((v (%array-new any n 0)))
    (let loop ((i (%small- n 1)) (list list))
      (if (%small< i 0)
          v
          (begin
            (%array-set any v i (car list))
            (loop (%small- i 1) (cdr list)))))))

;; The objects come in a list first: a procedure may return again after others have been called,
;; and must not change a vector that was given already.
(define-inline vector-map
  (case-lambda
    ((f v)
     (let ((n (%size 'vector-map v)))
       (let loop ((i 0) (list '()))
         (if (%small< i n)
             (loop (%small+ i 1) (cons (f (%array-ref any v i)) list))
             (%vector-of-reversed n list)))))
    ((f v . more) (%vector-map f (cons v more)))))

(define (%vector-map f vectors)
  (let ((n (%least-size 'vector-map vectors)))
    (let loop ((i 0) (list '()))
      (if (%small< i n)
          (loop (%small+ i 1)
                (cons (apply f (%row (lambda (v i) (%array-ref any v i)) vectors i)) list))
          (%vector-of-reversed n list)))))

(define-inline vector-for-each
  (case-lambda
    ((f v)
     (let ((n (%size 'vector-for-each v)))
       (let loop ((i 0))
         (if (%small< i n)
             (begin
               (f (%array-ref any v i))
               (loop (%small+ i 1)))
             (%special unspecified)))))
    ((f v . more) (%vector-for-each f (cons v more)))))

(define (%vector-for-each f vectors)
  (let ((n (%least-size 'vector-for-each vectors)))
    (let loop ((i 0))
      (when (%small< i n)
        (apply f (%row (lambda (v i) (%array-ref any v i)) vectors i))
        (loop (%small+ i 1))))))

(define-inline (bytevector? x) (%is byte x))
(define (%not-a-bytevector who x) (%wrong-type who "a bytevector" x))
(define (%check-bytevector who x) (unless (bytevector? x) (%not-a-bytevector who x)))
(define-inline (%byte? x) (and (%is small x) (%prim "ult.i64" x 256)))
(define (%check-byte who x)
  (unless (%byte? x) (%wrong-type who "an integer from 0 to 255" x)))

(define make-bytevector
  (case-lambda
    ((n) (make-bytevector n 0))
    ((n byte)
     (%check-natural 'make-bytevector n)
     (%check-byte 'make-bytevector byte)
     (%array-new byte n byte))))

(define (bytevector . bytes)
  (let ((v (%array-new byte (%list-length bytes) 0)))
    (let loop ((i 0) (bytes bytes))
      (if (null? bytes)
          v
          (begin
            (%check-byte 'bytevector (car bytes))
            (%array-set byte v i (car bytes))
            (loop (%small+ i 1) (cdr bytes)))))))

(define-inline (bytevector-length v)
  (if (%is byte v) (%array-length byte v) (%never (%not-a-bytevector 'bytevector-length v))))
(define-inline (bytevector-u8-ref v i)
  (if (and (%is byte v) (%index? byte v i))
      (%array-ref byte v i)
      (%never (%bad-byte-index 'bytevector-u8-ref v i))))
(define-inline (bytevector-u8-set! v i byte)
  (if (and (%is byte v) (%index? byte v i) (%byte? byte))
      (%array-set byte v i byte)
      (%never (%bad-byte-set v i byte))))

(define (%bad-byte-index who v i)
  (%check-bytevector who v)
  (%check-natural who i)
  (%wrong-index who i))
(define (%bad-byte-set v i byte)
  (when (and (bytevector? v) (%index? byte v i)) (%check-byte 'bytevector-u8-set! byte))
  (%bad-byte-index 'bytevector-u8-set! v i))

(define bytevector-copy
  (case-lambda
    ((v) (%check-bytevector 'bytevector-copy v) (bytevector-copy v 0 (%array-length byte v)))
    ((v start)
     (%check-bytevector 'bytevector-copy v)
     (bytevector-copy v start (%array-length byte v)))
    ((v start end)
     (%check-bytevector 'bytevector-copy v)
     (%check-range 'bytevector-copy (%array-length byte v) start end)
     (let ((copy (%array-new byte (%small- end start) 0)))
       (%array-copy byte v start copy 0 (%small- end start))
       copy))))

(define bytevector-copy!
  (case-lambda
    ((to at from)
     (%check-bytevector 'bytevector-copy! from)
     (bytevector-copy! to at from 0 (%array-length byte from)))
    ((to at from start)
     (%check-bytevector 'bytevector-copy! from)
     (bytevector-copy! to at from start (%array-length byte from)))
    ((to at from start end)
     (%check-bytevector 'bytevector-copy! to)
     (%check-bytevector 'bytevector-copy! from)
     (%check-range 'bytevector-copy! (%array-length byte from) start end)
     (%check-room 'bytevector-copy! (%array-length byte to) at (%small- end start))
     (%array-copy byte from start to at (%small- end start)))))

(define (bytevector-append . vectors)
  (let ((all (let loop ((rest vectors) (size 0))
               (if (null? rest)
                   (%array-new byte size 0)
                   (begin
                     (%check-bytevector 'bytevector-append (car rest))
                     (loop (cdr rest) (%small+ size (%array-length byte (car rest)))))))))
    (let loop ((vectors vectors) (at 0))
      (if (null? vectors)
          all
          (let ((n (%array-length byte (car vectors))))
            (%array-copy byte (car vectors) 0 all at n)
            (loop (cdr vectors) (%small+ at n)))))))

(define-record-type) ; ERROR malformed define-record-type
(define-record-type point) ; ERROR malformed define-record-type
(define-record-type point (make x) point?) ; ERROR malformed constructor
(define-record-type point (make x x) point? (x px)) ; ERROR malformed constructor
(define-record-type point (make x) 5 (x px)) ; ERROR malformed define-record-type
(define-record-type point (make x) point? (x px sx tx)) ; ERROR malformed define-record-type
(define-record-type point (make x) point? (x px) (x px2)) ; ERROR malformed define-record-type
(define-record-type point (make x) point? (x 1)) ; ERROR malformed define-record-type
(define-record-type 5 (make x) point? (x px)) ; ERROR malformed define-record-type
(define-record-type point "make" point? (x px)) ; ERROR malformed constructor

;;; Hash tables: how keys are hashed, found, and added.
;;;
;;; A table is a record of
;;;   1 kind      how keys are compared: 0 eq?, 1 eqv?, 2 equal?, 3 string=?, 4 else
;;;   2 same?     the procedure for that
;;;   3 hash      the procedure that hashes keys if the kind is 4
;;;   4 index     where an entry is looked for, by its hash: an array of 32-bit numbers, a power of
;;;               two of them, at least half of them 0; others are places of values among entries
;;;   5 hashes    the hashes of the entries, an array of 32-bit numbers
;;;   6 entries   key, value, key, value, in the order in which they came
;;;   7 used      the number of entries that are used, deleted ones included
;;;   8 live      the number of entries that are not deleted
;;; The key of an entry that is deleted is the mark of unbound variables.

;; It has no names for the fields, which nobody should see.
(define %table-type (%make-record-type 'hash-table '()))

(define-inline (hash-table? x) (if (%is tuple 9 x) (%same (%get 9 0 x) %table-type) #f))
(define (%not-a-table who x) (%wrong-type who "a hash table" x))
(define-inline (%check-table who x) (if (hash-table? x) #t (%never (%not-a-table who x))))

(define-inline (%kind table) (%get 9 1 table))
(define-inline (%index table) (%get 9 4 table))
(define-inline (%hashes table) (%get 9 5 table))
(define-inline (%entries table) (%get 9 6 table))
(define-inline (%used table) (%get 9 7 table))
(define-inline (%live table) (%get 9 8 table))

;; Arrays of 32-bit numbers are strings to the compiler.
(define-inline (%numbers-ref numbers i) (%char-code (%array-ref char numbers i)))
(define-inline (%numbers-set! numbers i n) (%array-set char numbers i (%code->char n)))

(define-inline (%deleted? key) (%same key (%special unbound)))

;; Makes room for so many entries, a power of two, and forgets all.
(define (%empty! table room)
  (%set 9 4 table (%array-new char (%small+ room room) #\null))
  (%set 9 5 table (%array-new char room #\null))
  (%set 9 6 table (%array-new any (%small+ room room) #f))
  (%set 9 7 table 0)
  (%set 9 8 table 0))

(define (%new-table kind same? hash)
  (let ((table (%tuple %table-type kind same? hash #f #f #f 0 0)))
    (%empty! table 8)
    table))

;;; Hashes: integers of 31 bits.

(define-syntax %small*
  (syntax-rules () ((_ x y) (%prim "mul.i64" x y))))

(define-syntax %mix
  (syntax-rules ()
    ((_ n)
     (%prim "and.i64" (%prim "lshr.i64" (%prim "mul.i64" n #x1e3779b97f4a7c15) 32) #x7fffffff))))

;; Small integers are their own hashes, so that those that come in a row are found in a row.
(define-syntax %hash-small
  (syntax-rules ()
    ((_ n) (%prim "and.i64" (%prim "xor.i64" n (%prim "lshr.i64" n 31)) #x7fffffff))))

(define (%hash-string s)
  (let ((n (%length s)))
    (let loop ((i 0) (hash n))
      (if (%same i n)
          (%mix hash)
          (loop (%small+ i 1)
                (%prim "and.i64"
                       (%small+ (%prim "mul.i64" hash 31) (%prim "zext.i32.i64" (%nth-char s i)))
                       #xffffffffffffff))))))

(define (%hash-symbol x)
  (%prim "and.i64" (%prim "lshr.i64" (%prim "str.hash" x) 8) #x7fffffff))

;; Numbers in memory, by their value.
(define (%hash-number x)
  (cond ((%is small x) (%hash-small x))
        ((%is flonum x) (if (%prim "feq.f64" x x) (%mix (%prim "fbits.f64" x)) 0))
        ((%is big x) (%mix (%prim "big.wrap" x)))
        (else (%mix (%small+ (%hash-number (%get 3 1 x)) (%hash-number (%get 3 2 x)))))))

(define (%hash-eq x)
  (cond ((%is small x) (%hash-small x))
        ((%is symbol x) (%hash-symbol x))
        (else (%mix (%hash x)))))
(define (%hash-eqv x)
  (if (%by-identity? x) (%hash-eq x) (%hash-number x)))

;; Of the parts of an object some are looked at, and of theirs less.
(define (%hash-equal x width)
  (cond ((%is small x) (%hash-small x))
        ((%is symbol x) (%hash-symbol x))
        ((%is char x) (%hash-string x))
        ((%is tuple 2 x) (%hash-list x width))
        ((%is any x) (%hash-vector x width))
        ((%is byte x) (%hash-symbol (%prim "str.of.bytes" x 0 (%array-length byte x))))
        (else (%hash-eqv x))))

(define-inline (%with-part hash part)
  (%prim "and.i64" (%small+ (%prim "mul.i64" hash 31) part) #xffffffffffffff))

(define (%hash-list x width)
  (let ((less (%prim "lshr.i64" width 2)))
    (let loop ((x x) (n width) (hash 1))
      (cond ((%same n 0) (%mix hash))
            ((%is tuple 2 x)
             (loop (%get 2 1 x)
                   (%small- n 1)
                   (%with-part hash (%hash-equal (%get 2 0 x) less))))
            (else (%mix (%with-part hash (%hash-equal x less))))))))

(define (%hash-vector x width)
  (let* ((size (%array-length any x))
         (end (if (%small< size width) size width))
         (less (%prim "lshr.i64" width 2)))
    (let loop ((i 0) (hash size))
      (if (%same i end)
          (%mix hash)
          (loop (%small+ i 1) (%with-part hash (%hash-equal (%array-ref any x i) less)))))))

(define (%equal-hash x) (%hash-equal x 64))

;; True if a key is compared with others by identity, and easily hashed.
(define-inline (%simple-key? table key)
  (and (or (%is small key) (%is symbol key)) (%small< (%kind table) 3)))
(define-inline (%simple-hash key) (if (%is small key) (%hash-small key) (%hash-symbol key)))

;; The hash of a key.
(define-inline (%key-hash table key)
  (if (%simple-key? table key) (%simple-hash key) (%other-hash table key)))
(define (%other-hash table key)
  (let ((kind (%kind table)))
    (cond ((%same kind 2) (%equal-hash key))
          ((%same kind 3) (%check-string 'hash-table key) (%hash-string key))
          ((%same kind 0) (%hash-eq key))
          ((%same kind 1) (%hash-eqv key))
          (else (%any-hash ((%get 9 3 table) key))))))

;; The integer that a user's procedure gives as a hash.
(define (%any-hash n)
  (if (or (%is small n) (%is big n))
      (%hash-number n)
      (%wrong-type 'hash-table "an exact integer from the hash procedure" n)))

;;; Search

;; Goes along the places of the index where a key of a hash may be. The expressions say what to do
;; at an entry, and at a place that is free; the former may go on.
(define-syntax %probe
  (syntax-rules ()
    ((_ table hash (at i next) found free)
     (let* ((index (%index table)) (mask (%small- (%array-length char index) 1)))
       (let loop ((i (%prim "and.i64" hash mask)) (rest hash))
         ;; What is left of the hash counts, since integers in a row, or with a common factor, are
         ;; hashes that share their low bits.
         (define-syntax next
           (syntax-rules ()
             ((_)
              (let ((more (%prim "lshr.i64" rest 5)))
                (loop (%prim "and.i64" (%small+ (%small+ (%small* i 5) 1) more) mask) more)))))
         (let ((at (%numbers-ref index i)))
           (if (%same at 0) free found)))))))

;; The place of the value of a key among the entries; if there is none, less than 0: the place in
;; the index where it belongs, taken from -1.
(define (%find table key hash)
  (cond ((%simple-key? table key) (%find-same table key hash))
        ((and (%is char key) (%in-row? (%kind table) 2 2)) (%find-string table key hash))
        (else (%find-other table key hash))))

;; These do not call anything, so that they are loops.
(define (%find-same table key hash)
  (let ((entries (%entries table)))
    (%probe table hash (at i next)
            (if (%same (%array-ref any entries (%small- at 1)) key) at (next))
            (%small- -1 i))))

(define (%find-string table key hash)
  (let ((entries (%entries table)) (hashes (%hashes table)) (n (%length key)))
    (%probe table hash (at i next)
            (if (%same (%numbers-ref hashes (%prim "lshr.i64" at 1)) hash)
                (let ((other (%array-ref any entries (%small- at 1))))
                  (if (and (%is char other) (%same (%length other) n))
                      (let compare ((j 0))
                        (cond ((%same j n) at)
                              ((%prim "eq.i32" (%nth-char key j) (%nth-char other j))
                               (compare (%small+ j 1)))
                              (else (next))))
                      (next)))
                (next))
            (%small- -1 i))))

(define (%find-other table key hash)
  (let ((entries (%entries table)) (hashes (%hashes table)))
    (%probe table hash (at i next)
            (let ((other (%array-ref any entries (%small- at 1))))
              (if (or (%same other key)
                      (and (%same (%numbers-ref hashes (%prim "lshr.i64" at 1)) hash)
                           (%equivalent? table other key)))
                  at
                  (next)))
            (%small- -1 i))))

;; True if two keys that have the same hash, but are not the same, are equivalent.
(define (%equivalent? table x y)
  (let ((kind (%kind table)))
    (cond ((%deleted? x) #f)
          ((%same kind 3) (%string=? x y))
          ((%same kind 2) (equal? x y))
          ((%same kind 0) #f)
          ((%same kind 1) (%eqv? x y))
          (else ((%get 9 2 table) x y)))))

(define-inline (%lookup table key) (%find table key (%key-hash table key)))

;; The value at a place that was found. A procedure of the user may have changed the table since,
;; so that the place is checked.
(define-inline (%found? table at) (%index? any (%entries table) at))
(define-inline (%value-at table at) (%array-ref any (%entries table) at))

;;; Change

;; Adds an entry. Its place in the index is known if nothing has changed since it was looked for.
(define (%insert! table key value hash i)
  (if (or (%same (%used table) (%array-length char (%hashes table))) (%same (%kind table) 4))
      (begin
        (when (%same (%used table) (%array-length char (%hashes table))) (%rebuild! table))
        (%place! table key value hash (%free table hash)))
      (%place! table key value hash i)))

;; The first free place in the index for a hash.
(define (%free table hash) (%probe table hash (at i next) (next) i))

(define (%place! table key value hash i)
  (let* ((used (%used table)) (at (%small+ used used)))
    (%numbers-set! (%index table) i (%small+ at 1))
    (%numbers-set! (%hashes table) used hash)
    (%array-set any (%entries table) at key)
    (%array-set any (%entries table) (%small+ at 1) value)
    (%set 9 7 table (%small+ used 1))
    (%set 9 8 table (%small+ (%live table) 1))))

;; Leaves deleted entries out, and makes room for more if few are deleted.
(define (%rebuild! table)
  (let* ((hashes (%hashes table))
         (entries (%entries table))
         (used (%used table))
         (room (%array-length char hashes))
         (live (%live table))
         (few? (%small< room (%small+ live (%prim "lshr.i64" room 1)))))
    (%empty! table (if few? (%small+ room room) room))
    (let loop ((i 0) (at 0))
      (when (%small< i used)
        (let ((key (%array-ref any entries at)))
          (unless (%deleted? key)
            (let ((hash (%numbers-ref hashes i)))
              (%place! table key (%array-ref any entries (%small+ at 1)) hash
                       (%free table hash)))))
        (loop (%small+ i 1) (%small+ at 2))))))

(define (%put! table key value)
  (if (%simple-key? table key)
      (let ((entries (%entries table)) (hash (%simple-hash key)))
        (%probe table hash (at i next)
                (if (%same (%array-ref any entries (%small- at 1)) key)
                    (%array-set any entries at value)
                    (next))
                (%insert! table key value hash i)))
      (let* ((hash (%key-hash table key)) (at (%find table key hash)))
        (if (%found? table at)
            (%array-set any (%entries table) at value)
            (%insert! table key value hash (%small- -1 at))))))

;; Gives the entry of a key a value that a procedure has computed since it was found among entries.
;; It is still there unless it was deleted, since others never take its place in the same array.
(define (%put-found! table key value at entries)
  (if (and (%same entries (%entries table))
           (%index? any entries at)
           (not (%deleted? (%array-ref any entries (%small- at 1)))))
      (%array-set any entries at value)
      (%put! table key value)))

(define (%delete-at! table at)
  (%array-set any (%entries table) (%small- at 1) (%special unbound))
  (%array-set any (%entries table) at #f)
  (%set 9 8 table (%small- (%live table) 1)))

;; Calls a procedure with the key and the value of each entry, until it gives false.
(define-inline (%each table f)
  (let loop ((at 0))
    (if (%small< at (%small+ (%used table) (%used table)))
        (let ((key (%array-ref any (%entries table) at)))
          (if (or (%deleted? key) (f key (%array-ref any (%entries table) (%small+ at 1))))
              (loop (%small+ at 2))
              #f))
        #t)))

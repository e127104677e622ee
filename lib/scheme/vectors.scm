;;; Vectors and bytevectors.

;;; Characters.

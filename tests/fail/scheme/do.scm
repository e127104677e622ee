(do) ; ERROR malformed do
(do ((i 0))) ; ERROR malformed do
(do ((i 0 1 2)) (#t) 1) ; ERROR malformed do
(do ((i)) (#t)) ; ERROR malformed do
(do (i) (#t)) ; ERROR malformed do
(do ((i 0) (i 1)) (#t)) ; ERROR duplicate variable
(do ((i 0)) ()) ; ERROR malformed do
(do ((i 0)) 5) ; ERROR malformed do

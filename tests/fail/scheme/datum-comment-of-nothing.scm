(display (list 1 #;)) ; ERROR a comment on nothing

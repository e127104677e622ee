(display '#0=(1 . #0#)) ; ERROR a literal that contains itself
(display '#1#) ; ERROR unknown label

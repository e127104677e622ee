(include 5) ; ERROR malformed include
(include "no-such-file.scm") ; ERROR unreadable file

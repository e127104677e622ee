(display 1)
(include "include-of-itself.scm") ; ERROR endless include

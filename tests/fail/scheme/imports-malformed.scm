(import 5) ; ERROR malformed import
(import ()) ; ERROR malformed library name
(import "scheme") ; ERROR malformed import
(import (prefix (scheme base))) ; ERROR malformed import
(import (rename (scheme base) car)) ; ERROR malformed import
(import (only (scheme base) 5)) ; ERROR unknown name

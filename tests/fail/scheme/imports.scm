(import (scheme base) (scheme complex)) ; ERROR unknown library
(display 1)

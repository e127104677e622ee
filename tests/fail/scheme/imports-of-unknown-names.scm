(import (only (scheme base) car no-such-name)) ; ERROR unknown name

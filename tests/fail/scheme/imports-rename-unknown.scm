(import (rename (scheme base) (no-such-name a))) ; ERROR unknown name

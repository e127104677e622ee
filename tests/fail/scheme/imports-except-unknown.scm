(import (except (scheme base) no-such-name)) ; ERROR unknown name

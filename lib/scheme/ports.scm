;;; Ports.

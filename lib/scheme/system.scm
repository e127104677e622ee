;;; Files, processes, time.

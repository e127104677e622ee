;;; Pairs and lists.

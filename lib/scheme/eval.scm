;;; Evaluation at run time.

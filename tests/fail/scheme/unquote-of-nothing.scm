(display `(1 ,(+ 1) ,@)) ; ERROR an unquote-splicing of nothing

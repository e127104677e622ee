(display 1)
#| a comment #| and one in it |# ; ERROR the comment is not closed
(display 2)

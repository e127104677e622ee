val () = print Shown.text

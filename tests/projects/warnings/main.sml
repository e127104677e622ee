val () = print greeting

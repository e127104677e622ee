val greeting = "hello\n"

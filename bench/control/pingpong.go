// Messages: two goroutines send 5,000,000 numbers to and fro on two channels.
package main

func main() {
	measure(func() int {
		questions, answers := make(chan int), make(chan int)
		go func() {
			for {
				answers <- <-questions + 1
			}
		}()
		x := 0
		for n := 0; n < 2500000; n++ {
			questions <- x
			x = <-answers
		}
		return x
	})
}

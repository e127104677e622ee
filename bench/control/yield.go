// Turns: 1,000 goroutines that let the others run 5,000 times each.
package main

import (
	"runtime"
	"sync"
)

func main() {
	measure(func() int {
		ended := 0
		var group sync.WaitGroup
		group.Add(1000)
		for i := 0; i < 1000; i++ {
			go func() {
				for n := 0; n < 5000; n++ {
					runtime.Gosched()
				}
				ended++
				group.Done()
			}()
		}
		group.Wait()
		return ended
	})
}

// Goroutines that all live at once: 1,000,000 wait at a gate, then pass it, and are counted.
package main

import "sync"

func main() {
	measure(func() int {
		passed := 0
		gate := make(chan struct{})
		var group sync.WaitGroup
		group.Add(1000000)
		for i := 0; i < 1000000; i++ {
			go func() {
				<-gate
				passed++
				group.Done()
			}()
		}
		close(gate)
		group.Wait()
		return passed
	})
}

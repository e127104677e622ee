// What is compiled with every program of this folder: runs its work on one processor, prints what
// that gives, and then the processor's time that it took, in microseconds.
package main

import (
	"fmt"
	"runtime"
	"syscall"
)

func spent() int64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return (usage.Utime.Nano() + usage.Stime.Nano()) / 1000
}

func measure(work func() int) {
	runtime.GOMAXPROCS(1)
	start := spent()
	result := work()
	fmt.Printf("%d\nmicroseconds %d\n", result, spent()-start)
}

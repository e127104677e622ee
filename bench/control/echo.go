// A server that sends everything back, over TCP, as `examples/echo.sml` does: a goroutine for each
// connection. Listens on any port if the argument is 0, and says on which.
package main

import (
	"fmt"
	"net"
	"os"
	"runtime"
	"time"
)

func serve(connection net.Conn) {
	defer connection.Close()
	bytes := make([]byte, 4096)
	for {
		n, err := connection.Read(bytes)
		if err != nil {
			return
		}
		if _, err := connection.Write(bytes[:n]); err != nil {
			return
		}
	}
}

func main() {
	runtime.GOMAXPROCS(1)
	listener, err := net.Listen("tcp4", "127.0.0.1:"+os.Args[1])
	if err != nil {
		panic(err)
	}
	fmt.Printf("listening on port %d\n", listener.Addr().(*net.TCPAddr).Port)
	for {
		connection, err := listener.Accept()
		if err != nil {
			time.Sleep(10 * time.Millisecond)
			continue
		}
		go serve(connection)
	}
}

(* Exceptions and buffer modes of all input and output. *)

signature IO = sig
  (** An operation failed: the name of the stream, the function, and why. *)
  exception Io of {name : string, function : string, cause : exn}
  (** A cause: the reader or writer cannot wait. *)
  exception BlockingNotSupported
  (** A cause: the reader or writer cannot do without waiting. *)
  exception NonblockingNotSupported
  (** A cause: there are no positions in the stream. *)
  exception RandomAccessNotSupported
  (** A cause: the stream was closed, or its reader or writer taken away. *)
  exception ClosedStream
  (** When output is written: at once, at the end of a line, or in blocks. *)
  datatype buffer_mode = NO_BUF | LINE_BUF | BLOCK_BUF
end

structure IO : IO = struct
  exception Io of {name : string, function : string, cause : exn} = _prim "failed"
  exception BlockingNotSupported
  exception NonblockingNotSupported
  exception RandomAccessNotSupported
  exception ClosedStream
  datatype buffer_mode = NO_BUF | LINE_BUF | BLOCK_BUF
end

//! The tables of the library: the names that each file binds, and the structures that the
//! names of the top-level environment come from.

/// A file of the library.
pub(crate) struct File {
    /// Its name in messages and positions.
    pub(crate) name: &'static str,
    /// Its text.
    pub(crate) text: &'static [u8],
    /// The structures that it binds.
    pub(crate) structures: &'static [&'static str],
    /// The structures that it binds for other files of the library only.
    pub(crate) internal: &'static [&'static str],
    /// The signatures that it binds.
    pub(crate) signatures: &'static [&'static str],
    /// The functors that it binds.
    pub(crate) functors: &'static [&'static str],
    /// The values of the top-level environment that it binds itself.
    pub(crate) values: &'static [&'static str],
}

macro_rules! file {
    ($name:literal: $($kind:ident $names:expr),*) => {
        File {
            $($kind: &$names,)*
            ..File {
                name: concat!("lib/sml/", $name),
                text: include_bytes!(concat!("../../../lib/sml/", $name)),
                structures: &[],
                internal: &[],
                signatures: &[],
                functors: &[],
                values: &[],
            }
        }
    };
}

/// All files.
pub(crate) const FILES: &[File] = &[
    file!("overload.sml": values ["+", "-", "*", "div", "mod", "/", "~", "abs", "<", "<=", ">", ">=", "<>"]),
    file!("arith.sml": internal ["BoolArith", "IntArith", "WordArith", "RealArith", "CharArith", "StringArith"]),
    file!("sized.sml": internal [
        "Int8Arith", "Int16Arith", "Int32Arith", "Word8Arith", "Word16Arith", "Word32Arith", "IntInfArith",
        "Real32Arith",
    ]),
    file!("bytes.sml": internal ["Bytes"]),
    file!("digits.sml": internal ["Digits"]),
    file!("string-base.sml": internal ["StringBase"]),
    file!("pieces.sml": internal ["Pieces"]),
    file!("escape.sml": internal ["Escape"]),
    file!("real-parts.sml": internal ["RealParts"]),
    file!("real-text.sml": internal ["RealText"]),
    file!("string-cvt.sml": structures ["StringCvt"], signatures ["STRING_CVT"]),
    file!("bool.sml": structures ["Bool"], signatures ["BOOL"]),
    file!("int.sml": structures ["Int", "Int64", "FixedInt", "Position"], signatures ["INTEGER"]),
    file!("int8.sml": structures ["Int8"]),
    file!("int16.sml": structures ["Int16"]),
    file!("int32.sml": structures ["Int32"]),
    file!("int-inf.sml": structures ["IntInf", "LargeInt"], signatures ["INT_INF"]),
    file!("word.sml": structures ["Word", "Word64", "LargeWord", "SysWord"], signatures ["WORD"]),
    file!("word8.sml": structures ["Word8"]),
    file!("word16.sml": structures ["Word16"]),
    file!("word32.sml": structures ["Word32"]),
    file!("sized-int.sml": structures [
        "Int1", "Int2", "Int3", "Int4", "Int5", "Int6", "Int7", "Int9", "Int10", "Int11",
        "Int12", "Int13", "Int14", "Int15", "Int17", "Int18", "Int19", "Int20", "Int21", "Int22",
        "Int23", "Int24", "Int25", "Int26", "Int27", "Int28", "Int29", "Int30", "Int31",
    ], functors ["KontSizedInt"]),
    file!("sized-word.sml": structures [
        "Word1", "Word2", "Word3", "Word4", "Word5", "Word6", "Word7", "Word9", "Word10",
        "Word11", "Word12", "Word13", "Word14", "Word15", "Word17", "Word18", "Word19", "Word20",
        "Word21", "Word22", "Word23", "Word24", "Word25", "Word26", "Word27", "Word28", "Word29",
        "Word30", "Word31",
    ], functors ["KontSizedWord"]),
    file!("math.sml": structures ["Math"], signatures ["MATH"]),
    file!("ieee-real.sml": structures ["IEEEReal"], signatures ["IEEE_REAL"]),
    file!("real.sml": structures ["Real", "Real64", "LargeReal"], signatures ["REAL"]),
    file!("real32.sml": structures ["Real32"]),
    file!("char.sml": structures ["Char"], signatures ["CHAR"]),
    file!("string.sml": structures ["String"], signatures ["STRING"]),
    file!("substring-part.sml": internal ["SubstringPart"]),
    file!("substring.sml": structures ["Substring"], signatures ["SUBSTRING"]),
    file!("text.sml": structures ["Text"], signatures ["TEXT"]),
    file!("byte.sml": structures ["Byte"], signatures ["BYTE"]),
    file!("pack-word.sml": structures [
        "PackWord8Big", "PackWord8Little", "PackWord16Big", "PackWord16Little", "PackWord32Big",
        "PackWord32Little", "PackWord64Big", "PackWord64Little",
    ], signatures ["PACK_WORD"]),
    file!("pack-real.sml": structures ["PackRealBig", "PackRealLittle", "PackReal64Big", "PackReal64Little", "PackReal32Big", "PackReal32Little"], signatures ["PACK_REAL"]),
    file!("general.sml": structures ["General"], internal ["ExnMessages"], signatures ["GENERAL"]),
    file!("exn-history.sml": internal ["ExnHistory"]),
    file!("option.sml": structures ["Option"], signatures ["OPTION"]),
    file!("list.sml": structures ["List"], signatures ["LIST"]),
    file!("list-pair.sml": structures ["ListPair"], signatures ["LIST_PAIR"]),
    file!("ranges.sml": functors ["KontRanges"]),
    file!("vector.sml": structures ["Vector"], internal ["Sequence"], signatures ["VECTOR"]),
    file!("array.sml": structures ["Array"], signatures ["ARRAY"]),
    file!("vector-slice.sml": structures ["VectorSlice"], signatures ["VECTOR_SLICE"]),
    file!("array-slice.sml": structures ["ArraySlice"], signatures ["ARRAY_SLICE"]),
    file!("array2.sml": structures ["Array2"], internal ["Array2Base"], signatures ["ARRAY2"]),
    file!("mono-sig.sml": signatures ["MONO_VECTOR", "MONO_ARRAY", "MONO_VECTOR_SLICE", "MONO_ARRAY_SLICE"]),
    file!("mono-array2-sig.sml": signatures ["MONO_ARRAY2"]),
    file!("mono-array2.sml": functors ["KontByteArray2"]),
    file!("mono-array.sml": functors ["KontByteVector", "KontByteArray"]),
    file!("mono-slice.sml": functors ["KontByteVectorSlice", "KontByteArraySlice"]),
    file!("int-array.sml": structures ["IntVector", "IntArray", "IntVectorSlice", "IntArraySlice", "IntArray2"]),
    file!("word-array.sml": structures ["WordVector", "WordArray", "WordVectorSlice", "WordArraySlice", "WordArray2"]),
    file!("real-array.sml": structures ["RealVector", "RealArray", "RealVectorSlice", "RealArraySlice", "RealArray2"]),
    file!("bool-array.sml": structures ["BoolVector", "BoolArray", "BoolVectorSlice", "BoolArraySlice", "BoolArray2"]),
    file!("wide-array.sml": structures [
        "Int64Vector", "Int64Array", "Int64VectorSlice", "Int64ArraySlice", "Int64Array2",
        "Word64Vector", "Word64Array", "Word64VectorSlice", "Word64ArraySlice", "Word64Array2",
        "LargeWordVector", "LargeWordArray", "LargeWordVectorSlice", "LargeWordArraySlice", "LargeWordArray2",
        "Real64Vector", "Real64Array", "Real64VectorSlice", "Real64ArraySlice", "Real64Array2",
        "LargeRealVector", "LargeRealArray", "LargeRealVectorSlice", "LargeRealArraySlice", "LargeRealArray2",
    ]),
    file!("char-array.sml": structures ["CharVector", "CharArray"]),
    file!("char-slice.sml": structures ["CharVectorSlice", "CharArraySlice"]),
    file!("char-array2.sml": structures ["CharArray2"]),
    file!("word8-array.sml": structures ["Word8Vector", "Word8Array"]),
    file!("word8-slice.sml": structures ["Word8VectorSlice", "Word8ArraySlice"]),
    file!("word8-array2.sml": structures ["Word8Array2"]),
    file!("io.sml": structures ["IO"], signatures ["IO"]),
    file!("print.sml": internal ["Stdout"]),
    file!("system.sml": internal ["System"]),
    file!("at-exit.sml": internal ["AtExit"]),
    file!("finish.sml":),
    file!("prim-io-sig.sml": signatures ["PRIM_IO"]),
    file!("prim-io.sml": functors ["PrimIO"]),
    file!("text-prim-io.sml": structures ["TextPrimIO"]),
    file!("bin-prim-io.sml": structures ["BinPrimIO"]),
    file!("file-prim-io.sml": functors ["KontFilePrimIO"]),
    file!("stream-io-sig.sml": signatures ["STREAM_IO", "TEXT_STREAM_IO", "IMPERATIVE_IO", "TEXT_IO", "BIN_IO"]),
    file!("stream-io.sml": functors ["StreamIO", "KontStreamIO"]),
    file!("imperative-io.sml": functors ["ImperativeIO"]),
    file!("file-io.sml": functors ["KontFileIO"]),
    file!("text-io.sml": structures ["TextIO"], internal ["TextBase", "TextFiles"]),
    file!("bin-io.sml": structures ["BinIO"], internal ["BinBase", "BinFiles"]),
    file!("os.sml": structures ["OS"], signatures ["OS"]),
    file!("os-path.sml": internal ["OSPath"], signatures ["OS_PATH"]),
    file!("os-file-sys.sml": internal ["OSFileSys"], signatures ["OS_FILE_SYS"]),
    file!("os-process.sml": internal ["OSProcess"], signatures ["OS_PROCESS"]),
    file!("os-io.sml": internal ["OSIO"], signatures ["OS_IO"]),
    file!("time.sml": structures ["Time"], internal ["TimeBase"], signatures ["TIME"]),
    file!("date.sml": structures ["Date"], signatures ["DATE"]),
    file!("timer.sml": structures ["Timer"], signatures ["TIMER"]),
    file!("command-line.sml": structures ["CommandLine"], signatures ["COMMAND_LINE"]),
    file!("bit-flags.sml": internal ["Flags"], signatures ["BIT_FLAGS"]),
    file!("net-host-db.sml": structures ["NetHostDB", "Net6HostDB"], internal ["NetBase"], functors ["KontHostDB"], signatures ["NET_HOST_DB"]),
    file!("net-db.sml": structures ["NetServDB", "NetProtDB"], signatures ["NET_SERV_DB", "NET_PROT_DB"]),
    file!("socket-sig.sml": signatures ["SOCKET"]),
    file!("socket.sml": structures ["Socket"], internal ["SocketBase"]),
    file!("net-sock.sml": structures ["INetSock", "INet6Sock", "UnixSock", "GenericSock"], functors ["KontInetSock"], signatures [
        "INET_SOCK", "INET6_SOCK", "UNIX_SOCK", "GENERIC_SOCK",
    ]),
    file!("waiting.sml": internal ["Waiting"]),
    file!("incoming.sml": internal ["Incoming"]),
    file!("signal-base.sml": internal ["SignalBase"]),
    file!("chance.sml": internal ["Chance"]),
    file!("threads.sml": internal ["Threads"]),
    file!("descriptors.sml": internal ["Descriptors"]),
    file!("lock.sml": internal ["Lock"]),
    file!("scheduler.sml": internal ["Scheduler"]),
    file!("thread.sml": structures ["Thread"], signatures ["THREAD"]),
    file!("alarms.sml": internal ["Alarms"]),
    file!("waiters.sml": internal ["Waiters"]),
    file!("event.sml": internal ["Event"]),
    file!("channel.sml": internal ["Channel"]),
    file!("cml.sml": structures ["CML"], signatures ["CML"]),
    file!("sync-var.sml": structures ["SyncVar"], signatures ["SYNC_VAR"]),
    file!("mailbox.sml": structures ["Mailbox"], internal ["Mailboxes"], signatures ["MAILBOX"]),
    file!("multicast.sml": structures ["Multicast"], signatures ["MULTICAST"]),
    file!("simple-rpc.sml": structures ["SimpleRPC"], signatures ["SIMPLE_RPC"]),
    file!("run-cml.sml": structures ["RunCML"], signatures ["RUN_CML"]),
    file!("trace-cml.sml": structures ["TraceCML"], signatures ["TRACE_CML"]),
    file!("cont.sml": structures ["Cont"], internal ["Continuation"], signatures ["CONT"]),
    file!("mlton-process.sml": internal ["MLtonProcess"]),
    file!("mlton-io.sml": functors ["KontMLtonIO"]),
    file!("mlton-numbers.sml": internal ["MLtonNumbers"]),
    file!("mlton-platform.sml": internal ["MLtonPlatform"]),
    file!("mlton-system.sml": internal ["MLtonSystem"]),
    file!("mlton-signal.sml": internal ["MLtonSignal"]),
    file!("mlton-thread.sml": internal ["MLtonThread"]),
    file!("mlton-weak.sml": internal ["MLtonWeak", "MLtonFinalizable"]),
    file!("unix.sml": structures ["Unix"], signatures ["UNIX"]),
    file!("posix.sml": structures ["Posix"], signatures ["POSIX"]),
    file!("posix-error.sml": internal ["PosixError"], signatures ["POSIX_ERROR"]),
    file!("posix-file-sys.sml": internal ["PosixFileSys"], signatures ["POSIX_FILE_SYS"]),
    file!("posix-io.sml": internal ["PosixIO"], signatures ["POSIX_IO"]),
    file!("posix-process.sml": internal ["PosixProcess", "PosixSignal", "PosixProcEnv"], signatures [
        "POSIX_PROCESS", "POSIX_SIGNAL", "POSIX_PROC_ENV",
    ]),
    file!("sml-of-nj.sml": structures ["SMLofNJ", "Unsafe"]),
    file!("signals.sml": structures ["Signals", "UnixSignals"], signatures ["SIGNALS", "UNIX_SIGNALS"]),
    file!("mlton.sml": structures ["MLton"]),
    file!("session.sml": internal ["Session"]),
];

/// The internal structure that keeps the actions at exit, and the file that runs them at the
/// end of a program that uses it.
pub(crate) const AT_EXIT: (&str, &str) = ("AtExit", "lib/sml/finish.sml");

/// The values of the top-level environment, by structure; true for constructors. `a b` is
/// member `b` under the name `a`.
pub(crate) const VALUES: &[(&str, &[&str], bool)] = &[
    (
        "General",
        &[
            "Bind",
            "Chr",
            "Div",
            "Domain",
            "Fail",
            "Match",
            "Overflow",
            "Size",
            "Span",
            "Subscript",
            "LESS",
            "EQUAL",
            "GREATER",
        ],
        true,
    ),
    ("General", &["!", ":=", "before", "exnMessage", "exnName", "ignore", "o"], false),
    ("Option", &["Option", "NONE", "SOME"], true),
    ("Option", &["getOpt", "isSome", "valOf"], false),
    ("List", &["Empty"], true),
    ("List", &["@", "app", "foldl", "foldr", "hd", "length", "map", "null", "rev", "tl"], false),
    ("BoolArith", &["not"], false),
    ("RealArith", &["ceil", "floor", "round", "trunc", "real fromInt"], false),
    ("CharArith", &["chr", "ord"], false),
    ("StringBase", &["^", "concat", "explode", "implode", "size", "str", "substring"], false),
    ("Vector", &["vector fromList"], false),
    ("Stdout", &["print"], false),
];

/// The values of the top-level environment of interactive sessions alone, and their structure.
pub(crate) const INTERACTIVE: (&str, &[&str]) = ("Session", &["use"]);

/// Types that structures of the library make for one another, and the names by which users know
/// them if the structure that shows them has not been read.
pub(crate) const SHOWN: &[(&str, &str)] = &[("System.iodesc", "OS.IO.iodesc")];

/// The types of the top-level environment that structures declare. All others are builtin.
pub(crate) const TYPES: &[(&str, &str)] =
    &[("General", "order"), ("Option", "option"), ("Substring", "substring")];

//! The tables of the library: which file binds what, and where the names of the
//! top-level environment come from.

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
                text: include_bytes!(concat!("../../../../lib/sml/", $name)),
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
    file!("general.sml": structures ["General"], signatures ["GENERAL"]),
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
    file!("math.sml": structures ["Math"], signatures ["MATH"]),
    file!("ieee-real.sml": structures ["IEEEReal"], signatures ["IEEE_REAL"]),
    file!("real.sml": structures ["Real", "Real64", "LargeReal"], signatures ["REAL"]),
    file!("real32.sml": structures ["Real32"]),
    file!("char.sml": structures ["Char"], signatures ["CHAR"]),
    file!("string.sml": structures ["String"], signatures ["STRING"]),
    file!("substring.sml": structures ["Substring"], internal ["SubstringPart"], signatures ["SUBSTRING"]),
    file!("text.sml": structures ["Text"], signatures ["TEXT"]),
    file!("byte.sml": structures ["Byte"], signatures ["BYTE"]),
    file!("pack-word.sml": structures [
        "PackWord8Big", "PackWord8Little", "PackWord16Big", "PackWord16Little", "PackWord32Big",
        "PackWord32Little", "PackWord64Big", "PackWord64Little",
    ], signatures ["PACK_WORD"]),
    file!("pack-real.sml": structures ["PackRealBig", "PackRealLittle", "PackReal64Big", "PackReal64Little", "PackReal32Big", "PackReal32Little"], signatures ["PACK_REAL"]),
    file!("option.sml": structures ["Option"], signatures ["OPTION"]),
    file!("list.sml": structures ["List"], signatures ["LIST"]),
    file!("vector.sml": structures ["Vector", "Array"]),
    file!("text-io.sml": structures ["TextIO"]),
];

/// Which structures the values of the top-level environment come from, and whether they
/// are constructors. `a b` is member `b` under the name `a`.
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
    ("TextIO", &["print"], false),
];

/// Which structures the types of the top-level environment come from; the others are
/// there without text.
pub(crate) const TYPES: &[(&str, &str)] = &[("General", "order"), ("Option", "option")];

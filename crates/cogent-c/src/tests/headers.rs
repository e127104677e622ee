//! Headers of programs.

use super::outcome;
use expect_test::{Expect, expect};

/// The enums and types in the header of a program.
#[track_caller]
fn types(text: &str, values: &[&str], expected: Expect) {
    let header = outcome(text, values, false).expect("no names clash");
    let (_, own) = header.split_once("#endif\n#endif\n").expect("all headers begin so");
    expected.assert_eq(own.split("\n/* Functions").next().unwrap_or_default());
}

/// The functions in the header of a program.
#[track_caller]
fn functions(text: &str, values: &[&str], expected: Expect) {
    let header = outcome(text, values, false).expect("no names clash");
    let start = header.find("/* Functions").expect("there are functions");
    expected.assert_eq(&header[start..]);
}

/// What calls function values, and what follows, in the header of a program.
#[track_caller]
fn dispatch(text: &str, values: &[&str], expected: Expect) {
    let header = outcome(text, values, false).expect("no names clash");
    let start = header.find("static inline").expect("there are function types");
    expected.assert_eq(&header[start..]);
}

/// What is wrong with the names of a program.
#[track_caller]
fn refuses(text: &str, values: &[&str], expected: Expect) {
    let faults = outcome(text, values, false).expect_err("names clash");
    expected.assert_eq(&faults.join("\n"));
}

#[test]
fn begins_with_a_guard_and_basic_types() {
    let header = outcome("f : U8 -> Bool\nf x = x == 0\n", &[], false).expect("no names clash");
    expect![[r#"
        #ifndef COGENT_A_B_H
        #define COGENT_A_B_H

        #ifndef __COGENT_DEFNS_H__
        #define __COGENT_DEFNS_H__
        typedef unsigned char u8;
        typedef unsigned short u16;
        typedef unsigned int u32;
        typedef unsigned long long u64;
        typedef struct unit_t {
            int dummy;
        } unit_t;
        typedef struct bool_t {
            u8 boolean;
        } bool_t;
        #ifndef likely
        #define likely(x) __builtin_expect(!!(x), 1)
        #define unlikely(x) __builtin_expect(!!(x), 0)
        #endif
        #endif

        /* Functions that Cogent defines. */
        typedef u8 f_arg;
        typedef bool_t f_ret;
        f_ret f(f_arg);

        #endif
    "#]]
    .assert_eq(&header);
}

const STRUCTS: &str = "
type Pt = #{x : U32, y : U32}
type Line = {from : Pt, to : Pt, name : String}
type Same = #{x : U32, y : U32}
type Unused = (U8, U8, Bool)
type Gone = (U8, A)
type Value = (U8, #B)
type Call = #B -> ()
type Known = (U8, B)
type A
type B
f : Line -> (Line, U64)
f l = (l, 0)
g : Line! -> #{a : Line!, b : ()}
h : (Line take from, #Line) -> ()
k : B -> ()
";

#[test]
fn structs_by_synonyms_and_numbers() {
    types(
        STRUCTS,
        &[],
        expect![[r#"

            /* Pt */
            typedef struct Pt {
                u32 x;
                u32 y;
            } Pt;
            typedef Pt Same;

            /* Line */
            typedef struct Line {
                Pt from;
                Pt to;
                char *name;
            } Line;

            /* (Line, U64) */
            typedef struct t1 {
                Line *p1;
                u64 p2;
            } t1;

            /* #{a : Line!, b : ()} */
            typedef struct t2 {
                Line *a;
                unit_t b;
            } t2;

            /* (Line take (from), #Line) */
            typedef struct t3 {
                Line *p1;
                Line p2;
            } t3;

            /* Unused */
            typedef struct Unused {
                u8 p1;
                u8 p2;
                bool_t p3;
            } Unused;

            /* Known */
            typedef struct Known {
                u8 p1;
                B *p2;
            } Known;
        "#]],
    );
}

#[test]
fn functions_and_their_types() {
    functions(
        STRUCTS,
        &[],
        expect![[r#"
            /* Functions that Cogent defines. */
            typedef Line *f_arg;
            typedef t1 f_ret;
            f_ret f(f_arg);

            /* Functions that C defines. */
            typedef Line *g_arg;
            typedef t2 g_ret;
            g_ret g(g_arg);
            typedef t3 h_arg;
            typedef unit_t h_ret;
            h_ret h(h_arg);
            typedef B *k_arg;
            typedef unit_t k_ret;
            k_ret k(k_arg);

            #define INSTANCES_g(X) X(g)
            #define INSTANCES_h(X) X(h)
            #define INSTANCES_k(X) X(k)

            #endif
        "#]],
    );
}

#[test]
fn variants_have_a_tag() {
    let text = "type Opt a = <None | Some a>\nf : Opt U8 -> <Both U8 U16 | Some <> >\n";
    types(
        text,
        &[],
        expect![[r#"

        typedef enum tag_t {
            TAG_ENUM_Both,
            TAG_ENUM_None,
            TAG_ENUM_Some
        } tag_t;

        /* <None | Some U8> */
        typedef struct t1 {
            tag_t tag;
            unit_t None;
            u8 Some;
        } t1;

        /* (U8, U16) */
        typedef struct t2 {
            u8 p1;
            u16 p2;
        } t2;

        /* <> */
        typedef struct t3 {
            tag_t tag;
        } t3;

        /* <Both (U8, U16) | Some <>> */
        typedef struct t4 {
            tag_t tag;
            t2 Both;
            t3 Some;
        } t4;
    "#]],
    );
    let header = outcome(text, &[], true).expect("no names clash");
    assert!(header.contains("__extension__ union {\n        unit_t None;\n"), "{header}");
}

#[test]
fn abstract_types_are_the_affair_of_c() {
    types(
        "
type A
type Arr a
type Map k v
type R = {x : U8}
f : (A, #A, A!) -> Arr U32
g : Map (Arr R) #(Arr #R) -> Arr (Arr A, Arr #A, Arr Bool, Arr (), Arr String)
",
        &[],
        expect![[r#"

            /* (A, #A, A!) */
            typedef struct t1 {
                A *p1;
                A p2;
                A *p3;
            } t1;

            #include <abstract/Arr_u32.h>

            /* R */
            typedef struct R {
                u8 x;
            } R;

            #include <abstract/Arr_R.h>

            #include <abstract/Arr_uR.h>

            #include <abstract/Map_Arr_R_uArr_uR.h>

            #include <abstract/Arr_A.h>

            #include <abstract/Arr_uA.h>

            #include <abstract/Arr_bool_t.h>

            #include <abstract/Arr_unit_t.h>

            #include <abstract/Arr_char.h>

            /* (Arr A, Arr #A, Arr Bool, Arr (), Arr String) */
            typedef struct t2 {
                Arr_A *p1;
                Arr_uA *p2;
                Arr_bool_t *p3;
                Arr_unit_t *p4;
                Arr_char *p5;
            } t2;

            #include <abstract/Arr_t2.h>
        "#]],
    );
}

const VALUES: &str = "
inc : U32 -> U32
inc x = x + 1
dec : U32 -> U32
dec x = x - 1
same : U8 -> U8
same x = x
map : (U32 -> U32, U32) -> U32
any : #{f : U32 -> Bool, inner : {obsv : (), g : U8 -> U8}!} -> Bool
call : (U32 -> U32) -> U32
";

#[test]
fn function_values_are_numbers() {
    types(
        VALUES,
        &["inc", "same", "dec"],
        expect![[r#"

        typedef enum untyped_func_enum {
            FUN_ENUM_inc,
            FUN_ENUM_same,
            FUN_ENUM_dec
        } untyped_func_enum;

        /* U32 -> U32 */
        typedef untyped_func_enum t1;

        /* (U32 -> U32, U32) */
        typedef struct t2 {
            t1 p1;
            u32 p2;
        } t2;

        /* U32 -> Bool */
        typedef untyped_func_enum t3;

        /* U8 -> U8 */
        typedef untyped_func_enum t4;

        /* {obsv : (), g : U8 -> U8}! */
        typedef struct t5 {
            unit_t obsv;
            t4 g;
        } t5;

        /* #{f : U32 -> Bool, inner : {obsv : (), g : U8 -> U8}!} */
        typedef struct t6 {
            t3 f;
            t5 *inner;
        } t6;
    "#]],
    );
}

#[test]
fn function_values_are_dispatched() {
    dispatch(
        VALUES,
        &["inc", "same", "dec"],
        expect![[r#"
            static inline u32 dispatch_t1(t1 _f, u32 _x)
            {
                switch (_f) {
                case FUN_ENUM_inc:
                    return inc(_x);
                default:
                    return dec(_x);
                }
            }

            static inline bool_t dispatch_t3(t3 _f, u32 _x)
            {
                (void)_f;
                (void)_x;
                __builtin_trap();
            }

            static inline u8 dispatch_t4(t4 _f, u8 _x)
            {
                (void)_f;
                return same(_x);
            }

            #define dispatch_map_p1 dispatch_t1
            typedef u32 dispatch_map_p1_arg;
            typedef u32 dispatch_map_p1_ret;

            #define dispatch_any_f dispatch_t3
            typedef u32 dispatch_any_f_arg;
            typedef bool_t dispatch_any_f_ret;

            #define dispatch_any_inner_g dispatch_t4
            typedef u8 dispatch_any_inner_g_arg;
            typedef u8 dispatch_any_inner_g_ret;

            #define dispatch_call dispatch_t1
            typedef u32 dispatch_call_arg;
            typedef u32 dispatch_call_ret;

            #define INSTANCES_map(X) X(map)
            #define INSTANCES_any(X) X(any)
            #define INSTANCES_call(X) X(call)

            #endif
        "#]],
    );
}

const NAMES: &str = "
type T' = #{x' : U8, default : U8}
double : T' -> <Ok' | Int U8>
f' : U8 -> U8
u8 : U8 -> U8
t1 : (U8, U8) -> ()
";

#[test]
fn names_of_types_that_c_does_not_have() {
    types(
        NAMES,
        &["f'"],
        expect![[r#"

        typedef enum tag_t {
            TAG_ENUM_Int,
            TAG_ENUM_Ok_prime
        } tag_t;

        typedef enum untyped_func_enum {
            FUN_ENUM_f_prime
        } untyped_func_enum;

        /* T' */
        typedef struct T_prime {
            u8 x_prime;
            u8 default_;
        } T_prime;

        /* <Int U8 | Ok'> */
        typedef struct t2 {
            tag_t tag;
            u8 Int;
            unit_t Ok_prime;
        } t2;

        /* (U8, U8) */
        typedef struct t3 {
            u8 p1;
            u8 p2;
        } t3;
    "#]],
    );
}

#[test]
fn names_of_functions_that_c_does_not_have() {
    functions(
        NAMES,
        &["f'"],
        expect![[r#"
            /* Functions that C defines. */
            typedef T_prime double__arg;
            typedef t2 double__ret;
            double__ret double_(double__arg);
            typedef u8 f_prime_arg;
            typedef u8 f_prime_ret;
            f_prime_ret f_prime(f_prime_arg);
            typedef u8 u8__arg;
            typedef u8 u8__ret;
            u8__ret u8_(u8__arg);
            typedef t3 t1_arg;
            typedef unit_t t1_ret;
            t1_ret t1(t1_arg);

            #define INSTANCES_double_(X) X(double_)
            #define INSTANCES_f_prime(X) X(f_prime)
            #define INSTANCES_u8_(X) X(u8_)
            #define INSTANCES_t1(X) X(t1)

            #endif
        "#]],
    );
}

#[test]
fn names_that_two_things_have() {
    refuses(
        "
type Arr a
type Arr_u8
f : U8 -> U8
f_arg : U8 -> U8
g : #{x' : U8, x_prime : U8} -> <A' | A_prime>
h : Arr U8 -> Arr_u8
double : U8 -> U8
double_ : U8 -> U8
k : (U8 -> U8) -> ()
dispatch_k : () -> ()
",
        &["f"],
        expect![[r#"
            two things have the C name `f_arg`: the argument of `f`, and the function `f_arg`
            two things have the C name `double_`: the function `double_`, and the function `double_`
            two things have the C name `TAG_ENUM_A_prime`: the number of the tag `A'`, and the number of the tag `A_prime`
            two things have the C name `dispatch_k`: the function `dispatch_k`, and a dispatch for `k`
            two things have the C name `INSTANCES_double_`: the instances of `double`, and the instances of `double_`
            two things have the C name `Arr_u8`: an instance of the abstract type `Arr`, and an instance of the abstract type `Arr_u8`
            two parts of one type have the C name `x_prime`
            two parts of one type have the C name `A_prime`"#]],
    );
}

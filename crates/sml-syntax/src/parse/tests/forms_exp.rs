//! Every form of expressions, patterns and types, as a tree.

use super::accepted;
use expect_test::expect;

#[test]
fn constants() {
    accepted(
        r#"val _ = (1, ~2, 0x1F, ~0xff, 0w12, 0wx1f, 1.5, ~1e~3, 2E4, 1_000_000, 0b101, 0wb11, 0x_1)"#,
        expect![[r#"
            (val [_ = (tuple 1 -2 31 -255 0w12 0w31 1.5 -1e-3 2E4 1000000 5 0w3 (0 x_1))])
        "#]],
    );
    accepted(
        r#"val _ = ("a\n\t\065\^A\u0041\"\\", "ab\   \cd\
   \ef", #"x", #"\n", "")"#,
        expect![[r#"
            (val [_ = (tuple "a\n\tA\x01A\"\\" "abcdef" #"x" #"\n" "")])
        "#]],
    );
    accepted(
        r#"val big = 123456789012345678901234567890 val _ = 0x1_0000_0000_0000_0000"#,
        expect![[r#"
            (val [big = 123456789012345678901234567890])
            (val [_ = 18446744073709551616])
        "#]],
    );
}

#[test]
fn identifiers() {
    accepted(
        r#"val x' = A.B.c and _ = A.B.+ and (op ++) = op A.x and z = op = and w = A.="#,
        expect![[r#"
            (val [x' = A.B.c] [_ = A.B.+] [++ = A.x] [z = =] [w = A.=])
        "#]],
    );
    accepted(
        r#"fun f' a_1 = a_1 val || = 3 val ! = #a"#,
        expect![[r#"
        (fun ([f' a_1 = a_1]))
        (val [|| = 3])
        (val [! = #a])
    "#]],
    );
}

#[test]
fn atomic_expressions() {
    accepted(
        r#"val _ = {} val _ = {a = 1, 2 = b, c} val _ = () val _ = (1) val _ = (1, 2)"#,
        expect![[r#"
            (val [_ = (record)])
            (val [_ = (record a=1 2=b c=c)])
            (val [_ = (tuple)])
            (val [_ = 1])
            (val [_ = (tuple 1 2)])
        "#]],
    );
    accepted(
        r#"val _ = [] val _ = [1] val _ = [1, 2] val _ = #[] val _ = #[1, 2] val _ = #a val _ = #1 x val _ = # + y"#,
        expect![[r#"
            (val [_ = (list)])
            (val [_ = (list 1)])
            (val [_ = (list 1 2)])
            (val [_ = (vector)])
            (val [_ = (vector 1 2)])
            (val [_ = #a])
            (val [_ = (#1 x)])
            (val [_ = (#+ y)])
        "#]],
    );
    accepted(
        r#"val _ = (a; b; c) val _ = let in a end val _ = let val x = 1; fun f x = x in a; b end"#,
        expect![[r#"
            (val [_ = (seq a b c)])
            (val [_ = (let ()(a))])
            (val [_ = (let ((val [x = 1]) (fun ([f x = x])))(a b))])
        "#]],
    );
}

#[test]
fn operators() {
    accepted(
        r#"val _ = 1 + 2 * 3 - 4 val _ = 1 :: 2 :: a @ b val _ = f x + g y z val _ = a = b"#,
        expect![[r#"
            (val [_ = (- (+ 1 (* 2 3)) 4)])
            (val [_ = (:: 1 (:: 2 (@ a b)))])
            (val [_ = (+ (f x) ((g y) z))])
            (val [_ = (= a b)])
        "#]],
    );
    accepted(
        r#"val _ = !x := 1 before f 2 val _ = a o b o c val _ = (op +) (1, 2) val _ = x before y = z val _ = ~x - ~1"#,
        expect![[r#"
            (val [_ = (before (:= (! x) 1) (f 2))])
            (val [_ = (o (o a b) c)])
            (val [_ = (+ (tuple 1 2))])
            (val [_ = (before x (= y z))])
            (val [_ = (- (~ x) -1)])
        "#]],
    );
    accepted(
        r#"infix 8 ** infixr 8 ^^ infix ++ val _ = a ** b ** c + d ++ e ^^ f ^^ g"#,
        expect![[r#"
            (Left(8) **)
            (Right(8) ^^)
            (Left(0) ++)
            (val [_ = (++ (+ (** (** a b) c) d) (^^ e (^^ f g)))])
        "#]],
    );
}

#[test]
fn fixity_has_scopes() {
    accepted(
        r#"val _ = let infix ++ val a = x ++ y in a ++ b end val _ = f ++ g"#,
        expect![[r#"
        (val [_ = (let ((Left(0) ++) (val [a = (++ x y)]))((++ a b)))])
        (val [_ = ((f ++) g)])
    "#]],
    );
    accepted(
        r#"local infix ++ in infix ** val _ = a ++ b ** c end val _ = a ++ b ** c"#,
        expect![[r#"
            (local ((Left(0) ++))((Left(0) **) (val [_ = (** (++ a b) c)])))
            (val [_ = (** ((a ++) b) c)])
        "#]],
    );
    accepted(
        r#"structure A = struct infix ++ val _ = a ++ b end val _ = a ++ b"#,
        expect![[r#"
        (structure A = (struct (Left(0) ++) (val [_ = (++ a b)])))
        (val [_ = ((a ++) b)])
    "#]],
    );
    accepted(
        r#"abstype t = T with infix ++ end val _ = a ++ b nonfix + val _ = + (1, 2)"#,
        expect![[r#"
            (abstype ( t | T)( with (Left(0) ++)))
            (val [_ = (++ a b)])
            (Nonfix +)
            (val [_ = (+ (tuple 1 2))])
        "#]],
    );
    accepted(
        r#"val _ = (let nonfix + in + (1, 2) end) + 3 functor F () = struct infix ++ end val _ = a ++ b structure B = F (infix ++) val _ = a ++ b"#,
        expect![[r#"
            (val [_ = (+ (let ((Nonfix +))((+ (tuple 1 2)))) 3)])
            (functor F( specs) = (struct (Left(0) ++)))
            (val [_ = ((a ++) b)])
            (structure B = (F (struct (Left(0) ++))))
            (val [_ = ((a ++) b)])
        "#]],
    );
}

#[test]
fn typed_and_logical() {
    accepted(
        r#"val _ = a : int : int val _ = a andalso b andalso c orelse d orelse e val _ = 1 : int andalso f x"#,
        expect![[r#"
            (val [_ = (: (: a int) int)])
            (val [_ = (orelse (andalso a (andalso b c)) (orelse d e))])
            (val [_ = (andalso (: 1 int) (f x))])
        "#]],
    );
    accepted(
        r#"val _ = a orelse raise b val _ = a andalso if b then c else d andalso e val _ = raise a : int handle x => y"#,
        expect![[r#"
            (val [_ = (orelse a (raise b))])
            (val [_ = (andalso a (if b c (andalso d e)))])
            (val [_ = (raise (handle (: a int) [x => y]))])
        "#]],
    );
    accepted(
        r#"val _ = a handle A => b | B => c handle C => d val _ = (a handle A => b) handle B => c"#,
        expect![[r#"
            (val [_ = (handle a [A => b] [B => (handle c [C => d])])])
            (val [_ = (handle (handle a [A => b]) [B => c])])
        "#]],
    );
}

#[test]
fn word_expressions() {
    accepted(
        r#"val _ = if a then b else if c then d else e val _ = while a do b; val _ = fn x => x | y => z"#,
        expect![[r#"
            (val [_ = (if a b (if c d e))])
            (val [_ = (while a b)])
            (val [_ = (fn [x => x] [y => z])])
        "#]],
    );
    accepted(
        r#"val _ = case a of 1 => b | 2 => case c of 3 => d | 4 => e val _ = case a of | 1 => 2 val _ = fn | x => fn y => x y"#,
        expect![[r#"
            (val [_ = (case a [1 => b] [2 => (case c [3 => d] [4 => e])])])
            (val [_ = (case a [1 => 2])])
            (val [_ = (fn [x => (fn [y => (x y)])])])
        "#]],
    );
    accepted(
        r#"val _ = if a then b else c : int handle x => y val _ = while a do b handle x => y"#,
        expect![[r#"
            (val [_ = (if a b (handle (: c int) [x => y]))])
            (val [_ = (while a (handle b [x => y]))])
        "#]],
    );
}

#[test]
fn patterns() {
    accepted(
        r#"val (_, 1, x, SOME y, {a, b = 2, c as 3, d : int as e, f : int, ...}, [1, 2], #[], (), (z)) = 1"#,
        expect![[r#"
            (val [(tuple _ 1 x (SOME y) (record... a=a b=2 c=(as c 3) d=(as d : int e) f=(: f int)) (list 1 2) (vector) (tuple) z) = 1])
        "#]],
    );
    accepted(
        r#"val x :: y :: z = 1 val op :: (x, y) = 1 val (a, b) : int * int : t = 1 val A.B (x, y) = 2 val {...} = 3 val {} = 4"#,
        expect![[r#"
            (val [(:: x (:: y z)) = 1])
            (val [(:: (tuple x y)) = 1])
            (val [(: (: (tuple a b) (* int int)) t) = 1])
            (val [(A.B (tuple x y)) = 2])
            (val [(record...) = 3])
            (val [(record) = 4])
        "#]],
    );
    accepted(
        r#"val x as y as SOME z = 1 val x : int as (y, z) : t = 2 val op x as y = 3 val ((1 | 2 | 3), (SOME (a | b) | c)) = 4"#,
        expect![[r#"
            (val [(as x (as y (SOME z))) = 1])
            (val [(as x : int (: (tuple y z) t)) = 2])
            (val [(as x y) = 3])
            (val [(tuple (| 1 2 3) (| (SOME (| a b)) c)) = 4])
        "#]],
    );
    accepted(
        r#"val (0w1, ~1, "s", #"c") = x val C D :: E (F, op G) = y val C {a = b} = z"#,
        expect![[r#"
            (val [(tuple 0w1 -1 "s" #"c") = x])
            (val [(:: (C D) (E (tuple F G))) = y])
            (val [(C (record a=b)) = z])
        "#]],
    );
}

#[test]
fn types() {
    accepted(
        r#"type t = int type 'a t = 'a list ref and ('a, ''b) u = ('a * ''b -> 'a) -> (int, 'a) A.B.t"#,
        expect![[r#"
            (type ( t = int))
            (type ( 'a t = (ref (list 'a))) ( 'a ''b u = (-> (-> (* 'a ''b) 'a) (A.B.t int 'a))))
        "#]],
    );
    accepted(
        r#"type t = {} type t = {a : int, 1 : b} * (int * int) * c -> d -> e type t = (int) type t = (int list) list"#,
        expect![[r#"
            (type ( t = (record)))
            (type ( t = (-> (* (record a:int 1:b) (* int int) c) (-> d e))))
            (type ( t = int))
            (type ( t = (list (list int))))
        "#]],
    );
    accepted(
        r#"type 'a ++ = 'a type t = int ++ type s = (int, int) ++"#,
        expect![[r#"
        (type ( 'a ++ = 'a))
        (type ( t = (++ int)))
        (type ( s = (++ int int)))
    "#]],
    );
}

//! Values as text, piece by piece.

use super::{
    Argument, CHARACTERS, Constructor, Description, ELEMENTS, LEVELS, Limit, Look, Node, View,
    carrying,
};
use crate::int;
use abi::ExnShape;

/// Most characters of an answer in any case.
const MOST: usize = 4 << 20;

/// The manner in which values are written.
#[derive(Clone, Copy)]
pub(super) enum Manner<'l> {
    /// In messages about exceptions.
    Message,
    /// In answers of an interactive session.
    Answer(&'l Look<'l>),
}

/// How tightly something must bind to stand without parentheses: anything may stand alone.
pub(super) const ALONE: u8 = 0;
/// How tightly a constructor binds its argument. Infix ones bind by their precedence, from 0, and
/// one.
const APPLICATION: u8 = 11;
/// What stands as an argument has no parts, or has them inside brackets.
const ARGUMENT: u8 = 12;

/// The text so far.
pub(super) struct Out<'l> {
    text: Vec<u8>,
    manner: Manner<'l>,
    /// True if something has been left out at the end.
    full: bool,
}

impl<'l> Out<'l> {
    pub(super) fn new(manner: Manner<'l>) -> Out<'l> {
        Out { text: Vec::new(), manner, full: false }
    }

    fn push(&mut self, text: &[u8]) {
        let most = if self.look().is_some() { MOST } else { CHARACTERS };
        let room = most - self.text.len();
        self.full |= text.len() > room;
        self.text.extend_from_slice(&text[..text.len().min(room)]);
    }

    /// The look of an answer.
    fn look(&self) -> Option<&'l Look<'l>> {
        match self.manner {
            Manner::Message => None,
            Manner::Answer(look) => Some(look),
        }
    }

    /// True if nothing more is shown than so many parts.
    fn ends_at(&self, count: usize, limit: Limit) -> bool {
        count >= limit.most || (count >= limit.sure && self.text.len() > CHARACTERS)
    }

    /// The levels that are shown.
    fn depth(&self) -> Limit {
        self.look().map_or(Limit::exactly(LEVELS), |look| look.depth)
    }

    /// The elements that are shown.
    fn length(&self) -> Limit {
        self.look().map_or(Limit::exactly(ELEMENTS), |look| look.length)
    }

    /// The characters that are shown of a string or number.
    fn characters(&self) -> usize {
        CHARACTERS.max(self.length().sure)
    }

    /// The precedence of a constructor that is written between its arguments, and whether it
    /// associates to the right.
    fn infix(&self, name: &str) -> Option<(u8, bool)> {
        self.look().and_then(|look| (look.infix)(name))
    }

    pub(super) fn finish(mut self) -> Vec<u8> {
        if self.full {
            self.text.extend_from_slice(b"...");
        }
        self.text
    }

    /// A value at a level; one that binds its parts less tightly than `least` is put in
    /// parentheses.
    pub(super) fn value<V: View>(
        &mut self,
        description: &Description,
        node: usize,
        value: Option<&V>,
        level: usize,
        least: u8,
    ) -> Option<()> {
        if self.full {
            return Some(());
        }
        if level > 0 && self.ends_at(level - 1, self.depth()) {
            self.push(b"...");
            return Some(());
        }
        let node = &description.nodes[node];
        // These are written without looking at a value.
        let fixed: Option<&[u8]> = match node {
            Node::Cut => Some(b"..."),
            Node::Function => Some(b"fn"),
            Node::Hidden => Some(b"-"),
            Node::Is(_) | Node::Con(..) | Node::Single(..) | Node::Exn | Node::Tuple(_) => None,
            Node::Record(_) | Node::List(_) | Node::Vector(_) | Node::Array(_) => None,
            Node::Ref(_) | Node::Sum(_) | Node::Enum(..) | Node::Int(_) | Node::Word(_) => None,
            Node::Char | Node::Str | Node::Real | Node::Real32 | Node::Big => None,
        };
        if let Some(fixed) = fixed {
            self.push(fixed);
            return Some(());
        }
        if let Node::Is(text) = node {
            return self.applied(least > APPLICATION && text.contains(' '), |out| {
                out.push(text.as_bytes());
                Some(())
            });
        }
        if let Node::Con(name, argument) = node {
            let argument = Argument { node: *argument, spread: false };
            let fields = value.map_or(&[][..], std::slice::from_ref);
            return self.constructed(description, name, argument, fields, level, least);
        }
        if let Node::Single(label, part) = node {
            self.push(format!("{{{label}=").as_bytes());
            self.value(description, *part, value, level + 1, ALONE)?;
            self.push(b"}");
            return Some(());
        }
        self.present(description, node, value?, level, least)
    }

    /// A value that takes a slot.
    fn present<V: View>(
        &mut self,
        description: &Description,
        node: &Node,
        value: &V,
        level: usize,
        least: u8,
    ) -> Option<()> {
        let (name, argument, fields) = match node {
            Node::Exn => return self.exception(value, level, least),
            Node::Tuple(_) | Node::Record(_) => {
                let fields = value.fields(description.slots_inside(node))?;
                return self.record(description, node, &fields, level);
            }
            Node::List(item) => return self.list(description, *item, value, level),
            Node::Vector(item) => {
                return self.elements(description, *item, value, level, [b"#[", b"]"]);
            }
            Node::Array(item) => {
                return self.elements(description, *item, value, level, [b"[|", b"|]"]);
            }
            Node::Ref(content) => {
                let argument = Argument { node: *content, spread: false };
                ("ref", argument, value.fields(description.slots(argument))?)
            }
            Node::Sum(constructors) => match (value.tag(), carrying(constructors)) {
                (None, Some((name, argument))) => (name, argument, vec![value.itself()]),
                (tag, _) => match constructors.get(tag? as usize)? {
                    (name, Some(argument)) => {
                        (&**name, *argument, value.fields(description.slots(*argument))?)
                    }
                    (name, None) => {
                        self.push(name.as_bytes());
                        return Some(());
                    }
                },
            },
            Node::Int(_) | Node::Word(_) | Node::Char | Node::Str | Node::Big | Node::Enum(..) => {
                return self.constant(node, value);
            }
            Node::Real | Node::Real32 | Node::Hidden | Node::Function | Node::Cut => {
                return self.constant(node, value);
            }
            // They are written without looking at a value.
            Node::Is(_) | Node::Con(..) | Node::Single(..) => return None,
        };
        self.constructed(description, name, argument, &fields, level, least)
    }

    /// A value without parts.
    fn constant<V: View>(&mut self, node: &Node, value: &V) -> Option<()> {
        match node {
            Node::Int(bits) => {
                let unused = 64 - u32::from(*bits);
                let n = ((value.int()? << unused) as i64) >> unused;
                self.push(n.to_string().replace('-', "~").as_bytes());
            }
            Node::Word(bits) => {
                let digits = int::u64_to_str(value.int()? & mask(*bits), 16).ok()?;
                self.push(format!("0wx{}", digits.to_uppercase()).as_bytes());
            }
            Node::Char => {
                self.push(b"#");
                self.quoted(&[value.int()? as u8]);
            }
            Node::Real => self.real(value, value.f64()?)?,
            Node::Real32 => self.real(value, f64::from(value.f32()?))?,
            // One more than there is room for says that there is more.
            Node::Str => self.quoted(&value.bytes(self.characters() + 1)?),
            Node::Big => {
                let (digits, most) = (value.big()?.replace('-', "~"), self.characters());
                self.push(&digits.as_bytes()[..digits.len().min(most)]);
                self.push(if digits.len() > most { b"..." } else { b"" });
            }
            Node::Enum(bits, names) => {
                let index = (value.int()? & mask(*bits)) as usize;
                self.push(names.get(index)?.as_bytes());
            }
            Node::Hidden | Node::Function | Node::Cut => return None,
            Node::Is(_) | Node::Single(..) | Node::Con(..) | Node::Exn | Node::Tuple(_) => {
                return None;
            }
            Node::Record(_) | Node::List(_) | Node::Vector(_) | Node::Array(_) => return None,
            Node::Ref(_) | Node::Sum(_) => return None,
        }
        Some(())
    }

    fn real<V: View>(&mut self, value: &V, x: f64) -> Option<()> {
        let mut text = value.real_text(x)?;
        if self.look().is_some() && x.is_finite() && !text.contains(['.', 'E']) {
            text.push_str(".0");
        }
        self.push(text.replace('-', "~").as_bytes());
        Some(())
    }

    /// A string with its quotes, escaped as `String.toString` does.
    fn quoted(&mut self, bytes: &[u8]) {
        self.push(b"\"");
        for (i, byte) in bytes.iter().enumerate() {
            if i == self.characters() && self.look().is_some() {
                self.push(b"...");
                break;
            }
            match byte {
                b'\\' | b'"' => self.push(&[b'\\', *byte]),
                b' '..=b'~' => self.push(&[*byte]),
                7..=13 => self.push(&[b'\\', b"abtnvfr"[usize::from(*byte - 7)]]),
                0..b' ' => self.push(&[b'\\', b'^', byte + 64]),
                127..=255 => self.push(format!("\\{byte:03}").as_bytes()),
            }
        }
        self.push(b"\"");
    }

    /// Writes something, in parentheses if they are wanted.
    fn applied(
        &mut self,
        parentheses: bool,
        write: impl FnOnce(&mut Out<'l>) -> Option<()>,
    ) -> Option<()> {
        if parentheses {
            self.push(b"(");
        }
        write(self)?;
        if parentheses {
            self.push(b")");
        }
        Some(())
    }

    /// A constructor and its argument, which is made of these fields.
    fn constructed<V: View>(
        &mut self,
        description: &Description,
        name: &str,
        argument: Argument,
        fields: &[V],
        level: usize,
        least: u8,
    ) -> Option<()> {
        let node = &description.nodes[argument.node];
        if let (Some((precedence, is_right)), Node::Tuple(parts)) = (self.infix(name), node)
            && let [left, right] = parts[..]
        {
            let sides = [left, right];
            let apart;
            let fields = match argument.spread {
                true => fields,
                false => {
                    apart = fields.first()?.fields(description.slots_inside(node))?;
                    &apart
                }
            };
            let infix = (precedence, is_right, name);
            return self.between(description, infix, sides, fields, level, least);
        }
        self.applied(least > APPLICATION, |out| {
            out.push(name.as_bytes());
            out.push(b" ");
            if !matches!(node, Node::Tuple(_) | Node::Record(_)) {
                return out.value(description, argument.node, fields.first(), level + 1, ARGUMENT);
            }
            if argument.spread {
                return out.record(description, node, fields, level);
            }
            let fields = fields.first()?.fields(description.slots_inside(node))?;
            out.record(description, node, &fields, level)
        })
    }

    /// A constructor between its two arguments.
    fn between<V: View>(
        &mut self,
        description: &Description,
        (precedence, is_right, name): (u8, bool, &str),
        sides: [usize; 2],
        fields: &[V],
        level: usize,
        least: u8,
    ) -> Option<()> {
        let strength = precedence + 1;
        // Of several in a row only the side to which they associate needs no parentheses.
        let wanted = [strength + u8::from(is_right), strength + u8::from(!is_right)];
        self.applied(least > strength, |out| {
            let mut fields = fields.iter();
            for (i, (part, least)) in sides.into_iter().zip(wanted).enumerate() {
                if i == 1 {
                    out.push(format!(" {name} ").as_bytes());
                }
                let field = if description.has_slot(part) { Some(fields.next()?) } else { None };
                out.value(description, part, field, level + 1, least)?;
            }
            Some(())
        })
    }

    /// A tuple or record of these fields.
    fn record<V: View>(
        &mut self,
        description: &Description,
        node: &Node,
        fields: &[V],
        level: usize,
    ) -> Option<()> {
        let (parts, [open, close]) = if let Node::Record(parts) = node {
            let parts = parts.iter().map(|(label, part)| (Some(label), *part));
            (parts.collect::<Vec<_>>(), [b"{", b"}"])
        } else if let Node::Tuple(parts) = node {
            (parts.iter().map(|part| (None, *part)).collect(), [b"(", b")"])
        } else {
            return None;
        };
        let mut fields = fields.iter();
        for (i, (label, part)) in parts.into_iter().enumerate() {
            let comma: &[u8] = if self.look().is_some() { b"," } else { b", " };
            self.push(if i == 0 { open } else { comma });
            if let Some(label) = label {
                self.push(label.as_bytes());
                self.push(b"=");
            }
            let field = if description.has_slot(part) { Some(fields.next()?) } else { None };
            self.value(description, part, field, level + 1, ALONE)?;
        }
        self.push(close);
        Some(())
    }

    fn list<V: View>(
        &mut self,
        description: &Description,
        item: usize,
        value: &V,
        level: usize,
    ) -> Option<()> {
        let slots = usize::from(description.has_slot(item)) + 1;
        self.push(b"[");
        let mut rest: Option<V> = None;
        for i in 0.. {
            let cell = rest.as_ref().unwrap_or(value);
            if cell.tag()? == 0 || self.full {
                break;
            }
            self.push(if i > 0 { b"," } else { b"" });
            if self.ends_at(i, self.length()) {
                self.push(b"...");
                break;
            }
            let mut fields = cell.fields(slots)?;
            let next = fields.pop()?;
            self.value(description, item, fields.first(), level + 1, ALONE)?;
            rest = Some(next);
        }
        self.push(b"]");
        Some(())
    }

    fn elements<V: View>(
        &mut self,
        description: &Description,
        item: usize,
        value: &V,
        level: usize,
        [open, close]: [&[u8]; 2],
    ) -> Option<()> {
        self.push(open);
        let length = value.length()?;
        for i in 0..length {
            self.push(if i > 0 { b"," } else { b"" });
            if self.ends_at(i, self.length()) {
                self.push(b"...");
                break;
            }
            let element = if description.has_slot(item) { Some(value.element(i)?) } else { None };
            self.value(description, item, element.as_ref(), level + 1, ALONE)?;
        }
        self.push(close);
        Some(())
    }

    /// An exception with what it carries. Those of the library are not described, but known
    /// by their shapes.
    pub(super) fn exception<V: View>(&mut self, exn: &V, level: usize, least: u8) -> Option<()> {
        let constructor = Constructor::of(exn)?;
        let name = String::from_utf8_lossy(&constructor.name);
        let by_shape = |text: &[u8]| Description::parse(text);
        let description = match constructor.shape {
            shape if shape == ExnShape::Described as u64 => constructor.description()?,
            shape if shape == ExnShape::Str as u64 => by_shape(b"0; str")?,
            shape if shape == ExnShape::I64 as u64 => by_shape(b"0; int 64")?,
            shape if shape == ExnShape::Failed as u64 => {
                by_shape(b"*0; record cause 1 function 2 name 2; exn; str")?
            }
            _ => {
                self.push(name.as_bytes());
                return Some(());
            }
        };
        let argument = description.root;
        let fields = exn.carried(description.slots(argument))?;
        self.constructed(&description, &name, argument, &fields, level, least)
    }
}

fn mask(bits: u8) -> u64 {
    u64::MAX >> (64 - u32::from(bits))
}

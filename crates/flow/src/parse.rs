//! Reads what the printer writes and keeps its numbers.
//!
//! Names of variables are registers: within a cluster a name is one variable,
//! however often it is bound, and always of the same kind. Numbers as in `x.12`
//! are kept; a name without one gets a number above all that are written. Local
//! functions are scoped, and each definition is a function of its own.
//!
//! Declarations and headers of clusters are read first, so that clusters may
//! stand in any order; then the bodies. Bodies in bodies are kept on a list of
//! open ones, not on the stack.

mod body;
mod op;
#[cfg(test)]
mod tests;

use crate::{
    Body, Cluster, ClusterId, ClusterKind, Foreign, Global, Import, ImportId, Kind, Local,
};
use crate::{Frames, MAX_NESTING, Tail, Unit, Var, VarInfo};
use base::{EntityId, LocatedError, Name, Span};
use rustc_hash::FxHashMap;
use text::{Cursor, Names, Outline, PosReader, Read, Tok, split_number, unescape, version};
use types::{ForeignId, GlobalId, Linkage, Width};

/// Reads a unit.
///
/// # Errors
/// The first error of syntax, and all names that mean nothing before it.
pub fn parse(source: &[u8]) -> Result<Unit, Vec<LocatedError>> {
    parse_with_heads(source).map(|(unit, _)| unit)
}

/// Reads a unit, and where the names of its clusters stand, in their order.
///
/// # Errors
/// As [`parse`].
pub fn parse_with_heads(source: &[u8]) -> Result<(Unit, Vec<Span>), Vec<LocatedError>> {
    let outline = Outline::scan(source);
    let mut reader = Reader::new(source, &outline);
    let read = reader.unit();
    let unit = std::mem::take(&mut reader.unit);
    let Reader { mut cursor, vars, locals, positions, heads, .. } = reader;
    let positions = positions.finish(&mut cursor);
    let read = read.map(|()| {
        let hole = || VarInfo { name: "hole".into(), kind: Kind::Int(Width::I64) };
        let vars = vars.into_map(hole);
        let locals = locals.into_map(|| "hole".into());
        (Unit { vars, locals, positions, ..unit }, heads)
    });
    cursor.finish(read, &outline)
}

struct Reader<'s> {
    cursor: Cursor<'s>,
    outline: &'s Outline<'s>,
    unit: Unit,
    positions: PosReader,
    vars: Names<'s, Var, VarInfo>,
    locals: Names<'s, Local, Name>,
    /// The variables of the cluster that is read, by name as written.
    names: FxHashMap<&'s str, Var>,
    globals: FxHashMap<Name, GlobalId>,
    foreigns: FxHashMap<Name, ForeignId>,
    imports: FxHashMap<Name, ImportId>,
    clusters: FxHashMap<Name, ClusterId>,
    /// Clusters whose bodies are still to be read: where, and their names.
    bodies: Vec<(ClusterId, usize, FxHashMap<&'s str, Var>)>,
    entry: Option<(Name, Span)>,
    /// Clusters that are the code of foreign functions, by name.
    defines: Vec<(ClusterId, Name, Span)>,
    /// The places of the names of the clusters.
    heads: Vec<Span>,
}

impl<'s> Reader<'s> {
    fn new(source: &'s [u8], outline: &'s Outline<'s>) -> Reader<'s> {
        Reader {
            cursor: Cursor::new(source, MAX_NESTING),
            outline,
            unit: Unit::default(),
            positions: PosReader::new(),
            vars: Names::new(outline),
            locals: Names::new(outline),
            names: FxHashMap::default(),
            globals: FxHashMap::default(),
            foreigns: FxHashMap::default(),
            imports: FxHashMap::default(),
            clusters: FxHashMap::default(),
            bodies: Vec::new(),
            entry: None,
            defines: Vec::new(),
            heads: Vec::new(),
        }
    }

    fn unit(&mut self) -> Read<()> {
        version(&mut self.cursor, "flow", 1)?;
        while !self.cursor.at(Tok::End) {
            self.item()?;
        }
        for (cluster, name, at) in std::mem::take(&mut self.defines) {
            match self.foreigns.get(&name) {
                Some(foreign) => self.unit.clusters[cluster].kind = ClusterKind::Foreign(*foreign),
                None => self.unknown(at, "foreign function", &name),
            }
        }
        for (cluster, at, names) in std::mem::take(&mut self.bodies) {
            self.cursor.seek(at);
            self.names = names;
            self.unit.clusters[cluster].body = self.body()?;
        }
        if let Some((name, span)) = self.entry.take() {
            match self.clusters.get(&name) {
                Some(id) => self.unit.entry = Some(*id),
                None => self.unknown(span, "cluster", &name),
            }
        }
        Ok(())
    }

    fn item(&mut self) -> Read<()> {
        let (word, _) = self.cursor.name_text("a declaration or a cluster")?;
        match word {
            "pos" => self.positions.item(&mut self.cursor),
            "frames" if self.cursor.at_word("stack") => {
                self.cursor.bump();
                self.unit.frames = Frames::Stack;
                Ok(())
            }
            "global" => self.global(Linkage::Local),
            "foreign" => self.foreign(),
            "import"
                if self.cursor.at_word("global")
                    && matches!(self.cursor.peek_next(), Tok::Name(_)) =>
            {
                self.cursor.bump();
                self.global(Linkage::Import)
            }
            "import" => self.import(),
            "export" => match self.cursor.name_text("`global` or a cluster")?.0 {
                "global" => self.global(Linkage::Export),
                word => self.cluster(word, true),
            },
            "entry" => {
                self.entry = Some(self.cursor.name("the name of a cluster")?);
                Ok(())
            }
            word => self.cluster(word, false),
        }
    }

    fn global(&mut self, linkage: Linkage) -> Read<()> {
        let (name, span) = self.cursor.name("the name of a global")?;
        self.cursor.expect(Tok::Colon)?;
        let kind = self.kind()?;
        let id = self.unit.globals.push(Global { name: name.clone(), kind, linkage });
        if self.globals.insert(name.clone(), id).is_some() {
            self.twice(span, "global", &name);
        }
        Ok(())
    }

    fn foreign(&mut self) -> Read<()> {
        let (name, span) = self.cursor.name("the name of a foreign function")?;
        let (symbol, _) = self.cursor.utf8("a symbol")?;
        let params = self.kinds()?;
        self.cursor.expect(Tok::Arrow)?;
        let at = self.cursor.span();
        let results = self.kinds()?;
        let c = types::c_types(&mut self.cursor)?;
        if results.len() > 1 && c.is_none() && !symbol.is_empty() {
            let label = format!("these are {} results", results.len());
            self.cursor.report(LocatedError::new(
                at,
                "a foreign function has at most one result",
                label,
            ));
        }
        let made = Foreign { name: name.clone(), symbol, params, results, c };
        let id = self.unit.foreigns.push(made);
        if self.foreigns.insert(name.clone(), id).is_some() {
            self.twice(span, "foreign function", &name);
        }
        Ok(())
    }

    fn import(&mut self) -> Read<()> {
        let (name, span) = self.cursor.name("the name of a function")?;
        let (symbol, _) = self.cursor.utf8("a symbol")?;
        let params = self.kinds()?;
        let id = self.unit.imports.push(Import { name: name.clone(), symbol, params });
        if self.imports.insert(name.clone(), id).is_some() {
            self.twice(span, "import", &name);
        }
        Ok(())
    }

    /// The kind of the next cluster, which is the next one of the unit.
    fn cluster_kind(&mut self, word: &str) -> Read<ClusterKind> {
        Ok(match word {
            "fun" => ClusterKind::Fun,
            "known" => ClusterKind::Known,
            "cont" => ClusterKind::Cont,
            "define" => {
                let (name, at) = self.cursor.name("the name of a foreign function")?;
                self.defines.push((self.unit.clusters.next_key(), name, at));
                // The declaration may follow.
                ClusterKind::Foreign(EntityId::from_index(0))
            }
            _ => {
                let title = "expected a declaration or a cluster";
                return Err(LocatedError::new(
                    self.cursor.span(),
                    title,
                    format!("after `{word}`"),
                ));
            }
        })
    }

    /// A cluster's header; its body is read when all headers are known.
    fn cluster(&mut self, word: &str, export: bool) -> Read<()> {
        let kind = self.cluster_kind(word)?;
        let (name, span) = self.cursor.name("the name of a cluster")?;
        let function = if self.cursor.eat_word("of") {
            self.cursor.utf8("the name of a function")?.0
        } else {
            name.clone()
        };
        let anys = if self.cursor.eat_word("anys") {
            Some(self.cursor.number("how many parameters")?)
        } else {
            None
        };
        self.names = FxHashMap::default();
        let params = self.params()?;
        let clos =
            if self.cursor.eat_word("clos") { Some(self.bare_binder(Kind::Ref)?) } else { None };
        let k =
            if self.cursor.eat_word("return") { Some(self.bare_binder(Kind::Cont)?) } else { None };
        let fields = if self.cursor.eat_word("fields") { self.kinds()? } else { Vec::new() };
        let places = if self.cursor.eat_word("at") { self.places()? } else { Vec::new() };
        let pos = self.positions.optional(&mut self.cursor);
        let body = Body { lets: Vec::new(), tail: Tail::Unreachable };
        let cluster = Cluster {
            name: name.clone(),
            function,
            kind,
            export,
            anys,
            clos,
            k,
            params,
            fields,
            places,
            body,
            pos,
        };
        let id = self.unit.clusters.push(cluster);
        self.heads.push(span);
        if self.clusters.insert(name.clone(), id).is_some() {
            self.twice(span, "cluster", &name);
        }
        let at = self.cursor.span().start;
        if self.cursor.skip_block(self.outline) {
            self.bodies.push((id, at, std::mem::take(&mut self.names)));
            return Ok(());
        }
        // The outline stopped before: reading the body will say why.
        self.body().map(|body| self.unit.clusters[id].body = body)
    }

    fn kind(&mut self) -> Read<Kind> {
        let (word, span) = self.cursor.name_text("a kind")?;
        kind_of(word).ok_or_else(|| {
            LocatedError::new(span, "unknown kind", format!("there is no kind `{word}`"))
                .with_hint("a kind is one of i1 i8 i16 i32 i64 f32 f64 ref cont ptr")
        })
    }

    fn kinds(&mut self) -> Read<Vec<Kind>> {
        let mut words = Vec::new();
        self.cursor.list(|cursor| cursor.name_text("a kind").map(|word| words.push(word)))?;
        let kind = |(word, span): (&str, Span)| {
            kind_of(word).ok_or_else(|| {
                LocatedError::new(span, "unknown kind", format!("there is no kind `{word}`"))
            })
        };
        words.into_iter().map(kind).collect()
    }

    fn places(&mut self) -> Read<Vec<u32>> {
        let mut places = Vec::new();
        self.cursor.list(|cursor| cursor.number("a place").map(|place| places.push(place)))?;
        Ok(places)
    }

    fn params(&mut self) -> Read<Vec<Var>> {
        let mut read = Vec::new();
        self.cursor.list(|cursor| {
            let name = cursor.name_text("a variable")?;
            cursor.expect(Tok::Colon)?;
            read.push((name, cursor.name_text("a kind")?));
            Ok(())
        })?;
        let mut vars = Vec::new();
        for ((name, span), (word, at)) in read {
            let kind = kind_of(word).ok_or_else(|| {
                LocatedError::new(at, "unknown kind", format!("there is no kind `{word}`"))
            })?;
            vars.push(self.bind(name, span, kind));
        }
        Ok(vars)
    }

    /// A variable whose kind goes without saying.
    fn bare_binder(&mut self, kind: Kind) -> Read<Var> {
        let (name, span) = self.cursor.name_text("a variable")?;
        Ok(self.bind(name, span, kind))
    }

    /// The variable of a name that is bound here.
    fn bind(&mut self, text: &'s str, span: Span, kind: Kind) -> Var {
        if let Some(var) = self.names.get(text) {
            let was = self.vars.info(*var).map(|info| info.kind);
            if let Some(was) = was.filter(|was| *was != kind) {
                let label = format!("`{text}` is bound as {was} before");
                self.cursor.report(LocatedError::new(span, "variable has another kind", label));
            }
            return *var;
        }
        let var = self
            .shared(text, kind)
            .unwrap_or_else(|| self.vars.fresh(text, |name| VarInfo { name, kind }));
        self.names.insert(text, var);
        var
    }

    /// The variable of another cluster that has this name, number and kind.
    fn shared(&self, text: &str, kind: Kind) -> Option<Var> {
        let (hint, number) = split_number(text);
        let var = base::EntityId::from_index(number?);
        let info = self.vars.info(var)?;
        (info.kind == kind && *info.name == *unescape(hint)).then_some(var)
    }

    fn unknown(&mut self, span: Span, what: &str, name: &str) {
        let label = format!("there is no {what} `{name}`");
        self.cursor.report(LocatedError::new(span, format!("unknown {what}"), label));
    }

    fn twice(&mut self, span: Span, what: &str, name: &str) {
        let label = format!("there is another {what} `{name}`");
        self.cursor.report(LocatedError::new(span, format!("{what} declared twice"), label));
    }
}

fn kind_of(word: &str) -> Option<Kind> {
    Some(match word {
        "f32" => Kind::F32,
        "f64" => Kind::F64,
        "ref" => Kind::Ref,
        "cont" => Kind::Cont,
        "ptr" => Kind::Ptr,
        _ => Kind::Int(width_of(word)?),
    })
}

fn width_of(word: &str) -> Option<Width> {
    Width::ALL.into_iter().find(|width| width.to_string() == word)
}

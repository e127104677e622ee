//! Reading of Flow's text, line by line, as its printer writes it: only where
//! variables are bound and used and where control goes.

use crate::map::Map;

/// The lines of a program.
pub(crate) struct Parts<'a> {
    /// Those of each cluster.
    pub(crate) clusters: Vec<Vec<&'a str>>,
    /// Those of none.
    pub(crate) rest: Vec<&'a str>,
}

/// Divides a program into its clusters, whose first and last lines are not indented.
pub(crate) fn split(program: &str) -> Parts<'_> {
    let mut parts = Parts { clusters: Vec::new(), rest: Vec::new() };
    let mut inside = false;
    for line in program.lines() {
        let starts =
            ["fun ", "known ", "cont ", "export "].iter().any(|word| line.starts_with(word));
        if !inside && starts && line.ends_with('{') {
            parts.clusters.push(vec![line]);
            inside = true;
        } else if inside {
            if let Some(cluster) = parts.clusters.last_mut() {
                cluster.push(line);
            }
            inside = line != "}";
        } else if !line.is_empty() {
            parts.rest.push(line);
        }
    }
    parts
}

/// True if the line can stand outside of clusters.
pub(crate) fn is_declaration(line: &str) -> bool {
    let words = ["flow ", "pos ", "export global ", "import ", "global ", "foreign ", "entry "];
    words.iter().any(|word| line.starts_with(word))
}

/// The name in the first line of a cluster.
pub(crate) fn name_of(lines: &[&str]) -> String {
    let mut words = lines.first().copied().unwrap_or_default().split(' ');
    if words.next() == Some("export") {
        words.next();
    }
    words.next().unwrap_or_default().split('(').next().unwrap_or_default().to_owned()
}

/// A way to reach a body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Entry {
    Cluster,
    /// By jumps; the body that defines the function.
    Fun(usize),
    /// From the end of a body.
    Branch(usize),
}

/// A line of a body.
#[derive(Debug)]
pub(crate) enum Item {
    Op {
        dst: Vec<u32>,
        uses: Vec<u32>,
    },
    /// A function with this body is defined.
    Fun(usize),
}

#[derive(Debug)]
pub(crate) struct Body {
    pub(crate) entry: Entry,
    pub(crate) params: Vec<u32>,
    pub(crate) items: Vec<Item>,
    pub(crate) uses: Vec<u32>,
    /// The function that is jumped to: its number, then the number of its body.
    pub(crate) jump: Option<usize>,
    pub(crate) branches: Vec<usize>,
}

/// A cluster.
#[derive(Debug)]
pub(crate) struct Cluster<'a> {
    pub(crate) bodies: Vec<Body>,
    pub(crate) kinds: Map<u32, &'a str>,
}

/// The construct that a closing brace closes.
enum Open {
    Body(usize),
    Switch,
}

struct Reader<'a> {
    cluster: Cluster<'a>,
    open: Vec<Open>,
    /// The body of each local function.
    funs: Map<u32, usize>,
    jumps: Vec<(usize, u32)>,
}

/// Reads the lines of a cluster.
pub(crate) fn read<'a>(lines: &[&'a str]) -> Result<Cluster<'a>, String> {
    let cluster = Cluster { bodies: Vec::new(), kinds: Map::default() };
    let mut reader = Reader { cluster, open: Vec::new(), funs: Map::default(), jumps: Vec::new() };
    reader.header(lines.first().copied().unwrap_or_default())?;
    for line in &lines[1..] {
        let line = line.trim_start();
        reader.line(line).ok_or_else(|| format!("cannot read `{line}`"))?;
    }
    if !reader.open.is_empty() {
        return Err("the cluster does not end".to_owned());
    }
    for (body, fun) in reader.jumps {
        let target = reader.funs.get(&fun).ok_or("a jump to nowhere")?;
        reader.cluster.bodies[body].jump = Some(*target);
    }
    Ok(reader.cluster)
}

impl<'a> Reader<'a> {
    fn begin(&mut self, entry: Entry, params: Vec<u32>) -> usize {
        let body = Body {
            entry,
            params,
            items: Vec::new(),
            uses: Vec::new(),
            jump: None,
            branches: Vec::new(),
        };
        self.cluster.bodies.push(body);
        self.open.push(Open::Body(self.cluster.bodies.len() - 1));
        self.cluster.bodies.len() - 1
    }

    fn header(&mut self, line: &'a str) -> Result<(), String> {
        let tokens = tokens(line);
        let open = tokens.iter().position(|t| *t == "(").ok_or("no parameters")?;
        let close = tokens.iter().position(|t| *t == ")").filter(|close| *close > open);
        let close = close.ok_or("no parameters")?;
        let params = self.binders(&tokens[open + 1..close]).ok_or("parameters cannot be read")?;
        let mut entry = Vec::new();
        for pair in tokens[close + 1..].windows(2) {
            let kind = match pair[0] {
                "clos" => "ref",
                "return" => "cont",
                _ => continue,
            };
            let var = number(pair[1]).ok_or("no variable")?;
            self.cluster.kinds.insert(var, kind);
            entry.push(var);
        }
        entry.extend(params);
        self.begin(Entry::Cluster, entry);
        Ok(())
    }

    /// `x.1 : kind , ...`
    fn binders(&mut self, tokens: &[&'a str]) -> Option<Vec<u32>> {
        let mut vars = Vec::new();
        for binder in tokens.split(|t| *t == ",").filter(|binder| !binder.is_empty()) {
            let [name, ":", kind] = binder else { return None };
            let var = number(name)?;
            let known = self.cluster.kinds.entry(var).or_insert(*kind);
            if known != kind {
                return None;
            }
            vars.push(var);
        }
        Some(vars)
    }

    fn current(&self) -> Option<usize> {
        match self.open.last()? {
            Open::Body(body) => Some(*body),
            Open::Switch => None,
        }
    }

    /// The body around a `switch` that is open.
    fn around(&self) -> Option<usize> {
        self.open.iter().rev().find_map(|open| match open {
            Open::Body(body) => Some(*body),
            Open::Switch => None,
        })
    }

    fn branch(&mut self, parent: usize) -> Option<()> {
        let body = self.begin(Entry::Branch(parent), Vec::new());
        self.cluster.bodies[parent].branches.push(body);
        Some(())
    }

    fn line(&mut self, line: &'a str) -> Option<()> {
        if line == "}" {
            self.open.pop()?;
            return Some(());
        }
        if line == "} else {" {
            let Some(Open::Body(then)) = self.open.pop() else { return None };
            let Entry::Branch(parent) = self.cluster.bodies[then].entry else { return None };
            return self.branch(parent);
        }
        let tokens = tokens(line);
        if let ["}", "and", ..] = tokens[..] {
            self.open.pop()?;
            return self.fun(&tokens[2..]);
        }
        match *tokens.first()? {
            "fun" if tokens.last() == Some(&"{") => self.fun(&tokens[1..]),
            "if" => {
                let body = self.current()?;
                self.cluster.bodies[body].uses = operands(&tokens[1..]);
                self.branch(body)
            }
            "switch" => {
                let body = self.current()?;
                self.cluster.bodies[body].uses = operands(&tokens[1..]);
                self.open.push(Open::Switch);
                Some(())
            }
            _ if tokens[1..] == ["=>", "{"] => {
                let Some(Open::Switch) = self.open.last() else { return None };
                let parent = self.around()?;
                self.branch(parent)
            }
            word => match tokens.iter().position(|t| *t == "=") {
                Some(at) => self.op(&tokens[..at], &tokens[at + 1..]),
                None => self.tail(word, &tokens[1..]),
            },
        }
    }

    fn fun(&mut self, tokens: &[&'a str]) -> Option<()> {
        let [name, "(", params @ .., ")", "{"] = tokens else { return None };
        let home = self.current()?;
        let params = self.binders(params)?;
        let body = self.begin(Entry::Fun(home), params);
        self.cluster.bodies[home].items.push(Item::Fun(body));
        self.funs.insert(number(name)?, body).is_none().then_some(())
    }

    fn op(&mut self, dst: &[&'a str], rhs: &[&str]) -> Option<()> {
        let dst = match dst {
            ["(", inner @ .., ")"] => self.binders(inner)?,
            _ => self.binders(dst)?,
        };
        // These are followed by a name that is no variable.
        let named = match *rhs.first()? {
            "closure" | "push" | "global" | "global.set" | "ccall" => 2,
            _ => 1,
        };
        let uses = operands(rhs.get(named..)?);
        let body = self.current()?;
        self.cluster.bodies[body].items.push(Item::Op { dst, uses });
        Some(())
    }

    fn tail(&mut self, word: &str, rest: &[&str]) -> Option<()> {
        let body = self.current()?;
        let skip = match word {
            "jump" => {
                self.jumps.push((body, number(rest.first()?)?));
                1
            }
            "apply" => match *rest.first()? {
                "*" => 1,
                "import" => 2,
                _ => 1,
            },
            "throw" | "reinstate" | "raise" | "unreachable" => 0,
            _ => return None,
        };
        self.cluster.bodies[body].uses = operands(rest.get(skip..)?);
        Some(())
    }
}

/// The number of a variable or local function: `name.number`.
fn number(token: &str) -> Option<u32> {
    let (name, number) = token.rsplit_once('.')?;
    let starts = name.starts_with(|c: char| !c.is_ascii_digit() && !matches!(c, '-' | '"' | '!'));
    if starts { number.parse().ok() } else { None }
}

/// The variables among operands.
fn operands(tokens: &[&str]) -> Vec<u32> {
    let mut vars = Vec::new();
    let mut rest = tokens.iter().copied();
    while let Some(token) = rest.next() {
        match token {
            // A constant, or what is known by name, follows.
            "imm" => drop(rest.next()),
            "static" => {
                if rest.next() == Some("import") {
                    rest.next();
                }
            }
            _ => vars.extend(number(token)),
        }
    }
    vars
}

/// The words of a line. Strings are one word; what stands in brackets is left out.
fn tokens(line: &str) -> Vec<&str> {
    let bytes = line.as_bytes();
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        match bytes[at] {
            b' ' => at += 1,
            b'(' | b')' | b'{' | b'}' | b',' | b':' => {
                at += 1;
                tokens.push(&line[start..at]);
            }
            b'[' => at = after_brackets(bytes, at),
            b'"' => {
                at = after_string(bytes, at);
                tokens.push(&line[start..at]);
            }
            _ => {
                while at < bytes.len() && !b" (){},:[\"".contains(&bytes[at]) {
                    at += 1;
                }
                tokens.push(&line[start..at]);
            }
        }
    }
    tokens
}

fn after_string(bytes: &[u8], mut at: usize) -> usize {
    at += 1;
    while at < bytes.len() && bytes[at] != b'"' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    (at + 1).min(bytes.len())
}

fn after_brackets(bytes: &[u8], mut at: usize) -> usize {
    let mut depth = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'[' => depth += 1,
            b']' => depth -= 1,
            b'"' => {
                at = after_string(bytes, at);
                continue;
            }
            _ => {}
        }
        at += 1;
        if depth == 0 {
            break;
        }
    }
    at
}

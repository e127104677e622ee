//! The table as a picture: how far each program is from its bar.
//!
//! One line a row. The middle is the bar; to the left less time than allowed,
//! to the right more, on a logarithmic scale.

use super::report::{Row, Verdict};
use std::fmt::Write;

const WIDTH: f64 = 900.0;
const LEFT: f64 = 110.0;
const RIGHT: f64 = 600.0;
const LINE: f64 = 24.0;
const TOP: f64 = 56.0;

/// The ends of the scale; what is beyond is drawn at the end.
const LEAST: f64 = 0.1;
const MOST: f64 = 10.0;

const MARKS: &[(f64, &str)] =
    &[(0.1, "0.1"), (0.2, "0.2"), (0.5, "0.5"), (1.0, "bar"), (2.0, "2"), (5.0, "5"), (10.0, "10")];

/// The picture, as SVG.
pub(super) fn svg(rows: &[Row]) -> String {
    let drawn: Vec<(&Row, f64)> =
        rows.iter().filter_map(|row| row.share.map(|share| (row, share))).collect();
    let bottom = TOP + LINE * drawn.len() as f64;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {}\" \
         font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n\
         <text x=\"{LEFT}\" y=\"20\" font-weight=\"bold\">Time taken, as a multiple of what the bar \
         allows (left is faster)</text>\n",
        bottom + 16.0
    );
    for (share, label) in MARKS {
        let x = place(*share);
        let colour = if *share == 1.0 { "#333333" } else { "#dddddd" };
        _ = writeln!(
            text,
            "<line x1=\"{x:.1}\" y1=\"{TOP}\" x2=\"{x:.1}\" y2=\"{bottom}\" stroke=\"{colour}\"/>\n\
             <text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\" fill=\"#666666\">{label}</text>",
            TOP - 8.0
        );
    }
    for (i, (row, share)) in drawn.iter().enumerate() {
        text.push_str(&line(row, *share, TOP + LINE * (i as f64 + 0.5)));
    }
    text.push_str("</svg>\n");
    text
}

/// A row: name, a stroke from the bar to the value with its spread, figures.
fn line(row: &Row, share: f64, y: f64) -> String {
    let (bar, x) = (place(1.0), place(share));
    let (low, high) = (place(share * (1.0 - row.spread)), place(share * (1.0 + row.spread)));
    let colour = match row.verdict {
        Verdict::Met => "#2a7f3f",
        Verdict::MetWithinNoise => "#b8860b",
        Verdict::Missed(_) | Verdict::Failed | Verdict::NoBar => "#b22222",
    };
    let mut text = String::new();
    _ = writeln!(
        text,
        "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>\n\
         <line x1=\"{bar:.1}\" y1=\"{y:.1}\" x2=\"{x:.1}\" y2=\"{y:.1}\" stroke=\"{colour}\" stroke-width=\"6\"/>\n\
         <line x1=\"{low:.1}\" y1=\"{y:.1}\" x2=\"{high:.1}\" y2=\"{y:.1}\" stroke=\"#000000\"/>\n\
         <circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"{colour}\"/>\n\
         <text x=\"{}\" y=\"{:.1}\">{} ({})</text>",
        LEFT - 8.0,
        y + 4.5,
        row.program,
        RIGHT + 12.0,
        y + 4.5,
        row.shown,
        row.bar
    );
    text
}

/// The place of a share on the axis.
fn place(share: f64) -> f64 {
    let share = share.clamp(LEAST, MOST);
    LEFT + (RIGHT - LEFT) * (share / LEAST).ln() / (MOST / LEAST).ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_is_in_the_middle_and_the_ends_hold() {
        assert!((place(1.0) - (LEFT + RIGHT) / 2.0).abs() < 1e-9);
        assert_eq!(place(0.001), LEFT);
        assert!((place(1000.0) - RIGHT).abs() < 1e-9);
    }

    #[test]
    fn rows_with_a_bar_are_drawn() {
        let mut row = Row::failed("one");
        row.share = Some(1.5);
        row.verdict = Verdict::Missed(0.5);
        let picture = svg(&[row, Row::failed("two")]);
        assert!(picture.contains(">one<") && !picture.contains(">two<"));
        assert_eq!(picture.matches("<circle").count(), 1);
    }
}

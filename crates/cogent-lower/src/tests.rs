//! Lowered programs are well formed.

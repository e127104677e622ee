//! The interactive Standard ML.

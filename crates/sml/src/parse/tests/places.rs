//! Places in the tree are exact.

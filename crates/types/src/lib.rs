//! The types of ANF and CPS, and what their modules declare by type: sums, global cells and
//! foreign functions; read and written with the text kit.
//!
//! [`AnyClass`] is what is left of a type in an `any`, which CPS and Flow tell apart.

mod any;
mod c;
mod class;
mod decl;
mod declared;
mod read;
mod ty;
mod width;

pub use any::AnyClass;
pub use c::{c_signature, c_type, leaf_ty, leaf_width};
pub use class::{any_class, show_any_class};
pub use decl::{Foreign, ForeignId, Global, GlobalId, Linkage};
pub use declared::{
    Declared, c_types, show_c_types, write_declarations, write_named_types, write_types,
};
pub use read::{MAX_TYPE_NESTING, TypeReader};
pub use ty::{Constructor, Field, Sum, SumId, Ty, TyId, TyTable};
pub use width::{PTy, Width};

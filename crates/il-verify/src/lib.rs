//! Certificates.

//! Portable frontmatter.
crate::code! {
    /// A field is read by some agents only.
    READ_BY_FEWER = "read-by-fewer", Info, "`{key}` is read at the top level by {agents}";
}

/** The largest body that most screens send is a list of modules; all else is no business of ours. In bytes. */
export const BODY_LIMIT = 64 * 1024

/** An edited department or moment comes back whole (decision 43), with up to a thousand modules and their descriptions. */
export const WITH_MODULES_LIMIT = 1024 * 1024

/** An import has five thousand lines, with room for long names. */
export const IMPORT_LIMIT = 2 * 1024 * 1024

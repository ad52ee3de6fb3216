/** Most people that a teacher decides about together: others wait for it on SQLite. */
export const MOST_JUDGED = 50

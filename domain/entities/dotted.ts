/** Sign between two facts on a line. No line begins with it, since only the space after it may break. */
export const DOT = '\u00a0· '

/** Facts on one line: 'Zaal 3.14 · 2 wachten'. Leaves out those that are missing. */
export const dotted = (facts: readonly (string | false | null | undefined)[]): string => facts.filter(Boolean).join(DOT)

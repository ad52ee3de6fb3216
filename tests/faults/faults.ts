import type { Fault } from './fault-row.ts'

/** Everything that `npm run faults` can bring about, by the name that picks it. */
export const faults: Readonly<Record<string, Fault>> = {}

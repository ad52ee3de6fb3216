import type { Edit } from './differences.ts'

/** The names of the fields that an edit really changes, of those that it may: sorted, as the audit trail keeps them. */
export const changedFields = <Fields extends object>(
  yours: Edit<Fields>,
  theirs: Fields,
  may: readonly (keyof Fields & string)[],
): (keyof Fields & string)[] =>
  may.filter((name) => yours[name] !== undefined && yours[name] !== theirs[name]).toSorted()

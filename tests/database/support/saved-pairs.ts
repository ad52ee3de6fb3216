type Contents = Readonly<Record<string, string[]>>

/** The numbers of the pairs (programs/write-pairs.ts) whose half in this table is there, in order. */
export const pairsIn = (rows: readonly string[] = []): number[] =>
  rows
    .flatMap((row) => /"pair-(\d+)"/.exec(row)?.[1] ?? [])
    .map(Number)
    .sort((one, other) => one - other)

/** Contents of the database just after the last pair in `found`; `written` are its contents later. */
export function stateThen(written: Contents, found: Contents): Contents {
  const last = pairsIn(found.module).at(-1) ?? 0
  const until = (rows: readonly string[] = []) => rows.filter((row) => pairsIn([row]).every((number) => number <= last))
  return {
    ...written,
    module: until(written.module),
    education_department: until(written.education_department),
    // Another revision with each change.
    school_state: found.school_state ?? [],
  }
}

/** The fields of a row with these names, and no others. */
export function pick<Row extends object, Name extends keyof Row>(row: Row, names: readonly Name[]): Pick<Row, Name> {
  const picked: Partial<Pick<Row, Name>> = {}
  for (const name of names) picked[name] = row[name]
  // Each name was given its value just now.
  return picked as Pick<Row, Name>
}

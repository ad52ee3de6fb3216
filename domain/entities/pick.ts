/** What a row holds under these names, and nothing else that it holds besides. */
export function pick<Row extends object, Name extends keyof Row>(row: Row, names: readonly Name[]): Pick<Row, Name> {
  const picked: Partial<Pick<Row, Name>> = {}
  for (const name of names) picked[name] = row[name]
  // Each name was given its value just now.
  return picked as Pick<Row, Name>
}

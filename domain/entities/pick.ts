export function pick<Row extends object, Name extends keyof Row>(row: Row, names: readonly Name[]): Pick<Row, Name> {
  const picked: Partial<Pick<Row, Name>> = {}
  for (const name of names) picked[name] = row[name]
  // All of these names were set above.
  return picked as Pick<Row, Name>
}

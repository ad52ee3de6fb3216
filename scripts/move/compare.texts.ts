/** How a table and its copy differ. */
export const differenceTexts = {
  inOneOnly: (row: string) => `${row} staat maar in een van beide`,
  otherSums: 'de sommen verschillen',
  otherCounts: (table: string, rows: number, counted: readonly number[]) =>
    `${table}: ${rows} regels gelezen, en ${counted.join(' en ')} geteld`,
  otherNextNumbers: (one: unknown, other: unknown) => `het volgende nummer is ${one} en ${other}`,
} as const

/** How many modules of a moment there are, of those that the dialog does not show all. */
export const moduleCountTexts = {
  found: (count: number): string =>
    count === 0 ? 'Geen module gevonden.' : count === 1 ? '1 module gevonden' : `${count} modules gevonden`,
  /** heading of those about which nothing can be done */
  settled: (count: number): string => `Nu niet te kiezen (${count})`,
  more: (count: number): string => `Nog ${count} ${count === 1 ? 'module' : 'modules'}: zoek op code of naam.`,
}

/** Numbers of modules, for a dialog that does not show all of them. */
export const moduleCountTexts = {
  found: (count: number): string =>
    count === 0 ? 'Geen module gevonden.' : count === 1 ? '1 module gevonden' : `${count} modules gevonden`,
  /** heading of the modules that cannot be changed */
  settled: 'Nu niet te kiezen',
  more: (count: number): string => `Nog ${count} ${count === 1 ? 'module' : 'modules'}: zoek op code of naam.`,
}

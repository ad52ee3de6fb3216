/** `maximum` is the moment's `max_enrollments`, 0 without a limit. */
export const limitLabel = (maximum: number): string =>
  maximum === 0 ? 'Onbeperkt aantal modules toegestaan' : `Maximaal ${maximum} modules toegestaan`

const MOST_NAMED = 3

/** 'ALG1, ALG2, EXP1 en nog 6' */
export const someNames = (names: readonly string[]): string =>
  names.length <= MOST_NAMED + 1
    ? names.join(', ')
    : `${names.slice(0, MOST_NAMED).join(', ')} en nog ${names.length - MOST_NAMED}`

/** Modules of a moment as a label; empty `names` means every module. */
export const availabilityLabel = {
  card: (names: readonly string[]): string => (names.length === 0 ? 'Alle' : someNames(names)),
  list: (names: readonly string[]): string => (names.length === 0 ? 'Alle modules' : names.join(', ')),
}

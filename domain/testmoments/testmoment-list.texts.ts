/** `maximum` is the moment's `max_enrollments`, 0 without a limit. */
export const limitLabel = (maximum: number): string =>
  maximum === 0 ? 'Onbeperkt aantal modules toegestaan' : `Maximaal ${maximum} modules toegestaan`

/** Which modules a moment is for; `names` empty means it is for every module. */
export const availabilityLabel = {
  card: (names: readonly string[]): string => (names.length === 0 ? 'Alle' : names.join(', ')),
  list: (names: readonly string[]): string => (names.length === 0 ? 'Alle modules' : names.join(', ')),
}

import { momentLabel } from '#domain/calendar/date-labels.ts'
import type { Testmoment } from './testmoment.schema.ts'

/** `maximum` is the moment's `max_enrollments`, 0 without a limit. */
export const limitLabel = (maximum: number): string =>
  maximum === 0 ? 'Onbeperkt aantal modules toegestaan' : `Maximaal ${maximum} modules toegestaan`

/** Which modules a moment is for; `names` empty means it is for every module. */
export const availabilityLabel = {
  card: (names: readonly string[]): string => (names.length === 0 ? 'Alle' : names.join(', ')),
  list: (names: readonly string[]): string => (names.length === 0 ? 'Alle modules' : names.join(', ')),
}

/** Whether each word of what was typed is somewhere in the moment's day as it is read at `now`, its place or the names of its modules. */
export function isMomentFound(
  moment: Pick<Testmoment, 'date' | 'duration' | 'location'>,
  names: readonly string[],
  typed: string,
  now: number,
): boolean {
  const said = [momentLabel(moment, now), moment.location, ...names].join(' ').toLocaleLowerCase('nl')
  return typed
    .toLocaleLowerCase('nl')
    .split(/\s+/)
    .every((word) => said.includes(word))
}

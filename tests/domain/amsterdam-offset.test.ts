import { expect, test } from 'vitest'
import { amsterdamOffset } from '#domain/calendar/amsterdam.ts'

const HOUR = 3_600_000
const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Amsterdam', hour: 'numeric', hourCycle: 'h23' })

/** As the world's time zones have it. */
const byIntl = (instant: number) => ((Number(clock.format(instant)) - new Date(instant).getUTCHours() + 24) % 24) * HOUR

test('it is what the time zone of Amsterdam says, on each day of 1996 to 2099', () => {
  for (let noon = Date.UTC(1996, 0, 1, 12); noon < Date.UTC(2100, 0, 1); noon += 24 * HOUR)
    if (amsterdamOffset(noon) !== byIntl(noon)) expect.fail(new Date(noon).toISOString())
})

test.each(['2026-03-29T01:00:00Z', '2026-10-25T01:00:00Z', '2029-03-25T01:00:00Z', '2027-10-31T01:00:00Z'])(
  'it changes at %s, to the millisecond',
  (instant) => {
    const change = Date.parse(instant)
    expect(amsterdamOffset(change)).toBe(byIntl(change))
    expect(amsterdamOffset(change - 1)).toBe(byIntl(change - 1))
    expect(amsterdamOffset(change)).not.toBe(amsterdamOffset(change - 1))
  },
)

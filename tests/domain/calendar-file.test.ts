import fc from 'fast-check'
import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { type CalendarEntry, calendarFeed, calendarFile } from '#domain/enrollments/calendar-file.ts'

const NOW = Date.parse('2026-03-10T09:00:00.123Z')
const frame = { publicUrl: 'https://toets.school.nl', now: NOW }

const someDay = { date: '2026-03-20', duration: 'day', location: null, starts_at: null, ends_at: null } as const

const entry = (
  more: { moment?: Partial<CalendarEntry['moment']>; module?: Partial<CalendarEntry['module']> } = {},
) => ({
  id: 901,
  sequence: 4,
  moment: { ...someDay, ...more.moment },
  module: { id: 3, name: 'ALG1', description: 'Algebra en functies', ...more.module },
})

/** Reads a file with ical.js. */
const read = (file: string) => {
  const calendar = new ICAL.Component(ICAL.parse(file))
  const events = calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event))
  return { calendar, events }
}
const only = (file: string) => {
  const [event, ...others] = read(file).events
  if (!event || others.length > 0) throw new Error('not one event')
  return event
}

test('a day is a whole day in any time zone, and ends where the next begins', () => {
  const event = only(calendarFile(entry(), frame))
  expect(event.startDate.isDate).toBe(true)
  expect([event.startDate.toString(), event.endDate.toString()]).toEqual(['2026-03-20', '2026-03-21'])
})

test('a week is one entry of seven days', () => {
  const event = only(calendarFile(entry({ moment: { date: '2026-12-28', duration: 'week' } }), frame))
  expect([event.startDate.toString(), event.endDate.toString()]).toEqual(['2026-12-28', '2027-01-04'])
  expect(event.summary).toBe('Wiskundetoets ALG1 (deze week)')
})

test('the days on which the clock changes are no longer or shorter than others', () => {
  for (const [date, next] of [
    ['2026-03-28', '2026-03-29'],
    ['2026-03-29', '2026-03-30'],
    ['2026-10-24', '2026-10-25'],
    ['2026-10-25', '2026-10-26'],
    ['2028-02-28', '2028-02-29'],
    ['2026-12-31', '2027-01-01'],
  ] as const)
    expect(only(calendarFile(entry({ moment: { date } }), frame)).endDate.toString()).toBe(next)
  for (const [date, after] of [
    ['2026-03-23', '2026-03-30'],
    ['2026-10-19', '2026-10-26'],
  ] as const)
    expect(only(calendarFile(entry({ moment: { date, duration: 'week' } }), frame)).endDate.toString()).toBe(after)
})

test('a time is the one that clocks in Amsterdam show, in winter, in summer and on the days between', () => {
  const times = (date: string, starts_at: string, ends_at: string | null = null) => {
    const event = only(calendarFile(entry({ moment: { date, starts_at, ends_at } }), frame))
    expect(event.startDate.isDate).toBe(false)
    expect(event.component.getFirstPropertyValue('transp')).toBe('OPAQUE')
    return [event.startDate, event.endDate].map((time) => time.toJSDate().toISOString())
  }
  expect(times('2026-03-28', '09:00', '11:30')).toEqual(['2026-03-28T08:00:00.000Z', '2026-03-28T10:30:00.000Z'])
  expect(times('2026-03-29', '09:00', '11:30')).toEqual(['2026-03-29T07:00:00.000Z', '2026-03-29T09:30:00.000Z'])
  expect(times('2026-10-24', '09:00', '11:30')).toEqual(['2026-10-24T07:00:00.000Z', '2026-10-24T09:30:00.000Z'])
  expect(times('2026-10-25', '09:00', '11:30')).toEqual(['2026-10-25T08:00:00.000Z', '2026-10-25T10:30:00.000Z'])
  // Over the change itself; and in the hour that there is none of, in which it can't end before it starts.
  expect(times('2026-10-25', '01:30', '03:30')).toEqual(['2026-10-24T23:30:00.000Z', '2026-10-25T02:30:00.000Z'])
  expect(times('2026-03-29', '02:30', '03:15')).toEqual(['2026-03-29T01:30:00.000Z', '2026-03-29T01:30:00.000Z'])
})

test('where only its start is known no end is made up', () => {
  const file = calendarFile(entry({ moment: { starts_at: '13:30' } }), frame)
  expect(file).toContain('\r\nDTSTART:20260320T123000Z\r\n')
  expect(file).not.toContain('DTEND')
  expect(only(file).description).toContain('toetsmoment vr 20 mrt 2026, 13:30.')
})

test('its place is said, also of a whole day', () => {
  const location = 'Aula; 1e verdieping, links'
  const event = only(calendarFile(entry({ moment: { location } }), frame))
  expect(event.location).toBe(location)
  expect(event.startDate.isDate).toBe(true)
  expect(calendarFile(entry(), frame)).not.toContain('LOCATION')
})

test('an entry says what it is about, when that was written, and where the app shows it', () => {
  const { calendar, events } = read(calendarFeed([entry()], frame))
  const [event] = events
  expect(event?.summary).toBe('Wiskundetoets ALG1')
  expect(event?.description).toBe(
    'Je bent ingeschreven voor module ALG1 - Algebra en functies, toetsmoment vr 20 mrt 2026.',
  )
  expect(only(calendarFile(entry({ module: { description: '' } }), frame)).description).toBe(
    'Je bent ingeschreven voor module ALG1, toetsmoment vr 20 mrt 2026.',
  )
  expect(event?.uid).toBe('inschrijving-901@toets.school.nl')
  expect(event?.sequence).toBe(4)
  const property = (name: string) => String(event?.component.getFirstPropertyValue(name))
  expect(property('dtstamp')).toBe('2026-03-10T09:00:00Z')
  expect(property('url')).toBe('https://toets.school.nl/student/modules?module=3')
  expect(property('transp')).toBe('TRANSPARENT')
  expect(calendar.getFirstPropertyValue('x-wr-calname')).toBe('Wiskundetoetsen')
  expect(calendar.getFirstPropertyValue('version')).toBe('2.0')
})

test('a single file says nothing that is for a calendar to subscribe to; neither is an invitation', () => {
  const headersOf = (file: string) =>
    read(file)
      .calendar.getAllProperties()
      .map(({ name }) => name)
  const common = ['version', 'prodid', 'calscale']
  expect(headersOf(calendarFile(entry(), frame))).toEqual(common)
  expect(headersOf(calendarFeed([entry()], frame))).toEqual([
    ...common,
    'name',
    'x-wr-calname',
    'refresh-interval',
    'x-published-ttl',
  ])
})

test('a calendar may be empty', () => {
  expect(read(calendarFeed([], frame)).events).toEqual([])
})

test('commas and semicolons, which part values for some programs, are escaped', () => {
  const file = calendarFile(entry({ module: { name: 'a,b;c\\d' } }), frame)
  expect(file).toContain('\r\nSUMMARY:Wiskundetoets a\\,b\\;c\\\\d\r\n')
})

const anyName = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.constantFrom(
    'a,b;c\\d',
    'twee\nregels',
    'met\r\nEND:VEVENT',
    '\ud800',
    'é'.repeat(120),
    '👩🏽‍🔬'.repeat(40),
    '\\n',
    'tab\there',
  ),
)

test('whatever a module is called, the file is one that others read, and its lines have 75 octets at most', () => {
  const utf8 = new TextEncoder()
  fc.assert(
    fc.property(anyName, anyName, anyName, (name, description, location) => {
      const file = calendarFile(entry({ module: { name, description }, moment: { location } }), frame)
      const lines = file.split('\r\n')
      expect(lines.pop()).toBe('')
      for (const line of lines) {
        expect(utf8.encode(line).length).toBeLessThanOrEqual(75)
        // Neither half a letter nor a break of its own.
        expect(line.isWellFormed()).toBe(true)
        expect(line).not.toMatch(/[\r\n]/)
      }
      expect(only(file).summary).toBe(`Wiskundetoets ${asRead(name)}`)
      expect(only(file).location).toBe(asRead(location))
    }),
  )
})

/** Text as a calendar program reads it: without characters that text cannot hold, and with every line break alike. */
const asRead = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what iCalendar forbids
    .replaceAll(/[\0-\x08\x0b-\x1f\x7f]/g, '')

import { dayOf } from '#domain/calendar/amsterdam.ts'
import { whenAndWhereLabel } from '#domain/calendar/date-labels.ts'
import type { WhenAndWhere } from '#domain/calendar/when-and-where.schema.ts'
import { readAmsterdamTime } from '#domain/calendar/written-time.ts'
import { moduleLabel } from '#domain/modules/module.rules.ts'
import { endOf, isCurrent, type MomentFacts } from '#domain/testmoments/testmoment.rules.ts'

/** RFC 5545 §3.1: a line is at most 75 octets long, without its break; more of it goes on behind a space. */
const LIMIT = 75

/** One property, as it stands in the file: folded, with the line break behind it. */
const contentLine = (property: string, value: string): string => `${fold(`${property}:${value}`)}\r\n`

/** Text as a value (§3.3.11): what would end it is escaped, and what may not be in it is gone. */
const asText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll(/\r\n?|\n/g, '\\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what the standard forbids, but for the tab
    .replaceAll(/[\0-\x08\x0b-\x1f\x7f]/g, '')

/** Between letters, never within one: programs may unfold before they decode. */
function fold(line: string): string {
  let folded = ''
  let length = 0
  for (const letter of line) {
    const octets = octetsOf(letter)
    if (length + octets > LIMIT) {
      folded += '\r\n '
      length = 1
    }
    folded += letter
    length += octets
  }
  return folded
}

/** In UTF-8. */
function octetsOf(letter: string): number {
  const point = letter.codePointAt(0) ?? 0
  if (point < 0x80) return 1
  if (point < 0x800) return 2
  return point < 0x10000 ? 3 : 4
}

/** An enrollment as a calendar shows it. */
export interface CalendarEntry {
  /** stays when the enrollment is moved to another moment */
  id: number
  /** goes up with each edit of the moment and with each move, so that a file taken in again corrects the one before */
  sequence: number
  moment: WhenAndWhere
  module: { id: number; name: string; description: string }
}

interface CalendarFrame {
  /** the product's address in people's browsers, without a slash at the end */
  publicUrl: string
  /** ms since the epoch */
  now: number
}

/**
 * One enrollment as an iCalendar file (RFC 5545). Days have no time zone: they are written as such, so that a telephone
 * abroad shows the same ones; times are written in UTC. See calendar-file.rationale.md.
 */
export const calendarFile = (entry: CalendarEntry, frame: CalendarFrame): string => calendar([], [entry], frame)

/** All of a student's enrollments, to subscribe to: with what a calendar is called, and how soon to look again. */
export const calendarFeed = (entries: readonly CalendarEntry[], frame: CalendarFrame): string =>
  calendar(
    [
      // RFC 7986 and, for who does not know that, what everybody knows.
      contentLine('NAME', asText(calendarTexts.name)),
      contentLine('X-WR-CALNAME', asText(calendarTexts.name)),
      contentLine('REFRESH-INTERVAL;VALUE=DURATION', LOOK_AGAIN),
      contentLine('X-PUBLISHED-TTL', LOOK_AGAIN),
    ],
    entries,
    frame,
  )

/** How soon a subscriber should look again. Most take their own time. */
const LOOK_AGAIN = 'PT4H'

/** Without METHOD: nobody is invited to anything, it is a copy of what is known (RFC 5545 §3.7.2). */
function calendar(about: readonly string[], entries: readonly CalendarEntry[], frame: CalendarFrame): string {
  return [
    contentLine('BEGIN', 'VCALENDAR'),
    contentLine('VERSION', '2.0'),
    contentLine('PRODID', '-//Wiskunde inschrijven//NL'),
    contentLine('CALSCALE', 'GREGORIAN'),
    ...about,
    ...entries.map((entry) => event(entry, frame)),
    contentLine('END', 'VCALENDAR'),
  ].join('')
}

function event({ id, sequence, moment, module }: CalendarEntry, { publicUrl, now }: CalendarFrame): string {
  return [
    contentLine('BEGIN', 'VEVENT'),
    contentLine('UID', `inschrijving-${id}@${hostOf(publicUrl)}`),
    contentLine('DTSTAMP', asInstant(new Date(now).toISOString())),
    contentLine('SEQUENCE', String(sequence)),
    ...whenOf(moment),
    contentLine('SUMMARY', asText(calendarTexts.summary(module, moment))),
    contentLine('DESCRIPTION', asText(calendarTexts.description(module, moment))),
    ...(moment.location === null ? [] : [contentLine('LOCATION', asText(moment.location))]),
    contentLine('URL', `${publicUrl}/student/modules?module=${module.id}`),
    contentLine('STATUS', 'CONFIRMED'),
    contentLine('END', 'VEVENT'),
  ].join('')
}

/** From when until when, and whether its owner is away then. */
function whenOf(moment: WhenAndWhere): string[] {
  const at = (time: string | null) => time && readAmsterdamTime(`${moment.date}T${time}`)
  const [starts, ends] = [at(moment.starts_at), at(moment.ends_at)]
  if (!starts)
    return [
      contentLine('DTSTART;VALUE=DATE', asDate(moment.date)),
      contentLine('DTEND;VALUE=DATE', asDate(dayOf(endOf(moment)))),
      // A day without hours would otherwise make its owner unavailable from midnight to midnight.
      contentLine('TRANSP', 'TRANSPARENT'),
    ]
  return [
    contentLine('DTSTART', asInstant(starts)),
    // Without one an entry ends as it starts (§3.6.1). In the hour that the clock skips in spring an end comes no later.
    ...(ends && ends > starts ? [contentLine('DTEND', asInstant(ends))] : []),
    contentLine('TRANSP', 'OPAQUE'),
  ]
}

const hostOf = (address: string): string => address.split('/')[2] ?? ''

/** Writes an ISO instant as iCalendar does. */
const asInstant = (iso: string): string => iso.replaceAll(/[-:]|\.\d+/g, '')

const asDate = (day: string): string => day.replaceAll('-', '')

/**
 * Past moments are history and stay in a calendar. Coming ones belong there while their school year is active: the app
 * shows no other, and nobody can attend them.
 */
export const belongsInCalendar = (
  moment: Pick<MomentFacts, 'date' | 'duration' | 'schoolyear_active'>,
  now: number,
): boolean => moment.schoolyear_active || !isCurrent(moment, now)

interface Module {
  name: string
  description: string
}

/** Texts in a person's own calendar, among all their other appointments. */
const calendarTexts = {
  name: 'Wiskundetoetsen',
  summary: ({ name }: Module, { duration }: WhenAndWhere) =>
    duration === 'week' ? `Wiskundetoets ${name} (deze week)` : `Wiskundetoets ${name}`,
  description: (module: Module, moment: WhenAndWhere) =>
    `Je bent ingeschreven voor module ${moduleLabel(module)}, toetsmoment ${whenAndWhereLabel(moment, 'any-time')}.`,
}

import { dayOf } from '#domain/calendar/amsterdam.ts'
import type { WhenAndWhere } from '#domain/calendar/when-and-where.schema.ts'
import { readAmsterdamTime } from '#domain/calendar/written-time.ts'
import { endOf, isCurrent, type MomentFacts } from '#domain/testmoments/testmoment.rules.ts'
import { calendarTexts } from './calendar-file.texts.ts'

/** Longest line without its line break (RFC 5545 §3.1); a longer one continues on the next line, after a space. */
const MAX_LINE_OCTETS = 75

/** Property as a line of the file: folded, with a line break. */
const contentLine = (property: string, value: string): string => `${fold(`${property}:${value}`)}\r\n`

/** Text as a value (§3.3.11): special characters are escaped, forbidden ones removed. */
const asText = (text: string): string =>
  text
    .replaceAll(/\p{Surrogate}/gu, '\uFFFD')
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll(/\r\n?|\n/g, '\\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what the standard forbids, but for the tab
    .replaceAll(/[\0-\x08\x0b-\x1f\x7f]/g, '')

/** Folds a line between characters, never within one: programs may unfold before they decode. */
function fold(line: string): string {
  let folded = ''
  let length = 0
  for (const letter of line) {
    const octets = octetsOf(letter)
    if (length + octets > MAX_LINE_OCTETS) {
      folded += '\r\n '
      length = 1
    }
    folded += letter
    length += octets
  }
  return folded
}

function octetsOf(letter: string): number {
  const point = letter.codePointAt(0) ?? 0
  if (point < 0x80) return 1
  if (point < 0x800) return 2
  return point < 0x10000 ? 3 : 4
}

export interface CalendarEntry {
  /** stays the same when the enrollment is moved */
  id: number
  /** rises with each edit of the moment and each move, so that a file imported again corrects the earlier one */
  sequence: number
  moment: WhenAndWhere
  module: { id: number; name: string; description: string }
}

interface CalendarFrame {
  /** address of the app in people's browsers, without a slash at the end */
  publicUrl: string
  now: number
}

/**
 * Writes one enrollment as an iCalendar file (RFC 5545). Days are written without time zone, so that a phone abroad shows the
 * same days; times are in UTC. See calendar-file.rationale.md.
 */
export const calendarFile = (entry: CalendarEntry, frame: CalendarFrame): string => calendar([], [entry], frame)

/** Writes all of a student's enrollments as a calendar to subscribe to, with its name and how often to refresh it. */
export const calendarFeed = (entries: readonly CalendarEntry[], frame: CalendarFrame): string =>
  calendar(
    [
      // Name by RFC 7986, and the older property that all programs know.
      contentLine('NAME', asText(calendarTexts.name)),
      contentLine('X-WR-CALNAME', asText(calendarTexts.name)),
      contentLine('REFRESH-INTERVAL;VALUE=DURATION', LOOK_AGAIN),
      contentLine('X-PUBLISHED-TTL', LOOK_AGAIN),
    ],
    entries,
    frame,
  )

/** Refresh interval for subscribers; most use their own. */
const LOOK_AGAIN = 'PT4H'

/** Without METHOD: it is no invitation but a copy of published data (RFC 5545 §3.7.2). */
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

function whenOf(moment: WhenAndWhere): string[] {
  const at = (time: string | null) => time && readAmsterdamTime(`${moment.date}T${time}`)
  const [starts, ends] = [at(moment.starts_at), at(moment.ends_at)]
  if (!starts)
    return [
      contentLine('DTSTART;VALUE=DATE', asDate(moment.date)),
      contentLine('DTEND;VALUE=DATE', asDate(dayOf(endOf(moment)))),
      // A day without times would otherwise make its owner busy from midnight to midnight.
      contentLine('TRANSP', 'TRANSPARENT'),
    ]
  return [
    contentLine('DTSTART', asInstant(starts)),
    // Without an end an entry ends at its start (§3.6.1). In the hour that clocks skip in spring, an end may not be after the
    // start.
    ...(ends && ends > starts ? [contentLine('DTEND', asInstant(ends))] : []),
    contentLine('TRANSP', 'OPAQUE'),
  ]
}

const hostOf = (address: string): string => address.split('/')[2] ?? ''

const asInstant = (iso: string): string => iso.replaceAll(/[-:]|\.\d+/g, '')

const asDate = (day: string): string => day.replaceAll('-', '')

/**
 * Past moments stay in a calendar. Coming ones belong there only while their school year is active: otherwise the app does not
 * show them, and nobody can attend.
 */
export const belongsInCalendar = (
  moment: Pick<MomentFacts, 'date' | 'duration' | 'schoolyear_active'>,
  now: number,
): boolean => moment.schoolyear_active || !isCurrent(moment, now)

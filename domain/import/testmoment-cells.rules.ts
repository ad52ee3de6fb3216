import { readWrittenClock, readWrittenDay, readWrittenTime } from '#domain/calendar/date-input.rules.ts'
import type { Duration } from '#domain/calendar/when-and-where.schema.ts'
import { singleSpaced } from '#domain/entities/text.rules.ts'
import { readTypedLimit, readTypedSeats } from '#domain/testmoments/limits.rules.ts'
import { tidyLocation } from '#domain/testmoments/place.rules.ts'
import { foldText } from '#domain/users/search.rules.ts'
import type { ListChoices } from './columns.rules.ts'
import type { Work } from './csv.rules.ts'
import type { ListReading } from './import.rules.ts'
import { type ReadRow, readingRows } from './read-list.ts'
import type { TestmomentVerdict } from './testmoments.texts.ts'

export interface TestmomentRow extends ReadRow {
  date: string
  duration: string
  starts: string
  ends: string
  location: string
  seats: string
  limit: string
  modules: string
  opens: string
  closes: string
}

export const readingTestmoments = (text: string, choices?: ListChoices): Work<ListReading<TestmomentRow>> =>
  readingRows('testmoments', text, choices, (row, { cell, several }) => ({
    ...readTimes(cell(row, 'starts'), cell(row, 'ends')),
    location: cell(row, 'location'),
    date: cell(row, 'date'),
    duration: cell(row, 'duration'),
    seats: cell(row, 'seats'),
    limit: cell(row, 'limit'),
    modules: several(row, 'modules'),
    opens: cell(row, 'opens'),
    closes: cell(row, 'closes'),
  }))

/** Times of a test, which may share a cell: '9:00 - 11:30', '9.00 tot 11.30 uur'. */
function readTimes(starts: string, ends: string): Pick<TestmomentRow, 'starts' | 'ends'> {
  const [, from, until] =
    /^(?:van )?(\S.*?) ?(?:[-–—]| (?:t\/m|tot|tot en met) ) ?(\d.*)$/i.exec(singleSpaced(starts)) ?? []
  return ends === '' && from !== undefined && until !== undefined ? { starts: from, ends: until } : { starts, ends }
}

/** Values of a row; null for values that can't be read, which `faults` names. */
export interface TestmomentWish {
  date: string | null
  duration: Duration
  starts_at: string | null
  ends_at: string | null
  location: string | null
  seats: number
  max_enrollments: number
  /** module names as typed */
  moduleNames: string[]
  enrollments_open_at: string | null
  enrollments_close_at: string | null
  faults: TestmomentVerdict[]
}

const DURATIONS: Readonly<Record<string, Duration>> = {
  '': 'day',
  dag: 'day',
  '1 dag': 'day',
  'een dag': 'day',
  day: 'day',
  week: 'week',
  '1 week': 'week',
  'een week': 'week',
}

const UNLIMITED = ['', 'onbeperkt', 'ongelimiteerd', 'geen', '-']

/** Years 2000 to 8999, as in the edit of a moment: for others PostgreSQL returns instants that JavaScript can't read. */
const PLANNED = /^[2-8]/

/** Times of a day without time: opens at its beginning, closes at its end. */
const [FROM, UNTIL] = ['00:00', '23:59']

/** Parts of a date in figures, anywhere in a text. */
const IN_FIGURES = /(?<!\d)(\d{1,2})[-/.](\d{1,2})[-/.]\d{4}(?!\d)/

/**
 * Whether a list has the month first, as American programs write ('11/24/2026'), and nowhere the day. Then nobody knows which
 * day its '12/01/2026' is.
 */
export function hasMonthsFirst(rows: readonly TestmomentRow[]): boolean {
  let isFound = false
  for (const { date, opens, closes } of rows)
    for (const text of [date, opens, closes]) {
      const [, first, second] = IN_FIGURES.exec(text) ?? []
      if (Number(first) > 12) return false
      isFound ||= Number(second) > 12
    }
  return isFound
}

function isDoubtful(text: string): boolean {
  const [, first, second] = IN_FIGURES.exec(text) ?? []
  return first !== undefined && Number(second) <= 12 && Number(first) !== Number(second)
}

/** `monthsFirst`: by `hasMonthsFirst` of its list */
export function readTestmomentCells(row: TestmomentRow, monthsFirst: boolean): TestmomentWish {
  const isUnsure = (text: string) => monthsFirst && isDoubtful(text)
  const date = isUnsure(row.date) ? null : readWrittenDay(row.date)
  const duration = DURATIONS[foldText(row.duration)]
  const starts_at = readWrittenClock(row.starts)
  const ends_at = readWrittenClock(row.ends)
  const seats = readSeats(row.seats)
  const limit = readLimit(row.limit)
  const opens = isUnsure(row.opens) ? null : readPlanned(row.opens, FROM)
  const closes = isUnsure(row.closes) ? null : readPlanned(row.closes, UNTIL)
  const faults: (TestmomentVerdict | false)[] = [
    [row.date, row.opens, row.closes].some(isUnsure) && 'date-doubtful',
    date === null && !isUnsure(row.date) && (row.date === '' ? 'date-missing' : 'date-invalid'),
    duration === undefined && 'duration-invalid',
    isUnread(starts_at, row.starts) && 'start-invalid',
    isUnread(ends_at, row.ends) && 'end-invalid',
    seats === null && 'seats-invalid',
    limit === null && 'limit-invalid',
    !isUnsure(row.opens) && isUnread(opens, row.opens) && 'opening-invalid',
    !isUnsure(row.closes) && isUnread(closes, row.closes) && 'closing-invalid',
  ]
  return {
    date,
    duration: duration ?? 'day',
    starts_at,
    ends_at,
    location: tidyLocation(row.location),
    seats: seats ?? 0,
    max_enrollments: limit ?? 0,
    moduleNames: readModuleNames(row.modules),
    enrollments_open_at: opens,
    enrollments_close_at: closes,
    faults: faults.filter((fault) => fault !== false),
  }
}

const isUnread = (value: string | null, text: string): boolean => value === null && text !== ''

const readSeats = (text: string): number | null => (UNLIMITED.includes(foldText(text)) ? 0 : readTypedSeats(text))

const readLimit = (text: string): number | null => (UNLIMITED.includes(foldText(text)) ? 0 : readTypedLimit(text))

function readPlanned(text: string, timeOfDay: string): string | null {
  const instant = readWrittenTime(text, timeOfDay)
  return instant !== null && PLANNED.test(instant) ? instant : null
}

/** Module names, separated by anything except the list's own delimiter; 'alle' means none, which offers all. */
function readModuleNames(text: string): string[] {
  const names = text.split(/[,;|\r\n]/).map((name) => name.trim())
  const filledNames = names.filter((name) => name !== '')
  return filledNames.length === 1 && ['alle', 'alle modules'].includes(foldText(filledNames[0] ?? ''))
    ? []
    : [...new Set(filledNames)]
}

import { readWrittenDay, readWrittenTime } from '#domain/calendar/date-input.rules.ts'
import type { Duration } from '#domain/testmoments/testmoment.schema.ts'
import { foldText } from '#domain/users/search.rules.ts'
import type { TestmomentVerdict } from './import.schema.ts'
import type { TestmomentRow } from './testmoment-list.rules.ts'

/** What a row says; null for what could not be read, of which `fault` is the first. */
export interface TestmomentWish {
  date: string | null
  duration: Duration
  max_enrollments: number
  /** as they were typed */
  moduleNames: string[]
  enrollments_open_at: string | null
  enrollments_close_at: string | null
  fault: TestmomentVerdict | null
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
const LARGEST_LIMIT = 1_000

/** As in the edit of a moment: of other centuries PostgreSQL tells instants that no clock here reads. */
const PLANNED = /^[2-8]/

/** A day alone: open from its beginning, closed at its end. */
const [FROM, UNTIL] = ['00:00', '23:59']

export function readTestmomentCells(row: TestmomentRow): TestmomentWish {
  const date = readWrittenDay(row.date)
  const duration = DURATIONS[foldText(row.duration)]
  const limit = readLimit(row.limit)
  const opens = readPlanned(row.opens, FROM)
  const closes = readPlanned(row.closes, UNTIL)
  const faults: (TestmomentVerdict | false)[] = [
    row.isShifted && 'shifted',
    row.date === '' && 'date-missing',
    date === null && 'date-invalid',
    duration === undefined && 'duration-invalid',
    limit === null && 'limit-invalid',
    opens === null && row.opens !== '' && 'opening-invalid',
    closes === null && row.closes !== '' && 'closing-invalid',
  ]
  return {
    date,
    duration: duration ?? 'day',
    max_enrollments: limit ?? 0,
    moduleNames: readModuleNames(row.modules),
    enrollments_open_at: opens,
    enrollments_close_at: closes,
    fault: faults.find((fault) => fault !== false) || null,
  }
}

function readLimit(text: string): number | null {
  if (UNLIMITED.includes(foldText(text))) return 0
  return /^\d{1,4}$/.test(text) && Number(text) <= LARGEST_LIMIT ? Number(text) : null
}

function readPlanned(text: string, timeOfDay: string): string | null {
  const instant = readWrittenTime(text, timeOfDay)
  return instant !== null && PLANNED.test(instant) ? instant : null
}

/** Parted by whatever does not part the list's own cells; 'alle' names none, which offers all. */
function readModuleNames(text: string): string[] {
  const names = text.split(/[,;|\r\n]/).map((name) => name.trim())
  const given = names.filter((name) => name !== '')
  return given.length === 1 && ['alle', 'alle modules'].includes(foldText(given[0] ?? '')) ? [] : [...new Set(given)]
}

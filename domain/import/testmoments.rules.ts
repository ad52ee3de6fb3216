import { readWrittenClock, readWrittenDay, readWrittenTime } from '#domain/calendar/date-input.rules.ts'
import { pick } from '#domain/entities/pick.ts'
import { isSameSchoolName } from '#domain/entities/school-name.rules.ts'
import { readTypedLimit, readTypedSeats } from '#domain/testmoments/limits.rules.ts'
import { placeRefusal, tidyLocation } from '#domain/testmoments/place.rules.ts'
import { isCurrent } from '#domain/testmoments/testmoment.rules.ts'
import type { Duration } from '#domain/testmoments/testmoment.schema.ts'
import { newTestmoment, scheduleRefusal } from '#domain/testmoments/testmoment-edit.rules.ts'
import { foldText } from '#domain/users/search.rules.ts'
import { readList } from './columns.rules.ts'
import { findRepeats, found, type ListReading } from './import.rules.ts'
import type { ColumnReading, TestmomentLine, TestmomentVerdict } from './import.schema.ts'

/** A test moment as a list has it: all of it as it was typed. */
interface TestmomentRow {
  line: number
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
  isShifted: boolean
}

export function readTestmomentList(text: string, chosen: readonly ColumnReading[] = []): ListReading<TestmomentRow> {
  const list = readList('testmoments', text, chosen)
  if (!list.read) return list
  const { cell } = list
  return {
    read: true,
    columns: list.columns,
    rows: list.rows.map((row) => ({
      line: row.line,
      ...readTimes(cell(row, 'starts'), cell(row, 'ends')),
      location: cell(row, 'location'),
      date: cell(row, 'date'),
      duration: cell(row, 'duration'),
      seats: cell(row, 'seats'),
      limit: cell(row, 'limit'),
      modules: cell(row, 'modules'),
      opens: cell(row, 'opens'),
      closes: cell(row, 'closes'),
      isShifted: list.isShifted(row),
    })),
  }
}

/** One cell may hold both: '9:00 - 11:30', '9.00 tot 11.30 uur'. */
function readTimes(starts: string, ends: string): Pick<TestmomentRow, 'starts' | 'ends'> {
  const [, from, until] = /^(?:van\s+)?(\S.*?)\s*(?:[-–—]|\s(?:t\/m|tot|tot en met)\s)\s*(\d.*)$/i.exec(starts) ?? []
  return ends === '' && from !== undefined && until !== undefined ? { starts: from, ends: until } : { starts, ends }
}

/** What a row says; null for what could not be read, of which `fault` is the first. */
interface TestmomentWish {
  date: string | null
  duration: Duration
  starts_at: string | null
  ends_at: string | null
  location: string | null
  seats: number
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

/** As in the edit of a moment: of other centuries PostgreSQL tells instants that no clock here reads. */
const PLANNED = /^[2-8]/

/** A day alone: open from its beginning, closed at its end. */
const [FROM, UNTIL] = ['00:00', '23:59']

function readTestmomentCells(row: TestmomentRow): TestmomentWish {
  const date = readWrittenDay(row.date)
  const duration = DURATIONS[foldText(row.duration)]
  const starts_at = readWrittenClock(row.starts)
  const ends_at = readWrittenClock(row.ends)
  const seats = readSeats(row.seats)
  const limit = readLimit(row.limit)
  const opens = readPlanned(row.opens, FROM)
  const closes = readPlanned(row.closes, UNTIL)
  const faults: (TestmomentVerdict | false)[] = [
    row.isShifted && 'shifted',
    row.date === '' && 'date-missing',
    date === null && 'date-invalid',
    duration === undefined && 'duration-invalid',
    starts_at === null && row.starts !== '' && 'start-invalid',
    ends_at === null && row.ends !== '' && 'end-invalid',
    seats === null && 'seats-invalid',
    limit === null && 'limit-invalid',
    opens === null && row.opens !== '' && 'opening-invalid',
    closes === null && row.closes !== '' && 'closing-invalid',
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
    fault: faults.find((fault) => fault !== false) || null,
  }
}

const readSeats = (text: string): number | null => (UNLIMITED.includes(foldText(text)) ? 0 : readTypedSeats(text))

const readLimit = (text: string): number | null => (UNLIMITED.includes(foldText(text)) ? 0 : readTypedLimit(text))

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

interface NamedModule {
  id: number
  name: string
  active: boolean
}

/** What the school year has already, and what the school offers. */
export interface KnownYear {
  testmoments: readonly { date: string; duration: Duration }[]
  modules: readonly NamedModule[]
}

/** A line with what was found for it. */
export interface JudgedTestmoment extends TestmomentLine {
  module_ids: number[]
}

interface Read {
  row: TestmomentRow
  wish: TestmomentWish
}

/**
 * Tells of every line what would become of it; `now` in ms. A moment is known by its days: one that is there on the same
 * days stays as it is, also when it opened, closed or was changed since.
 */
export function judgeTestmoments(rows: readonly TestmomentRow[], known: KnownYear, now: number): JudgedTestmoment[] {
  const taken = new Set(known.testmoments.map(keyOf))
  const read = rows.map((row): Read => ({ row, wish: readTestmomentCells(row) }))
  const repeats = findRepeats(read, ({ wish }) => (wish.fault || wish.date === null ? null : keyOf(wish)))
  return read.map((line, index) => {
    const { row, wish } = line
    const modules = wish.moduleNames.map((name) => moduleCalled(name, known.modules))
    const [verdict, about = ''] = verdictOn(line, { taken, modules, earlier: repeats[index], now })
    const offered = modules.filter((module) => typeof module !== 'string')
    return {
      line: row.line,
      findings: [found(verdict, about)],
      changes: [],
      typed_date: row.date,
      date: wish.date,
      ...pick(wish, ['duration', 'starts_at', 'ends_at', 'location', 'seats', 'max_enrollments']),
      modules: modules.map((module) => (typeof module === 'string' ? module : module.name)),
      enrollments_open_at: wish.enrollments_open_at,
      enrollments_close_at: wish.enrollments_close_at,
      module_ids: [...new Set(offered.map(({ id }) => id))],
    }
  })
}

const keyOf = ({ date, duration }: { date: string | null; duration: Duration }): string => `${date} ${duration}`

/** The module that is called so; what was typed when none is. */
const moduleCalled = (name: string, modules: readonly NamedModule[]): NamedModule | string =>
  modules.find((module) => isSameSchoolName(module.name, name)) ?? name

interface Found {
  taken: ReadonlySet<string>
  modules: readonly (NamedModule | string)[]
  earlier: Read | undefined
  now: number
}

function verdictOn({ wish }: Read, { taken, modules, earlier, now }: Found): [TestmomentVerdict, about?: string] {
  const { date, duration, starts_at, ends_at, location, enrollments_open_at, enrollments_close_at } = wish
  if (wish.fault) return [wish.fault]
  if (date === null) return ['date-invalid']
  if (taken.has(keyOf(wish))) return ['known']
  const unknown = modules.find((module) => typeof module === 'string')
  if (unknown !== undefined) return ['module-unknown', unknown]
  const inactive = modules.find((module) => typeof module !== 'string' && !module.active)
  if (typeof inactive === 'object') return ['module-inactive', inactive.name]
  const place = { date, duration, starts_at, ends_at, location }
  const planned = { enrollments_open_at, enrollments_close_at }
  const refusal = placeRefusal(place) ?? scheduleRefusal({ ...newTestmoment, ...place }, planned, now)
  if (refusal) return [refusal]
  if (earlier) return [saysTheSame(wish, earlier.wish) ? 'repeated' : 'contradicted', String(earlier.row.line)]
  return [isCurrent({ date, duration }, now) ? 'new' : 'new-past']
}

const saysTheSame = (one: TestmomentWish, other: TestmomentWish): boolean =>
  one.seats === other.seats &&
  one.max_enrollments === other.max_enrollments &&
  one.starts_at === other.starts_at &&
  one.ends_at === other.ends_at &&
  one.location === other.location &&
  one.enrollments_open_at === other.enrollments_open_at &&
  one.enrollments_close_at === other.enrollments_close_at &&
  one.moduleNames.join('\n') === other.moduleNames.join('\n')

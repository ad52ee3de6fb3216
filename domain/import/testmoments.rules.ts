import type { Duration } from '#domain/calendar/when-and-where.schema.ts'
import { changedFields } from '#domain/entities/differences.ts'
import { groupBy } from '#domain/entities/groups.ts'
import { pick } from '#domain/entities/pick.ts'
import { schoolNameKey } from '#domain/entities/school-name.rules.ts'
import { placeRefusal } from '#domain/testmoments/place.rules.ts'
import { isCurrent } from '#domain/testmoments/testmoment.rules.ts'
import type { TestmomentEdit, TestmomentFields } from '#domain/testmoments/testmoment.schema.ts'
import {
  applyEdit,
  type ListedModule,
  newTestmoment,
  scheduleRefusal,
} from '#domain/testmoments/testmoment-edit.rules.ts'
import { eachOf, type Work } from './csv.rules.ts'
import {
  type Finding,
  findContradictions,
  findingsOf,
  findRepeats,
  found,
  type Judging,
  remarkErrors,
} from './import.rules.ts'
import type { ListedChange, SameDay, TestmomentLine } from './import.schema.ts'
import { hasLostLetters } from './lost-letters.rules.ts'
import {
  hasMonthsFirst,
  readTestmomentCells,
  type TestmomentRow,
  type TestmomentWish,
} from './testmoment-cells.rules.ts'
import {
  changesBetween,
  type KnownMoment,
  type MomentUpdate,
  modulesAfter,
  type NamedModule,
  remarksOn,
} from './testmoment-update.rules.ts'
import type { TestmomentVerdict } from './testmoments.texts.ts'

export interface KnownYear {
  testmoments: readonly KnownMoment[]
  modules: readonly NamedModule[]
}

export interface JudgedTestmoment extends TestmomentLine {
  module_ids: number[]
  /** null for a new moment */
  testmoment_id: number | null
  /** null if nothing changes */
  edit: MomentUpdate | null
}

interface MomentsJudging extends Judging {
  /** choice for a line that begins at another time than the existing moment on its days */
  sameDay?: SameDay | undefined
}

interface Read {
  row: TestmomentRow
  wish: TestmomentWish
}

/**
 * Judges each line. A line matches a moment by its days, and if several are on these days by its time. The moment stays the
 * same, even if it was opened, closed or changed since, unless the line is an update.
 */
export function* judgingTestmoments(
  rows: readonly TestmomentRow[],
  known: KnownYear,
  now: number,
  { update, sameDay = update ? 'same' : 'other' }: MomentsJudging = { update: false },
): Work<JudgedTestmoment[]> {
  const taken = groupBy(known.testmoments, keyOf)
  const byName = new Map(known.modules.map((module) => [schoolNameKey(module.name), module]))
  const byId = new Map(known.modules.map((module) => [module.id, module]))
  const monthsFirst = hasMonthsFirst(rows)
  const read = yield* eachOf(rows, (row): Read => ({ row, wish: readTestmomentCells(row, monthsFirst) }))
  const isKnown = (name: string) => byName.has(schoolNameKey(name))
  const listed = listedOnDays(read)
  const timeOf = ({ wish, row }: Read) =>
    wish.date === null || row.isShifted ? null : `${keyOf(wish)} ${wish.starts_at}`
  const repeats = findRepeats(read, timeOf)
  const contradictions = findContradictions(read, timeOf, ({ wish: one }, { wish: other }) => saysTheSame(one, other))
  return yield* eachOf(read, (line, index) => {
    const { row, wish } = line
    const names = wish.moduleNames.flatMap((name) => (isKnown(name) ? name : name.split('/').map((one) => one.trim())))
    const modules = [...new Set(names)]
      .filter((name) => name !== '')
      .map((name) => byName.get(schoolNameKey(name)) ?? name)
    const there = taken.get(keyOf(wish)) ?? []
    const beside = listed.get(keyOf(wish)) ?? NOTHING_LISTED
    const facts: Facts = {
      there,
      match: matchOf(wish, { there, beside, sameDay }),
      modules,
      byId,
      earlier: repeats[index],
      contradicted: contradictions[index] ?? (there.length > 1 ? undefined : otherTiming(line, beside)),
      others: otherTimes(wish, there, beside),
      now,
    }
    const { findings, moment = null, edit = null, changes = [] } = judgeTestmoment(line, facts, update)
    const offered = modules.filter((module) => typeof module !== 'string')
    const shown = { ...wish, ...(moment && pick(moment, LISTED_FIELDS)), ...edit?.after.fields }
    return {
      line: row.line,
      findings: remarkErrors(findings, row.cellErrors),
      changes,
      typed_date: row.date,
      date: wish.date,
      ...pick(shown, LISTED_FIELDS),
      modules: modules.map((module) => (typeof module === 'string' ? module : module.name)),
      module_ids: [...new Set(offered.map(({ id }) => id))],
      testmoment_id: moment?.id ?? null,
      edit,
    }
  })
}

/** Fields of a moment that a line of the list gives, except the date. */
export const LISTED_FIELDS = [
  'duration',
  'starts_at',
  'ends_at',
  'location',
  'seats',
  'max_enrollments',
  'enrollments_open_at',
  'enrollments_close_at',
] as const

const keyOf = ({ date, duration }: { date: string | null; duration: Duration }): string => `${date} ${duration}`

/** Moment that a line matches; null for a new one, 'several' if that is ambiguous. */
type Match = KnownMoment | 'several' | null

interface OnDays {
  there: readonly KnownMoment[]
  beside: ListedOnDays
  sameDay: SameDay
}

interface ListedOnDays {
  /** times of these lines; null for lines without a time */
  times: Set<string | null>
  /** first line with a time, and first one without */
  timed: Read | undefined
  untimed: Read | undefined
}

const NOTHING_LISTED: ListedOnDays = { times: new Set(), timed: undefined, untimed: undefined }

function listedOnDays(read: readonly Read[]): Map<string, ListedOnDays> {
  const listed = new Map<string, ListedOnDays>()
  for (const line of read) {
    const { wish, row } = line
    if (wish.date === null || row.isShifted) continue
    const days = listed.get(keyOf(wish)) ?? { times: new Set(), timed: undefined, untimed: undefined }
    days.times.add(wish.starts_at)
    if (wish.starts_at === null) days.untimed ??= line
    else days.timed ??= line
    listed.set(keyOf(wish), days)
  }
  return listed
}

/** The moment with the line's time; otherwise the only free one without a time, or with any if `sameDay` is 'same'. */
function matchOf({ starts_at }: TestmomentWish, { there, beside, sameDay }: OnDays): Match {
  const [exact, ...alike] = there.filter((moment) => moment.starts_at === starts_at)
  if (exact) return alike.length > 0 ? 'several' : exact
  if (starts_at === null) return there.length > 1 ? 'several' : (there[0] ?? null)
  const { times } = beside
  // A moment without a time can match a line that gives its time.
  const free = there.filter((moment) => !times.has(moment.starts_at))
  const candidates = sameDay === 'same' ? free : free.filter((moment) => moment.starts_at === null)
  const [candidate, ...rest] = candidates
  if (!candidate) return null
  const rivals = [...times].filter((time) => !there.some((moment) => moment.starts_at === time))
  return rest.length > 0 || rivals.length > 1 ? 'several' : candidate
}

/** Finds a line on this day where one of the two lines has no time: they may be the same moment. */
const otherTiming = ({ wish, row }: Read, { timed, untimed }: ListedOnDays): Read | undefined =>
  wish.date === null || row.isShifted ? undefined : wish.starts_at === null ? timed : untimed

/** Times of other moments on the same days, in the school year and in the list: '09:00'. */
function otherTimes(
  { starts_at }: TestmomentWish,
  there: readonly KnownMoment[],
  { times }: ListedOnDays,
): readonly string[] {
  if (there.length === 0 && times.size < 2) return []
  const all = new Set([...there.map((moment) => moment.starts_at), ...times])
  return [...all].flatMap((time) => (time === null || time === starts_at ? [] : time)).toSorted()
}

interface Facts {
  /** existing moments on the same days */
  there: readonly KnownMoment[]
  match: Match
  others: readonly string[]
  /** modules, or the typed text if no module has that name */
  modules: readonly (NamedModule | string)[]
  byId: ReadonlyMap<number, NamedModule>
  earlier: Read | undefined
  /** line that may be about the same moment, and says something else */
  contradicted: Read | undefined
  now: number
}

interface Judgement {
  findings: Finding<TestmomentVerdict>[]
  moment?: KnownMoment
  edit?: MomentUpdate | null
  changes?: ListedChange[]
}

function judgeTestmoment(line: Read, facts: Facts, update: boolean): Judgement {
  const { wish, row } = line
  const { match, earlier, others } = facts
  if (row.isShifted) return { findings: [found('shifted')] }
  if (row.isTotal) return { findings: [found('total')] }
  const cells = wish.faults.map((verdict) => found(verdict))
  if (match && !update) return { findings: findingsOf<TestmomentVerdict>(cells, () => [found('known')]) }
  if (match === 'several') return { findings: findingsOf<TestmomentVerdict>(cells, () => [found('several-known')]) }
  const contradicted = facts.contradicted && found('contradicted', String(facts.contradicted.row.line))
  if (match) return judgeUpdate(line, match, { ...facts, faults: [...cells, contradicted] })
  const { date, duration } = wish
  const isPast = date !== null && !isCurrent({ date, duration }, facts.now)
  const faults = [
    ...cells,
    ...moduleFaults(facts),
    ...placeFaults(wish),
    ...scheduleFaults(wish, facts.now),
    contradicted,
  ]
  return {
    findings: findingsOf<TestmomentVerdict>(faults, () => {
      if (earlier) return [found('repeated', String(earlier.row.line))]
      const beside = facts.there.length > 0 ? 'beside-others' : 'beside-listed'
      return [
        found(isPast ? 'new-past' : 'new'),
        others.length > 0 && found(beside, others.join(', ')),
        hasLostLetters(wish.location ?? '') && found('letters-lost'),
      ]
    }),
  }
}

type Fault = Finding<TestmomentVerdict> | false | null | undefined

const moduleFaults = ({ modules }: Facts, listed: readonly ListedModule[] = []): Fault[] =>
  modules.map((module) => {
    if (typeof module === 'string') return found('module-unknown', module)
    // An inactive module may stay if it is listed already.
    return !module.active && !listed.some(({ id }) => id === module.id) && found('module-inactive', module.name)
  })

/** Checks place and times separately, so that a line reports both. */
function placeFaults({ date, duration, starts_at, ends_at, location }: TestmomentWish | TestmomentFields): Fault[] {
  if (date === null) return []
  const nowhere = { date, duration, starts_at, ends_at, location: null }
  const anytime = { date, duration, starts_at: null, ends_at: null, location }
  return [placeRefusal(anytime), placeRefusal(nowhere)].map((refusal) => refusal && found(refusal))
}

/** Checks opening and closing separately too. */
function scheduleFaults(wish: TestmomentWish, now: number): Fault[] {
  const { date, duration, starts_at, enrollments_open_at: opens, enrollments_close_at: closes } = wish
  if (date === null) return []
  const moment = { ...newTestmoment, date, duration, starts_at }
  return [
    { enrollments_open_at: opens },
    { enrollments_close_at: closes },
    { enrollments_open_at: opens, enrollments_close_at: closes },
  ].map((planned) => {
    const refusal = scheduleRefusal(moment, planned, now)
    return refusal && found(refusal)
  })
}

/** Judges an update by the rules of a manual edit; an empty cell keeps a value, and so does a planned time that is past. */
function judgeUpdate(
  { wish, row }: Read,
  moment: KnownMoment,
  { faults, ...facts }: Facts & { faults: readonly Fault[] },
): Judgement {
  const { earlier, now } = facts
  const isPlanned = (time: string | null) => time !== null && Date.parse(time) > now
  const isPast = [wish.enrollments_open_at, wish.enrollments_close_at].some((time) => time !== null && !isPlanned(time))
  const asked: TestmomentEdit = {
    ...(wish.starts_at !== null && { starts_at: wish.starts_at }),
    ...(wish.ends_at !== null && { ends_at: wish.ends_at }),
    ...(wish.location !== null && { location: wish.location }),
    ...(row.seats !== '' && { seats: wish.seats }),
    ...(row.limit !== '' && { max_enrollments: wish.max_enrollments }),
    ...(isPlanned(wish.enrollments_open_at) && { enrollments_open_at: wish.enrollments_open_at }),
    ...(isPlanned(wish.enrollments_close_at) && { enrollments_close_at: wish.enrollments_close_at }),
  }
  const after = applyEdit(moment, asked, now)
  const named = facts.modules.filter((module) => typeof module !== 'string')
  const stay = { modules: moment.modules, kept: [] }
  const { modules, kept } = row.modules === '' ? stay : modulesAfter(moment, named, facts.byId)
  const fields = changedFields<TestmomentFields>(after, moment, LISTED_FIELDS)
  const edit: MomentUpdate = {
    before: { fields: pick(moment, fields), modules: moment.modules },
    after: { fields: pick(after, fields), modules },
    version: moment.version,
  }
  const changes = changesBetween(edit.before, edit.after, (id) => facts.byId.get(id)?.name ?? '')
  const refusal = scheduleRefusal(moment, asked, now)
  const wrong = [...faults, ...moduleFaults(facts, moment.modules), ...placeFaults(after), refusal && found(refusal)]
  const findings = findingsOf<TestmomentVerdict>(wrong, () => {
    if (earlier) return [found('repeated', String(earlier.row.line))]
    return [
      found(changes.length > 0 ? 'updated' : 'known'),
      moment.starts_at !== null && after.starts_at !== moment.starts_at && found('time-moved', moment.starts_at),
      kept.length > 0 && found('modules-kept', kept.join(', ')),
      isPast && isCurrent(moment, now) && found('planned-past'),
      ...remarksOn(moment, after, now),
      hasLostLetters(String(edit.after.fields.location ?? '')) && found('letters-lost'),
    ]
  })
  return findings[0]?.verdict === 'updated' ? { findings, moment, edit, changes } : { findings, moment }
}

const saysTheSame = (one: TestmomentWish, other: TestmomentWish): boolean =>
  LISTED_FIELDS.every((name) => one[name] === other[name]) &&
  one.moduleNames.join('\n') === other.moduleNames.join('\n')

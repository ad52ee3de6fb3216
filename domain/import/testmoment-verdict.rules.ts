import { isSameSchoolName } from '#domain/entities/school-name.rules.ts'
import { isCurrent } from '#domain/testmoments/testmoment.rules.ts'
import type { Duration } from '#domain/testmoments/testmoment.schema.ts'
import { scheduleRefusal } from '#domain/testmoments/testmoment-edit.rules.ts'
import type { TestmomentLine, TestmomentVerdict } from './import.schema.ts'
import { findRepeats } from './import-list.rules.ts'
import { readTestmomentCells, type TestmomentWish } from './testmoment-cells.rules.ts'
import type { TestmomentRow } from './testmoment-list.rules.ts'

export interface NamedModule {
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
    const found = modules.filter((module) => typeof module !== 'string')
    return {
      line: row.line,
      verdict,
      about,
      typed_date: row.date,
      date: wish.date,
      duration: wish.duration,
      max_enrollments: wish.max_enrollments,
      modules: modules.map((module) => (typeof module === 'string' ? module : module.name)),
      enrollments_open_at: wish.enrollments_open_at,
      enrollments_close_at: wish.enrollments_close_at,
      module_ids: [...new Set(found.map(({ id }) => id))],
    }
  })
}

const keyOf = ({ date, duration }: { date: string | null; duration: Duration }): string => `${date} ${duration}`

/** The module that is called so; what was typed when none is. */
const moduleCalled = (name: string, modules: readonly NamedModule[]): NamedModule | string =>
  modules.find((module) => isSameSchoolName(module.name, name)) ?? name

/** A new moment, before it is planned when it opens and closes. */
const UNPLANNED = {
  max_enrollments: 0,
  enrollments_enabled: false,
  enrollments_open_at: null,
  enrollments_close_at: null,
}

interface Found {
  taken: ReadonlySet<string>
  modules: readonly (NamedModule | string)[]
  earlier: Read | undefined
  now: number
}

function verdictOn({ wish }: Read, { taken, modules, earlier, now }: Found): [TestmomentVerdict, about?: string] {
  const { date, duration, enrollments_open_at, enrollments_close_at } = wish
  if (wish.fault) return [wish.fault]
  if (date === null) return ['date-invalid']
  if (taken.has(keyOf(wish))) return ['known']
  const unknown = modules.find((module) => typeof module === 'string')
  if (unknown !== undefined) return ['module-unknown', unknown]
  const inactive = modules.find((module) => typeof module !== 'string' && !module.active)
  if (typeof inactive === 'object') return ['module-inactive', inactive.name]
  const refusal = scheduleRefusal({ ...UNPLANNED, date, duration }, { enrollments_open_at, enrollments_close_at }, now)
  if (refusal) return [refusal]
  if (earlier) return [saysTheSame(wish, earlier.wish) ? 'repeated' : 'contradicted', String(earlier.row.line)]
  return [isCurrent({ date, duration }, now) ? 'new' : 'new-past']
}

const saysTheSame = (one: TestmomentWish, other: TestmomentWish): boolean =>
  one.max_enrollments === other.max_enrollments &&
  one.enrollments_open_at === other.enrollments_open_at &&
  one.enrollments_close_at === other.enrollments_close_at &&
  one.moduleNames.join('\n') === other.moduleNames.join('\n')

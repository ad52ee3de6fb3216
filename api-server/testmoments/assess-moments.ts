import { countEnrollments, countWaiting } from '#api-server/facts/enrollment.queries.ts'
import { requireModules } from '#api-server/facts/module.queries.ts'
import { listTestmomentModules, type TestmomentRow, testmomentColumns } from '#api-server/facts/testmoment.queries.ts'
import type { Kysely } from '#database/tables.ts'
import { whenAndWhereFieldNames } from '#domain/calendar/when-and-where.schema.ts'
import { aboveSeats } from '#domain/enrollments/waiting.rules.ts'
import { differencesBetween } from '#domain/entities/differences.ts'
import { pick } from '#domain/entities/pick.ts'
import { closesEarlier, concernsEnrolled, deletionConcernsEnrolled } from '#domain/messages/change.rules.ts'
import { editOf, modulesAfter } from '#domain/testmoments/moments-act.rules.ts'
import type { MomentActRefusal, MomentsAct, PlannedMoment } from '#domain/testmoments/moments-act.schema.ts'
import { carryOutSchedule } from '#domain/testmoments/schedule.rules.ts'
import { isCurrent } from '#domain/testmoments/testmoment.rules.ts'
import type { TestmomentFields } from '#domain/testmoments/testmoment.schema.ts'
import {
  applyEdit,
  isNoLongerOffered,
  type ListedModule,
  scheduleRefusal,
} from '#domain/testmoments/testmoment-edit.rules.ts'
import { testmomentFieldTexts, testmomentModulesTexts } from '#domain/testmoments/testmoment-edit.texts.ts'
import { countPromoted, listStudentsAtTestmoment } from './edit-testmoment.ts'

/** Effects of an act on one moment, with the values that carrying it out needs. */
export interface AssessedMoment {
  plan: PlannedMoment
  /** current row after its schedule; null when it is gone */
  moment: TestmomentRow | null
  fields: TestmomentFields | null
  modules: { before: readonly ListedModule[]; after: readonly ListedModule[] } | null
  /** students who would be notified, by id */
  concerned: readonly number[]
}

/**
 * Assesses an act for each of these moments as they are now: for the preview without locks, and again under the locks of the
 * act. `now` in ms. Throws `module-unknown`.
 */
export async function assessMoments(
  kysely: Kysely,
  { act, testmomentIds }: { act: MomentsAct; testmomentIds: readonly number[] },
  now: number,
): Promise<AssessedMoment[]> {
  const ids = [...new Set(testmomentIds)]
  const rows = await kysely.selectFrom('testmoment').select(testmomentColumns).where('id', 'in', ids).execute()
  const moments = new Map(rows.map((row) => [row.id, { ...row, ...carryOutSchedule(row, now) }]))
  const assess = await assessorOf(kysely, { act, moments, now })
  const assessed: AssessedMoment[] = []
  for (const id of ids) {
    const moment = moments.get(id)
    assessed.push(moment ? await assess(moment) : gone(id))
  }
  return act.kind === 'delete' ? markLast(kysely, assessed) : assessed
}

type Assessor = (moment: TestmomentRow) => Promise<AssessedMoment>

interface Assessing {
  act: MomentsAct
  moments: ReadonlyMap<number, TestmomentRow>
  now: number
}

async function assessorOf(kysely: Kysely, { act, moments, now }: Assessing): Promise<Assessor> {
  const ids = [...moments.keys()]
  const counts = new Map((await countEnrollments(kysely, ids)).map((row) => [row.testmoment_id, row]))
  if (act.kind === 'delete') {
    const [recorded, waiting] = [await listRecorded(kysely, ids), await countWaiting(kysely, ids)]
    return async (moment) => {
      if (recorded.has(moment.id)) return refused(moment, 'testmoment-recorded')
      const { students = 0, tests = 0 } = counts.get(moment.id) ?? {}
      const isNotified = students > 0 && deletionConcernsEnrolled(moment, now)
      const concerned = isNotified ? await listStudentsAtTestmoment(kysely, moment.id) : []
      const waits_ended = waiting.get(moment.id) ?? 0
      return planned(moment, { enrollments_deleted: tests, students, waits_ended }, { concerned })
    }
  }
  if (act.kind === 'modules') return modulesAssessor(kysely, act, { ids, now })
  return async (before) => {
    const edit = editOf(act, before)
    const after = applyEdit(before, edit, now)
    const changes = fieldChanges(before, after, now)
    if (changes.length === 0) return asAsked(before)
    const refusal = scheduleRefusal(before, edit, now)
    if (refusal) return planned(before, { outcome: 'refused', refusal, changes }, { concerned: [] })
    const taken = counts.get(before.id)?.students ?? 0
    const change = { before, after, now }
    const concerned = taken > 0 && concernsEnrolled(change) ? await listStudentsAtTestmoment(kysely, before.id) : []
    const seats = act.kind === 'seats' && {
      students_above_seats: aboveSeats({ seats: after.seats, taken }),
      students_promoted: await countPromoted(kysely, { before, after, taken }, now),
    }
    const effects = { changes, ...seats, closes_earlier: concerned.length > 0 && closesEarlier(change) }
    return planned(before, effects, { fields: after, concerned })
  }
}

const fieldChanges = (before: TestmomentFields, after: TestmomentFields, now: number): PlannedMoment['changes'] =>
  differencesBetween<TestmomentFields>(after, before, testmomentFieldTexts(now)).map(({ label, yours, theirs }) => ({
    label,
    old: theirs,
    new: yours,
  }))

async function modulesAssessor(
  kysely: Kysely,
  act: Extract<MomentsAct, { kind: 'modules' }>,
  { ids, now }: { ids: readonly number[]; now: number },
): Promise<Assessor> {
  const named = await requireModules(kysely, [...new Set(act.module_ids)])
  const listed = Map.groupBy(await listTestmomentModules(kysely, ids), ({ testmoment_id }) => testmoment_id)
  const names = new Map([...[...listed.values()].flat(), ...named].map(({ id, name }) => [id, name]))
  const show = (modules: readonly ListedModule[]) =>
    testmomentModulesTexts.modules.show(
      modules
        .map((module) => ({ ...module, name: names.get(module.id) ?? '' }))
        .toSorted((one, other) => (one.name < other.name ? -1 : 1)),
    )
  const held = Map.groupBy(await listHeldModules(kysely, ids), ({ testmoment_id }) => testmoment_id)
  return async (moment) => {
    const before = listed.get(moment.id) ?? []
    if (act.how === 'remove' && before.length === 0) return refused(moment, 'offers-all')
    const after = modulesAfter(act, before)
    const [old, current] = [show(before), show(after)]
    if (old === current) return asAsked(moment)
    const gone = isCurrent(moment, now)
      ? (held.get(moment.id) ?? []).filter((module) => isNoLongerOffered(module, { before, after }))
      : []
    const lost = await listLost(kysely, moment.id, gone)
    const concerned = [...new Set(lost.enrolled)]
    const effects = {
      changes: [{ label: testmomentModulesTexts.modules.label, old, new: current }],
      enrollments_deleted: lost.enrolled.length,
      students: concerned.length,
      waits_ended: new Set(lost.waiting).size,
      opens_all_modules: before.length > 0 && after.length === 0,
    }
    return planned(moment, effects, { modules: { before, after }, concerned })
  }
}

/** Modules in which a student is enrolled or waits there, with whether they are active. */
const listHeldModules = (kysely: Kysely, ids: readonly number[]) =>
  kysely
    .selectFrom('enrollment')
    .innerJoin('module', 'module.id', 'enrollment.module_id')
    .select(['enrollment.testmoment_id', 'module.id', 'module.active'])
    .where('enrollment.testmoment_id', 'in', ids.length > 0 ? ids : [0])
    .union(
      kysely
        .selectFrom('waiting_entry')
        .innerJoin('module', 'module.id', 'waiting_entry.module_id')
        .select(['waiting_entry.testmoment_id', 'module.id', 'module.active'])
        .where('waiting_entry.testmoment_id', 'in', ids.length > 0 ? ids : [0]),
    )
    .execute()

/** User ids per enrollment and wait in these modules that would end there; those with a record stay. */
async function listLost(kysely: Kysely, testmomentId: number, modules: readonly { id: number }[]) {
  if (modules.length === 0) return { enrolled: [], waiting: [] }
  const ids = modules.map(({ id }) => id)
  const enrolled = await kysely
    .selectFrom('enrollment')
    .select('user_id')
    .where('testmoment_id', '=', testmomentId)
    .where('module_id', 'in', ids)
    .where('has_record', '=', false)
    .execute()
  const waiting = await kysely
    .selectFrom('waiting_entry')
    .select('user_id')
    .where('testmoment_id', '=', testmomentId)
    .where('module_id', 'in', ids)
    .execute()
  return { enrolled: enrolled.map(({ user_id }) => user_id), waiting: waiting.map(({ user_id }) => user_id) }
}

/** Ids of moments with attendance or results, which can't be deleted. */
async function listRecorded(kysely: Kysely, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const rows = await kysely
    .selectFrom('enrollment')
    .select('testmoment_id')
    .distinct()
    .where('testmoment_id', 'in', ids)
    .where('has_record', '=', true)
    .execute()
  return new Set(rows.map(({ testmoment_id }) => testmoment_id))
}

/** Marks the last deleted moment of a school year that then has none left. */
async function markLast(kysely: Kysely, assessed: AssessedMoment[]): Promise<AssessedMoment[]> {
  const going = assessed.flatMap(({ plan, moment }) => (moment && plan.outcome === 'will' ? [moment] : []))
  if (going.length === 0) return assessed
  const left = await kysely
    .selectFrom('testmoment')
    .select('schoolyear_id')
    .distinct()
    .where('schoolyear_id', 'in', [...new Set(going.map(({ schoolyear_id }) => schoolyear_id))])
    .where(
      'id',
      'not in',
      going.map(({ id }) => id),
    )
    .execute()
  const lasts = new Map(going.map(({ id, schoolyear_id }) => [schoolyear_id, id]))
  for (const { schoolyear_id } of left) lasts.delete(schoolyear_id)
  const ids = new Set(lasts.values())
  return assessed.map((one) => (ids.has(one.plan.id) ? { ...one, plan: { ...one.plan, last_testmoment: true } } : one))
}

const nothing = {
  refusal: null,
  changes: [],
  enrollments_deleted: 0,
  students: 0,
  waits_ended: 0,
  students_concerned: 0,
  students_above_seats: 0,
  students_promoted: 0,
  closes_earlier: false,
  opens_all_modules: false,
  last_testmoment: false,
} satisfies Partial<PlannedMoment>

const planned = (
  moment: TestmomentRow,
  effects: Partial<PlannedMoment>,
  { concerned, fields = null, modules = null }: Partial<AssessedMoment> & Pick<AssessedMoment, 'concerned'>,
): AssessedMoment => ({
  plan: {
    id: moment.id,
    testmoment: pick(moment, whenAndWhereFieldNames),
    version: moment.version,
    outcome: 'will',
    ...nothing,
    ...effects,
    students_concerned: concerned.length,
  },
  moment,
  fields,
  modules,
  concerned,
})

const asAsked = (moment: TestmomentRow): AssessedMoment => planned(moment, { outcome: 'already' }, { concerned: [] })

const refused = (moment: TestmomentRow, refusal: MomentActRefusal): AssessedMoment =>
  planned(moment, { outcome: 'refused', refusal }, { concerned: [] })

const gone = (id: number): AssessedMoment => ({
  plan: { id, testmoment: null, version: null, outcome: 'refused', ...nothing, refusal: 'not-found' },
  moment: null,
  fields: null,
  modules: null,
  concerned: [],
})

import { randomUUID } from 'node:crypto'
import { findSchoolRevision } from '#api-server/enrollments/student-lists/student-list.queries.ts'
import { listModules } from '#api-server/facts/module.queries.ts'
import { listMomentsOfActiveYear, listTestmomentModules } from '#api-server/facts/testmoment.queries.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { Kysely } from '#database/tables.ts'
import { addressOf } from '#domain/calendar/address.rules.ts'
import type { Routed } from '#domain/calendar/when-and-where.schema.ts'
import { enrollmentChanges, type ModuleFacts } from '#domain/enrollments/enrollment.rules.ts'
import { type ModuleStatus, type StatusMoment, statusMomentFieldNames } from '#domain/enrollments/enrollment.schema.ts'
import { pick } from '#domain/entities/pick.ts'
import { hasCodes } from '#domain/presence/door-code.rules.ts'
import { instantsOf, isCurrent, type MomentFacts, passedAt } from '#domain/testmoments/testmoment.rules.ts'
import {
  type ShownTestmoment,
  type TestmomentModule,
  testmomentFieldNames,
  testmomentModuleFieldNames,
} from '#domain/testmoments/testmoment.schema.ts'
import { unavailable } from '#server/problem.ts'

/** Caches the school of the last read, as it looks until time changes an answer of the rules. */
interface SchoolCache {
  /** gives the school a new revision: an earlier release, or a restored backup, may have answered otherwise under the old one */
  start(): Promise<void>
  /** the cached school, if it has this revision */
  schoolOf(revision: string, now: number): SchoolNow | undefined
  /** reads the present school, which may be newer than the revision the caller looked for */
  renew(now: number): Promise<SchoolNow>
}

/** `schoolAddress`: where the rooms of the school are. */
export function openSchoolCache({ kysely }: Database, schoolAddress?: string): SchoolCache {
  let cached: SchoolNow | undefined
  let loading: Promise<School> | undefined

  let started = false

  const start = async () => {
    await kysely.updateTable('school_state').set({ revision: randomUUID() }).execute()
    started = true
  }
  const load = async () => {
    // The database may have been away at the start of this process.
    if (!started) await start()
    return loadSchool(kysely, schoolAddress)
  }

  return {
    start,
    schoolOf: (revision, now) => {
      if (cached?.school.revision !== revision) return undefined
      if (now < cached.since || now >= cached.until) cached = schoolAt(cached.school, now)
      return cached
    },
    renew: async (now) => {
      // Callers that miss at the same time share one read.
      loading ??= load().finally(() => {
        loading = undefined
      })
      cached = schoolAt(await loading, now)
      return cached
    },
  }
}

/** The school during a period in which time alone changes nothing. */
export interface SchoolNow {
  school: School
  /** valid from `since` up to but not including `until` (ms since the epoch) */
  since: number
  until: number
  /** earliest first */
  current: readonly SchoolMoment[]
  /** ids of the moments whose students have their code for the door */
  coded: ReadonlySet<number>
}

function schoolAt(school: School, now: number): SchoolNow {
  const moments = [...school.moments.values()]
  const points = moments.flatMap((moment) => [
    ...enrollmentChanges(moment),
    ...instantsOf((passed) => hasCodes(moment, passed)),
  ])
  return {
    school,
    since: Math.max(0, ...points.filter((point) => point <= now)),
    until: Math.min(Number.POSITIVE_INFINITY, ...points.filter((point) => point > now)),
    current: moments.filter((moment) => isCurrent(moment, now)),
    coded: new Set(moments.filter((moment) => hasCodes(moment, passedAt(now))).map(({ id }) => id)),
  }
}

/** Data of one revision that is the same for all students. Readers share it, so it must not be changed. */
interface School {
  revision: string
  /** moments of the active year by id, past ones too, earliest first */
  moments: ReadonlyMap<number, SchoolMoment>
  /** modules by id, also inactive ones, since a student may still be enrolled in one */
  modules: ReadonlyMap<number, ModuleStatus['module']>
  /** active modules by department, by name */
  offered: ReadonlyMap<number, readonly OfferedModule[]>
  inUse: readonly OfferedModule[]
}

export interface SchoolMoment extends MomentFacts {
  /** the moment in the list of test moments */
  shown: ShownTestmoment & Routed
  /** the moment beside a module in which a student is enrolled there */
  status: StatusMoment
}

/** A module in which the student is not enrolled, with the parts that all students share. */
export interface OfferedModule {
  module: ModuleStatus['module']
  todo: UnchosenModule
  completed: UnchosenModule
  /** status of a module completed by a passed test */
  passed: UnchosenModule
}

interface UnchosenModule {
  facts: ModuleFacts
  status: ModuleStatus
}

/** Reads before the caller is asked to retry. The school changes only a few times a day. */
const LOAD_ATTEMPTS = 5

/** Loads the school in several queries. If the revision is the same before and after, nothing changed in between. */
export async function loadSchool(kysely: Kysely, schoolAddress?: string): Promise<School> {
  let revision = await findSchoolRevision(kysely)
  for (let attempt = 1; attempt <= LOAD_ATTEMPTS; attempt++) {
    const parts = await loadParts(kysely, schoolAddress)
    const revisionAfter = await findSchoolRevision(kysely)
    if (revisionAfter === revision) return { revision, ...parts }
    revision = revisionAfter
  }
  throw unavailable('school-changing')
}

async function loadParts(kysely: Kysely, schoolAddress?: string): Promise<Omit<School, 'revision'>> {
  const moments = await listMomentsOfActiveYear(kysely)
  const ids = moments.map(({ id }) => id)
  const listed = await listTestmomentModules(kysely, ids)
  const modules = await listModules(kysely, { alsoInactive: true })
  const offered = await listOfferedModules(kysely)
  const listedAt = Map.groupBy(listed, ({ testmoment_id }) => testmoment_id)
  const offeredBy = Map.groupBy(offered, ({ education_department_id }) => education_department_id)
  return {
    moments: new Map(
      moments.map((moment) => [moment.id, schoolMoment(moment, listedAt.get(moment.id) ?? [], schoolAddress)]),
    ),
    modules: new Map(modules.map(({ id, name, description }) => [id, shared({ id, name, description })])),
    offered: new Map([...offeredBy].map(([department, held]) => [department, held.map(offeredModule)])),
    inUse: modules.filter(({ active }) => active).map(offeredModule),
  }
}

type MomentRow = Awaited<ReturnType<typeof listMomentsOfActiveYear>>[number]

function schoolMoment(
  moment: MomentRow,
  listed: readonly TestmomentModule[],
  schoolAddress: string | undefined,
): SchoolMoment {
  const address = addressOf(moment.location, schoolAddress)
  const routed: Routed = address === undefined ? {} : { address }
  return {
    ...moment,
    module_ids: listed.map(({ id }) => id),
    shown: {
      ...pick(moment, ['id', ...testmomentFieldNames, 'version']),
      ...routed,
      modules: shared(listed.map((module) => pick(module, testmomentModuleFieldNames))),
    },
    status: shared({ ...pick(moment, statusMomentFieldNames), ...routed }),
  }
}

function offeredModule({ id, name, description }: OfferedModule['module']): OfferedModule {
  const module = shared({ id, name, description })
  const shownAs = (is_completed: boolean, by_result?: true) => ({
    facts: { id, active: true, in_department: true, is_completed },
    status: shared({ module, enrollments: {}, enrollment_moment: null, is_completed, ...(by_result && { by_result }) }),
  })
  return { module, todo: shownAs(false), completed: shownAs(true), passed: shownAs(true, true) }
}

const texts = new WeakMap<object, string>()

/** Marks a part of replies that all readers share and nobody changes; its JSON is made once, now. */
function shared<Part extends object>(part: Part): Part {
  texts.set(part, JSON.stringify(part))
  return part
}

/** JSON of a part marked by `shared`; undefined for any other. */
export const knownTextOf = (part: object): string | undefined => texts.get(part)

export const textOf = (part: object): string => texts.get(part) ?? JSON.stringify(part)

const listOfferedModules = (kysely: Kysely) =>
  kysely
    .selectFrom('education_department_module as held')
    .innerJoin('module', 'module.id', 'held.module_id')
    .select(['held.education_department_id', 'module.id', 'module.name', 'module.description'])
    .where('module.active', '=', true)
    .orderBy('module.name')
    .execute()

import type { Transaction } from '#database/tables.ts'
import { dayOf } from '#domain/calendar/amsterdam.ts'
import type { AutomaticMoment } from '#domain/enrollments/automatic.rules.ts'
import type { ModuleFacts } from '#domain/enrollments/enrollment.rules.ts'
import { schoolNameKey } from '#domain/entities/school-name.rules.ts'
import { type DepartmentName, demoDepartments, demoModules, demoRooms, type ModuleName } from './offer.ts'
import { currentMoments, DAY_MS, type DemoMoment, previousMoments, schoolyearName } from './testmoments.ts'

export interface DemoSchool {
  modules: ReadonlyMap<ModuleName, Pick<ModuleFacts, 'id' | 'active'>>
  departments: ReadonlyMap<DepartmentName, SchoolDepartment>
  moments: readonly SchoolMoment[]
}

interface SchoolDepartment {
  id: number
  auto_enroll: boolean
  module_ids: ReadonlySet<number>
}

export interface SchoolMoment extends AutomaticMoment, Pick<DemoMoment, 'key' | 'hasBeenOpen'> {}

/** Returns a value that must exist, since the demo's lists refer to each other by name. */
export function requireNamed<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): Value {
  const value = map.get(key)
  if (value === undefined) throw new Error(`The demo school has no ${key}.`)
  return value
}

/** Inserts the moments of one school year, in which no two start on the same day. */
async function insertMoments(
  trx: Transaction,
  schoolyear: { id: number; active: boolean; created: number },
  moments: readonly DemoMoment[],
  modules: DemoSchool['modules'],
): Promise<SchoolMoment[]> {
  const created_at = new Date(schoolyear.created).toISOString()
  const rows = await trx
    .insertInto('testmoment')
    .values(
      moments.map(({ key, modules, auto_enroll, hasBeenOpen, ...moment }) => ({
        ...moment,
        schoolyear_id: schoolyear.id,
        created_at,
      })),
    )
    .returning(['id', 'date'])
    .execute()
  const ids = new Map(rows.map((row) => [row.date, row.id]))

  const inserted = moments.map(({ modules: names, auto_enroll, ...moment }) => ({
    ...moment,
    id: requireNamed(ids, moment.date),
    schoolyear_active: schoolyear.active,
    module_ids: names.map((name) => requireNamed(modules, name).id),
    auto_enroll_module_ids: auto_enroll.map((name) => requireNamed(modules, name).id),
  }))
  await trx
    .insertInto('testmoment_module')
    .values(
      inserted.flatMap(({ id, module_ids, auto_enroll_module_ids }) =>
        module_ids.map((module_id) => ({
          testmoment_id: id,
          module_id,
          auto_enroll: auto_enroll_module_ids.includes(module_id),
        })),
      ),
    )
    .execute()
  return inserted
}

type Trx = Transaction

export async function insertSchool(trx: Trx, now: number): Promise<DemoSchool> {
  const modules = await insertModules(trx, now)
  const departments = await insertDepartments(trx, modules, now)
  await insertRooms(trx, now)
  const current = await insertSchoolyear(trx, schoolyearName(dayOf(now)), true, now - 110 * DAY_MS)
  const previous = await insertSchoolyear(trx, schoolyearName(dayOf(now), 1), false, now - 474 * DAY_MS)
  const moments = [
    ...(await insertMoments(trx, previous, previousMoments(now), modules)),
    ...(await insertMoments(trx, current, currentMoments(now), modules)),
  ]
  return { modules, departments, moments }
}

async function insertModules(trx: Trx, now: number): Promise<DemoSchool['modules']> {
  const created_at = new Date(now - 500 * DAY_MS).toISOString()
  const rows = await trx
    .insertInto('module')
    .values(demoModules.map((module) => ({ ...module, created_at })))
    .returning(['id', 'name', 'active'])
    .execute()
  const byName = new Map<string, (typeof rows)[number]>(rows.map((row) => [row.name, row]))
  return new Map(demoModules.map(({ name }): [ModuleName, (typeof rows)[number]] => [name, requireNamed(byName, name)]))
}

async function insertRooms(trx: Trx, now: number): Promise<void> {
  const created_at = new Date(now - 500 * DAY_MS).toISOString()
  const rooms = demoRooms.map((room, at) => ({
    ...room,
    name_key: schoolNameKey(room.name),
    position: at + 1,
    created_at,
  }))
  await trx.insertInto('room').values(rooms).execute()
}

async function insertDepartments(trx: Trx, modules: DemoSchool['modules'], now: number) {
  const created_at = new Date(now - 500 * DAY_MS).toISOString()
  const rows = await trx
    .insertInto('education_department')
    .values(demoDepartments.map(({ name, auto_enroll, archived }) => ({ name, auto_enroll, archived, created_at })))
    .returning(['id', 'name'])
    .execute()
  const ids = new Map(rows.map((row) => [row.name, row.id]))
  const departments = new Map<DepartmentName, SchoolDepartment>()
  for (const { name, auto_enroll, modules: names } of demoDepartments) {
    const module_ids = new Set(names.map((module) => requireNamed(modules, module).id))
    departments.set(name, { id: requireNamed(ids, name), auto_enroll, module_ids })
  }
  await trx
    .insertInto('education_department_module')
    .values(
      [...departments.values()].flatMap(({ id, module_ids }) =>
        [...module_ids].map((module_id) => ({ education_department_id: id, module_id })),
      ),
    )
    .execute()
  return departments
}

async function insertSchoolyear(trx: Trx, name: string, active: boolean, created: number) {
  const { id } = await trx
    .insertInto('schoolyear')
    .values({ name, active, created_at: new Date(created).toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, active, created }
}

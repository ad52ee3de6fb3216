import type { Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'
import { dayOf } from '#domain/calendar/amsterdam.ts'
import type { DemoSchool, SchoolDepartment } from './demo-school.ts'
import { known } from './demo-school.ts'
import { DAY } from './demo-student.ts'
import { type DepartmentName, demoDepartments } from './departments.ts'
import { insertMoments } from './insert-moments.ts'
import { demoModules, type ModuleName } from './modules.ts'
import { currentMoments, previousMoments } from './moments.ts'
import { schoolyearName } from './school-calendar.ts'

type Trx = Transaction<Tables>

export async function insertSchool(trx: Trx, now: number): Promise<DemoSchool> {
  const modules = await insertModules(trx, now)
  const departments = await insertDepartments(trx, modules, now)
  const current = await insertSchoolyear(trx, schoolyearName(dayOf(now)), true, now - 110 * DAY)
  const previous = await insertSchoolyear(trx, schoolyearName(dayOf(now), 1), false, now - 474 * DAY)
  const moments = [
    ...(await insertMoments(trx, previous, previousMoments(now), modules)),
    ...(await insertMoments(trx, current, currentMoments(now), modules)),
  ]
  return { modules, departments, moments }
}

async function insertModules(trx: Trx, now: number): Promise<DemoSchool['modules']> {
  const created_at = new Date(now - 500 * DAY).toISOString()
  const rows = await trx
    .insertInto('module')
    .values(demoModules.map((module) => ({ ...module, created_at })))
    .returning(['id', 'name', 'active'])
    .execute()
  const byName = new Map<string, (typeof rows)[number]>(rows.map((row) => [row.name, row]))
  return new Map(demoModules.map(({ name }): [ModuleName, (typeof rows)[number]] => [name, known(byName, name)]))
}

async function insertDepartments(trx: Trx, modules: DemoSchool['modules'], now: number) {
  const created_at = new Date(now - 500 * DAY).toISOString()
  const rows = await trx
    .insertInto('education_department')
    .values(demoDepartments.map(({ name, auto_enroll, archived }) => ({ name, auto_enroll, archived, created_at })))
    .returning(['id', 'name'])
    .execute()
  const ids = new Map(rows.map((row) => [row.name, row.id]))
  const departments = new Map<DepartmentName, SchoolDepartment>()
  for (const { name, auto_enroll, modules: names } of demoDepartments) {
    const module_ids = new Set(names.map((module) => known(modules, module).id))
    departments.set(name, { id: known(ids, name), auto_enroll, module_ids })
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

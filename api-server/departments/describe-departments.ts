import { departmentReply } from '#api-server/departments/department.replies.ts'
import {
  findEducationDepartment,
  listEducationDepartments as listDepartments,
  listModulesOfDepartments,
} from '#api-server/facts/department.queries.ts'
import { listModules } from '#api-server/facts/module.queries.ts'
import { requireUser } from '#api-server/facts/require-user.ts'
import { findUser } from '#api-server/facts/user.queries.ts'
import { editModuleMatrix, previewModuleMatrix } from '#contract/departments.gen.ts'
import { type Endpoint, fullPathOf } from '#contract/endpoint.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { Kysely } from '#database/tables.ts'
import type { EducationDepartment, ModuleMatrix } from '#domain/departments/department.schema.ts'
import { reaches } from '#domain/users/roles.ts'
import type { Caller } from '#server/bearer.ts'
import { Problem } from '#server/problem.ts'

/** Lists departments; archived ones only for administrators and for the department's own students. */
export async function listEducationDepartments({ kysely }: Database, caller: Caller): Promise<EducationDepartment[]> {
  const all = reaches(caller, 'administration')
  const own = all ? undefined : await findUser(kysely, caller.id)
  const departments = await listDepartments(kysely, { archived: all, also: own?.education_department_id ?? null })
  return describeDepartments(kysely, departments, caller)
}

/** Loads a user's department. Throws `not-found` if they have none. */
export async function readUserDepartment(
  { kysely }: Database,
  caller: Caller,
  userId: number,
): Promise<EducationDepartment> {
  const { education_department_id } = await requireUser(kysely, userId)
  return describeDepartment(kysely, education_department_id ?? 0, caller)
}

/** Loads a department with its modules. Throws `not-found`. */
export async function describeDepartment(
  kysely: Kysely,
  id: number,
  reader: Pick<Caller, 'roles'>,
): Promise<EducationDepartment> {
  const department = await findEducationDepartment(kysely, id)
  const [described] = await describeDepartments(kysely, department ? [department] : [], reader)
  if (!described) throw new Problem('not-found')
  return described
}

export async function describeModuleMatrix({ kysely }: Database): Promise<ModuleMatrix> {
  const [departments, modules, held, students] = [
    await listDepartments(kysely, { archived: true, also: null }),
    await listModules(kysely, { alsoInactive: true }),
    await listHeldModules(kysely),
    await countStudentsOfDepartments(kysely),
  ]
  const ids = Map.groupBy(held, ({ education_department_id }) => education_department_id)
  const counts = new Map(students.map((row) => [row.education_department_id, row.students]))
  return {
    modules: modules.filter(({ archived }) => !archived).map(({ archived, ...module }) => module),
    departments: departments.map(({ id, name, archived, version }) => ({
      id,
      name,
      archived,
      version,
      students: counts.get(id) ?? 0,
      module_ids: (ids.get(id) ?? []).map(({ module_id }) => module_id),
    })),
    _links: { edit: fixedLink(editModuleMatrix), preview: fixedLink(previewModuleMatrix) },
  }
}

const fixedLink = (target: Endpoint) => ({ method: target.method, href: fullPathOf(target) })

/** Adds the modules of departments; only administrators see inactive ones, and links. */
async function describeDepartments(
  kysely: Kysely,
  departments: readonly Omit<EducationDepartment, 'modules' | '_links'>[],
  reader: Pick<Caller, 'roles'>,
): Promise<EducationDepartment[]> {
  const ids = departments.map(({ id }) => id)
  const rows = await listModulesOfDepartments(kysely, ids, { alsoInactive: reaches(reader, 'administration') })
  const held = Map.groupBy(rows, ({ education_department_id }) => education_department_id)
  return departments.map((department) => {
    const modules = (held.get(department.id) ?? []).map(({ education_department_id, ...module }) => module)
    return departmentReply({ ...department, modules }, reader)
  })
}

/** One row per department and module, without archived modules. */
const listHeldModules = (kysely: Kysely) =>
  kysely
    .selectFrom('education_department_module as held')
    .innerJoin('module', 'module.id', 'held.module_id')
    .select(['held.education_department_id', 'held.module_id'])
    .where('module.archived', '=', false)
    .orderBy('held.module_id')
    .execute()

/** Counts users per department; departments without any have no row. */
const countStudentsOfDepartments = (kysely: Kysely) =>
  kysely
    .selectFrom('user')
    .select(({ fn }) => ['education_department_id', fn.countAll<number>().as('students')])
    .where('education_department_id', 'is not', null)
    .groupBy('education_department_id')
    .execute()

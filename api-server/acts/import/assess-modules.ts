import { listEducationDepartments } from '#api-server/facts/department.queries.ts'
import { inTurns } from '#api-server/platform/turns.ts'
import type { ListText, ModuleImportPreview } from '#contract/import.calls.ts'
import type { Kysely } from '#database/tables.ts'
import type { EnrollmentsMade } from '#domain/enrollments/listed-enrollment.schema.ts'
import { countVerdicts } from '#domain/import/import.rules.ts'
import { type JudgedModule, judgingModules, readingModules } from '#domain/import/modules.rules.ts'
import { foldText } from '#domain/users/search.rules.ts'
import { confirming, requireReadable } from './confirmed-import.ts'

interface AssessedModules extends Pick<ModuleImportPreview, 'columns' | 'unused_columns'> {
  lines: readonly JudgedModule[]
}

/** Assesses an import of modules. Throws an `ImportFault`. */
export async function assessModuleImport(
  kysely: Kysely,
  { text, update = false, ...choices }: ListText,
): Promise<AssessedModules> {
  const { rows, columns, unused: unused_columns } = requireReadable(await inTurns(readingModules(text, choices)))
  const held = await kysely.selectFrom('education_department_module').selectAll().execute()
  const byDepartment = Map.groupBy(held, ({ education_department_id }) => education_department_id)
  const departments = await listEducationDepartments(kysely, { archived: true, also: null })
  const known = {
    modules: await kysely.selectFrom('module').select(['id', 'name', 'description', 'archived']).execute(),
    departments: departments.map(({ id, name, archived }) => {
      const module_ids = new Set(byDepartment.get(id)?.map(({ module_id }) => module_id))
      return { id, name, archived, module_ids }
    }),
  }
  const lines = await inTurns(judgingModules(rows, known, { update }))
  return { lines, columns, unused_columns }
}

/** Preview, with the enrollments that were made, by department. */
export async function previewOf(
  { lines, columns, unused_columns }: AssessedModules,
  made: readonly EnrollmentsMade[] = [],
): Promise<ModuleImportPreview> {
  // No student has two departments, so the counts can be added.
  const count = (name: 'enrollments_made' | 'students_enrolled' | 'students_without_seat') =>
    made.reduce((sum, each) => sum + each[name], 0)
  const automatic = {
    enrollments_made: count('enrollments_made'),
    students_enrolled: count('students_enrolled'),
    students_without_seat: count('students_without_seat'),
  }
  return {
    lines: lines.map(
      ({ module_id: _, department_ids: __, new_departments: ___, old_description: ____, ...shown }) => shown,
    ),
    counts: countVerdicts(lines),
    columns,
    unused_columns,
    new_departments: [...newDepartmentsOf(lines).values()].map(({ name }) => name),
    ...automatic,
    ...(await inTurns(confirming(lines, automatic))),
  }
}

/** New departments by folded name, each with the first line that names it. */
export function newDepartmentsOf(lines: readonly JudgedModule[]): Map<string, { name: string; line: number }> {
  const made = new Map<string, { name: string; line: number }>()
  for (const { line, new_departments } of lines)
    for (const name of new_departments) if (!made.has(foldText(name))) made.set(foldText(name), { name, line })
  return made
}

/** Modules to add by department, for existing modules: nobody can be enrolled in a module that no moment lists yet. */
export function gainsOf(lines: readonly JudgedModule[]): Map<number, Set<number>> {
  const gains = new Map<number, Set<number>>()
  for (const { module_id, department_ids } of lines)
    if (module_id !== null) for (const id of department_ids) gains.set(id, (gains.get(id) ?? new Set()).add(module_id))
  return gains
}

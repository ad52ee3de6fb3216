import type { ApiContext, Deps } from '#api-server/context.ts'
import { enrollInGains } from '#api-server/enrollments/automatic-enrollment.ts'
import { listStudentsToEnroll } from '#api-server/facts/automatic-enrollment.queries.ts'
import { listEducationDepartments } from '#api-server/facts/department.queries.ts'
import { recordChange, recordChanges } from '#api-server/facts/record-change.ts'
import { IMPORT_LIMIT_BYTES } from '#api-server/platform/limits.ts'
import { lockNames, lockRow, lockSchool, lockStudents, onceMoreIfTaken } from '#api-server/platform/locks.ts'
import { planChanged, rehearse } from '#api-server/platform/plans.ts'
import { inTurns } from '#api-server/platform/turns.ts'
import type { ConfirmedImport, ImportedModules, ListText, ModuleImportPreview } from '#contract/import.calls.ts'
import * as importCalls from '#contract/import.calls.ts'
import { inChunks } from '#database/queries/batched-reads.ts'
import type { Kysely, Transaction } from '#database/tables.ts'
import type { EnrollmentsMade } from '#domain/enrollments/listed-enrollment.schema.ts'
import { pick } from '#domain/entities/pick.ts'
import { actsOn, countVerdicts, isAdded } from '#domain/import/import.rules.ts'
import { type JudgedModule, judgingModules, readingModules } from '#domain/import/modules.rules.ts'
import { foldText } from '#domain/users/search.rules.ts'
import { type Api, serve } from '#server/operation.ts'
import { confirming, requireConfirmed, requireReadable } from './confirmed-import.ts'
import { type DoneLine, keepImport } from './kept-import.ts'

interface AssessedModules extends Pick<ModuleImportPreview, 'columns' | 'unused_columns'> {
  lines: readonly JudgedModule[]
}

/** Assesses an import of modules. Throws an `ImportFault`. */
async function assessModuleImport(
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
async function previewOf(
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
function newDepartmentsOf(lines: readonly JudgedModule[]): Map<string, { name: string; line: number }> {
  const made = new Map<string, { name: string; line: number }>()
  for (const { line, new_departments } of lines)
    for (const name of new_departments) if (!made.has(foldText(name))) made.set(foldText(name), { name, line })
  return made
}

/** Modules to add by department, for existing modules: nobody can be enrolled in a module that no moment lists yet. */
function gainsOf(lines: readonly JudgedModule[]): Map<number, Set<number>> {
  const gains = new Map<number, Set<number>>()
  for (const { module_id, department_ids } of lines)
    if (module_id !== null) for (const id of department_ids) gains.set(id, (gains.get(id) ?? new Set()).add(module_id))
  return gains
}

/** SQLite would write a thousand rows in one turn of the event loop, and block others meanwhile. */
const ROWS_PER_STATEMENT = 100

/**
 * Makes the modules and new departments of a confirmed list, adds each module to its departments, and makes the automatic
 * enrollments of those: all or nothing. Throws `plan-changed` or an `ImportFault`.
 */
async function importModules(
  { database, clock }: Deps,
  { confirmation, ...list }: ConfirmedImport,
  actorId: number,
): Promise<ImportedModules> {
  // Another transaction may make a module with the same name: then the plan has changed.
  return onceMoreIfTaken(database, () =>
    database.transaction(async (trx) => {
      const { preview, imported } = await carryOut(trx, { list, actorId }, clock)
      requireConfirmed(preview, confirmation)
      if (!imported) throw planChanged(preview)
      return imported
    }),
  )
}

/** Carries out and rolls back an import that may enroll students: so the numbers are exact. Throws an `ImportFault`. */
async function previewModuleImport(
  { database, clock }: Deps,
  list: ListText,
  actorId: number,
): Promise<ModuleImportPreview> {
  const assessed = await assessModuleImport(database.kysely, list)
  const preview = await previewOf(assessed)
  if (!assessed.lines.some(actsOn) || gainsOf(assessed.lines).size === 0) return preview
  return rehearse(database, async (trx) => (await carryOut(trx, { list, actorId }, clock)).preview)
}

export function moduleImportRoutes(app: Api, { database, clock }: ApiContext): void {
  serve(app, importCalls, {
    previewModuleImport: {
      bodyLimit: IMPORT_LIMIT_BYTES,
      handler: ({ caller, body }) => previewModuleImport({ database, clock }, body, caller.id),
    },

    importModules: {
      bodyLimit: IMPORT_LIMIT_BYTES,
      handler: ({ caller, body }) => importModules({ database, clock }, body, caller.id),
    },
  })
}

interface CarriedOut {
  preview: ModuleImportPreview
  /** null if nothing could be done */
  imported: ImportedModules | null
}

async function carryOut(
  trx: Transaction,
  { list, actorId }: { list: ListText; actorId: number },
  clock: () => number,
): Promise<CarriedOut> {
  await lockSchool(trx)
  const foreseen = await assessModuleImport(trx, list)
  const touched = new Set(foreseen.lines.flatMap(({ department_ids }) => department_ids))
  for (const id of [...touched].toSorted((one, other) => one - other)) await lockRow(trx, 'education_department', id)
  await lockNames(trx)
  // Assessed again under the locks.
  const assessed = await assessModuleImport(trx, list)
  const lines = assessed.lines.filter(actsOn)
  if (lines.length === 0) return { preview: await previewOf(assessed), imported: null }
  const gains = gainsOf(lines)
  const students = new Map<number, number[]>()
  for (const departmentId of gains.keys()) students.set(departmentId, await listStudentsToEnroll(trx, { departmentId }))
  await lockStudents(trx, [...new Set([...students.values()].flat())])

  const now = clock()
  const departments = await makeDepartments(trx, lines, now)
  const modules = await writeModules(trx, lines, now)
  await writeLinks(trx, { lines, modules, departments })
  const done = [...doneModules(lines, modules, departments), ...[...departments.values()].map(doneDepartment)]
  const kept = { kind: 'modules', actorId, lines: done, columns: list.columns } as const
  const import_id = await keepImport(trx, kept, now)
  await noteEach(trx, { lines, modules, departments, actorId, importId: import_id }, now)
  const made = gains.size > 0 ? [...(await enrollInGains(trx, { gains, students }, clock)).values()] : []
  const preview = await previewOf(assessed, made)
  const added = lines.filter(isAdded).length
  const imported = { added, changed: lines.length - added, import_id, departments_added: departments.size }
  return {
    preview,
    imported: { ...imported, ...pick(preview, ['enrollments_made', 'students_enrolled', 'students_without_seat']) },
  }
}

interface NewDepartment {
  id: number
  name: string
  version: number
  line: number
}

async function makeDepartments(
  trx: Transaction,
  lines: readonly JudgedModule[],
  now: number,
): Promise<Map<string, NewDepartment>> {
  const made = new Map<string, NewDepartment>()
  const created_at = new Date(now).toISOString()
  for (const [key, { name, line }] of newDepartmentsOf(lines)) {
    const values = { name, created_at }
    const query = trx.insertInto('education_department').values(values).returning(['id', 'name', 'version'])
    made.set(key, { ...(await query.executeTakeFirstOrThrow()), line })
  }
  return made
}

const doneDepartment = ({ id, name, version, line }: NewDepartment): DoneLine => ({
  ...{ line, outcome: 'added', education_department_id: id, label: name },
  ...{ before: null, after: { version } },
})

interface WrittenModule {
  id: number
  version: number
}

type WrittenModules = ReadonlyMap<string, WrittenModule>

async function writeModules(trx: Transaction, lines: readonly JudgedModule[], now: number): Promise<WrittenModules> {
  const created_at = new Date(now).toISOString()
  const written = new Map<string, WrittenModule>()
  for (const some of inChunks(lines.filter(isAdded), ROWS_PER_STATEMENT)) {
    const values = some.map(({ name, description }) => ({ name, description, created_at }))
    const rows = await trx.insertInto('module').values(values).returning(['id', 'name', 'version']).execute()
    for (const { name, ...module } of rows) written.set(name, module)
  }
  for (const { name, description, module_id, old_description } of lines) {
    if (module_id === null) continue
    const query = trx.updateTable('module').where('id', '=', module_id).returning(['id', 'version'])
    const next = old_description === null ? {} : { description }
    const row = await query
      .set(({ eb, ref }) => ({ version: eb(ref('version'), '+', 1), ...next }))
      .executeTakeFirstOrThrow()
    written.set(name, row)
  }
  return written
}

interface Written {
  lines: readonly JudgedModule[]
  modules: WrittenModules
  departments: ReadonlyMap<string, NewDepartment>
}

const departmentsOf = ({ department_ids, new_departments }: JudgedModule, made: Written['departments']): number[] => [
  ...department_ids,
  ...new_departments.flatMap((name) => made.get(foldText(name))?.id ?? []),
]

async function writeLinks(trx: Transaction, { lines, modules, departments }: Written): Promise<void> {
  const links = lines.flatMap((line) => {
    const module_id = modules.get(line.name)?.id
    if (module_id === undefined) return []
    return departmentsOf(line, departments).map((education_department_id) => ({ education_department_id, module_id }))
  })
  for (const some of inChunks(links, ROWS_PER_STATEMENT))
    await trx.insertInto('education_department_module').values(some).execute()
  const touched = [...new Set(lines.flatMap(({ department_ids }) => department_ids))]
  for (const some of inChunks(touched))
    await trx
      .updateTable('education_department')
      .set(({ eb, ref }) => ({ version: eb(ref('version'), '+', 1) }))
      .where('id', 'in', some)
      .execute()
}

const doneModules = (
  lines: readonly JudgedModule[],
  modules: WrittenModules,
  departments: Written['departments'],
): DoneLine[] =>
  lines.flatMap((judged): DoneLine[] => {
    const { line, name, description, module_id, old_description } = judged
    const module = modules.get(name)
    if (!module) return []
    const after = { version: module.version, department_ids: departmentsOf(judged, departments) }
    const done = { line, module_id: module.id, label: name }
    if (module_id === null) return [{ ...done, outcome: 'added', before: null, after }]
    if (old_description === null) return [{ ...done, outcome: 'changed', before: {}, after }]
    const before = { description: old_description }
    return [{ ...done, outcome: 'changed', before, after: { ...after, description } }]
  })

/** Adds a line to the log for each record, shown behind that of the import. */
async function noteEach(
  trx: Transaction,
  { lines, modules, departments, actorId, importId }: Written & { actorId: number; importId: number },
  now: number,
): Promise<void> {
  const by = { actorId, importId }
  const gained = new Map<number, string[]>()
  for (const line of lines)
    for (const id of departmentsOf(line, departments)) if (!gained.get(id)?.push(line.name)) gained.set(id, [line.name])
  const idsOf = (some: readonly JudgedModule[]) => some.flatMap(({ name }) => modules.get(name)?.id ?? [])
  const described = lines.filter(({ old_description }) => old_description !== null)
  const changesOf = ({ description, old_description }: JudgedModule) =>
    ({ changes: { description: [old_description, description] } }) as const
  const ofModules = { ...by, resource: 'module' } as const
  await recordChanges(trx, { ...ofModules, resourceIds: idsOf(lines.filter(isAdded)) }, now)
  const details = new Map(described.map((line) => [line.module_id ?? 0, changesOf(line)]))
  await recordChanges(trx, { ...ofModules, action: 'edited', resourceIds: idsOf(described), details }, now)
  const modulesOf = (id: number) => ({ changes: { modules: [[], gained.get(id)?.toSorted() ?? []] } }) as const
  const resource = 'education_department'
  const made = [...departments.values()].map(({ id }) => id)
  const madeWith = new Map(made.map((id) => [id, modulesOf(id)]))
  await recordChanges(trx, { ...by, resource, resourceIds: made, details: madeWith }, now)
  for (const resourceId of new Set(lines.flatMap(({ department_ids }) => department_ids)))
    await recordChange(trx, { ...by, action: 'modules-edited', resource, resourceId, ...modulesOf(resourceId) }, now)
}

import { z } from 'zod'
import { listEducationDepartments, listUsersOfDepartment } from '#api-server/facts/department.queries.ts'
import { countModuleUse } from '#api-server/facts/module.queries.ts'
import { recordChange, recordChanges } from '#api-server/facts/record-change.ts'
import { lockRow, lockSchool, lockStudents } from '#api-server/platform/locks.ts'
import { inTurns } from '#api-server/platform/turns.ts'
import { inChunks } from '#database/queries/batched-reads.ts'
import { deleteByIds } from '#database/queries/delete-by-ids.ts'
import type { Kysely, Transaction } from '#database/tables.ts'
import { eachOf } from '#domain/import/csv.rules.ts'
import type { UndoHindrance } from '#domain/import/import.schema.ts'
import { isUnused } from '#domain/modules/module.rules.ts'
import { type AssessedLine, type KeptLine, type Undoing, type UndoneBy, valuesKept } from './kept-import.ts'

/**
 * New modules without dependent records are deleted, with new departments that nobody has; existing modules get their
 * description back and lose the departments that the import added, unless students of these have enrolled.
 */
export const modulesUndoing: Undoing = {
  lock: async (trx, lines) => {
    await lockSchool(trx)
    const departments = [...new Set(lines.flatMap((line) => [...madeDepartment(line), ...givenTo(line)]))]
    for (const id of departments.toSorted((one, other) => one - other)) await lockRow(trx, 'education_department', id)
    const students: number[] = []
    for (const id of departments) students.push(...(await listUsersOfDepartment(trx, id)))
    await lockStudents(trx, [...new Set(students)])
    // Locked last, as when deleting one module.
    for (const some of inChunks(idsOf(lines).toSorted((one, other) => one - other)))
      await trx.selectFrom('module').select('id').where('id', 'in', some).orderBy('id').forUpdate().execute()
  },
  assess: assessModules,
  undo: undoModules,
}

/** Few, since each module is deleted with the records that refer to it. */
const MODULES_PER_STATEMENT = 100

const idsOf = (lines: readonly KeptLine[]): number[] => lines.flatMap(({ module_id }) => module_id ?? [])

const madeDepartment = ({ education_department_id: id }: KeptLine): number[] => (id === null ? [] : [id])

const keptSchema = z.object({
  version: z.int().optional(),
  description: z.string().optional(),
  department_ids: z.array(z.int()).default([]),
})

const wrote = (line: KeptLine) => keptSchema.parse(valuesKept(line.after))
const replaced = (line: KeptLine) => keptSchema.parse(valuesKept(line.before))

/** Departments to which a line added its module. */
const givenTo = (line: KeptLine): number[] => wrote(line).department_ids

interface School {
  modules: ReadonlyMap<number, { name: string; description: string; version: number }>
  /** reason why a new module stays, by module id; modules that nothing else refers to are left out */
  used: ReadonlyMap<number, UndoHindrance>
  /** 'department module' ids of each module that a department has */
  held: ReadonlySet<string>
  /** those pairs with a student who is enrolled or waits */
  taken: ReadonlySet<string>
  departments: ReadonlyMap<number, { name: string; auto_enroll: boolean; archived: boolean }>
  chosen: ReadonlySet<number | null>
}

const link = (department: number | null, module: number): string => `${department} ${module}`

async function assessModules(
  kysely: Kysely,
  lines: readonly KeptLine[],
): Promise<(line: KeptLine) => AssessedLine | undefined> {
  const school = await readSchool(kysely, lines)
  const freed = new Set<string>()
  const free = (line: KeptLine) => {
    if (line.module_id === null || assessModule(line, line.module_id, school)?.hindrance !== null) return
    for (const id of givenTo(line)) freed.add(link(id, line.module_id))
  }
  await inTurns(eachOf(lines, free))
  return (line) =>
    line.module_id === null ? assessDepartment(line, school, freed) : assessModule(line, line.module_id, school)
}

function assessModule(line: KeptLine, id: number, school: School): AssessedLine | undefined {
  const module = school.modules.get(id)
  if (!module) return undefined
  const label = module.name
  const [before, after] = [replaced(line), wrote(line)]
  const given = after.department_ids.filter((department) => school.held.has(link(department, id)))
  if (line.outcome === 'added') {
    const isHeldElsewhere = [...school.departments.keys()].some(
      (department) => school.held.has(link(department, id)) && !given.includes(department),
    )
    const isEdited = module.version !== after.version
    const hindrance = school.used.get(id) ?? (isEdited ? 'edited' : isHeldElsewhere ? 'in-use' : null)
    return { label, changes: [], hindrance }
  }
  const isTaken = given.some((department) => school.taken.has(link(department, id)))
  const isEdited = before.description !== undefined && module.description !== after.description
  return {
    label,
    changes: [
      ...(before.description === undefined
        ? []
        : [{ field: 'description', old: before.description, new: after.description ?? '' }]),
      ...changesOfDepartments(id, given, school),
    ],
    hindrance: isTaken ? 'enrolled' : isEdited ? 'edited' : null,
  }
}

function changesOfDepartments(module: number, given: readonly number[], { departments, held }: School) {
  if (given.length === 0) return []
  const holders = [...departments].filter(([id]) => held.has(link(id, module)))
  const namesOf = (some: typeof holders) => some.map(([, { name }]) => name).join(', ')
  const old = namesOf(holders.filter(([id]) => !given.includes(id)))
  return [{ field: 'departments', old, new: namesOf(holders) }]
}

function assessDepartment(line: KeptLine, school: School, freed: ReadonlySet<string>): AssessedLine | undefined {
  const id = line.education_department_id
  const department = school.departments.get(id ?? 0)
  if (!department) return undefined
  const shown = { label: department.name, changes: [] }
  const holds = [...school.held].some((one) => one.startsWith(`${id} `) && !freed.has(one))
  if (holds || school.chosen.has(id)) return { ...shown, hindrance: 'in-use' }
  const isEdited = department.name !== line.label || department.auto_enroll || department.archived
  return { ...shown, hindrance: isEdited ? 'edited' : null }
}

async function readSchool(kysely: Kysely, lines: readonly KeptLine[]): Promise<School> {
  const modules = new Map<number, { name: string; description: string; version: number }>()
  const taken = new Set<string>()
  for (const some of inChunks(idsOf(lines))) {
    const rows = kysely.selectFrom('module').select(['id', 'name', 'description', 'version']).where('id', 'in', some)
    for (const { id, ...module } of await rows.execute()) modules.set(id, module)
    for (const table of ['enrollment', 'waiting_entry'] as const) {
      const theirs = await kysely
        .selectFrom(table)
        .innerJoin('user', 'user.id', `${table}.user_id`)
        .select(['user.education_department_id', `${table}.module_id`])
        .distinct()
        .where(`${table}.module_id`, 'in', some)
        .execute()
      for (const { education_department_id, module_id } of theirs) taken.add(link(education_department_id, module_id))
    }
  }
  const used = new Map<number, UndoHindrance>()
  for (const { module_id, outcome } of lines) {
    if (module_id === null || outcome !== 'added' || !modules.has(module_id)) continue
    const use = await countModuleUse(kysely, module_id)
    if (!isUnused(use)) used.set(module_id, use.enrollments + use.waits > 0 ? 'enrolled' : 'in-use')
  }
  const links = await kysely.selectFrom('education_department_module').selectAll().execute()
  const all = await listEducationDepartments(kysely, { archived: true, also: null })
  const chosen = await kysely.selectFrom('user').select('education_department_id').distinct().execute()
  return {
    ...{ modules, used, taken },
    held: new Set(links.map(({ education_department_id, module_id }) => link(education_department_id, module_id))),
    departments: new Map(all.map(({ id, ...department }) => [id, department])),
    chosen: new Set(chosen.map(({ education_department_id }) => education_department_id)),
  }
}

async function undoModules(trx: Transaction, lines: readonly KeptLine[], by: UndoneBy, now: number): Promise<void> {
  const deleted = lines.filter(({ module_id, outcome }) => module_id !== null && outcome === 'added')
  const restored = lines.filter(({ module_id, outcome }) => module_id !== null && outcome === 'changed')
  const departments = lines.filter(({ module_id }) => module_id === null).flatMap(madeDepartment)
  await takeBackDepartments(trx, [...deleted, ...restored], { ...by, except: new Set(departments) }, now)

  const details = new Map<number, { changes: Record<string, readonly [string, string]> }>()
  for (const line of restored) {
    const [{ description: old }, { description = '' }] = [replaced(line), wrote(line)]
    if (line.module_id === null) continue
    await trx
      .updateTable('module')
      .set(({ eb, ref }) => ({
        version: eb(ref('version'), '+', 1),
        ...(old !== undefined && { description: old }),
      }))
      .where('id', '=', line.module_id)
      .execute()
    if (old !== undefined) details.set(line.module_id, { changes: { description: [description, old] } })
  }
  const ofModules = { ...by, resource: 'module' } as const
  await recordChanges(trx, { ...ofModules, action: 'edited', resourceIds: [...details.keys()], details }, now)
  await recordChanges(trx, { ...ofModules, action: 'deleted', resourceIds: idsOf(deleted) }, now)
  await deleteByIds(trx, 'module', idsOf(deleted), MODULES_PER_STATEMENT)
  const ofDepartments = { ...by, resource: 'education_department', action: 'deleted' } as const
  await recordChanges(trx, { ...ofDepartments, resourceIds: departments }, now)
  await deleteByIds(trx, 'education_department', departments)
}

/** Removes departments from modules that stay, as an edit; the modules in `except` are deleted. */
async function takeBackDepartments(
  trx: Transaction,
  lines: readonly KeptLine[],
  { actorId, importId, except }: UndoneBy & { except: ReadonlySet<number> },
  now: number,
): Promise<void> {
  const lost = new Map<number, string[]>()
  for (const line of lines)
    for (const id of givenTo(line)) {
      const gone = await trx
        .deleteFrom('education_department_module')
        .where('education_department_id', '=', id)
        .where('module_id', '=', line.module_id ?? 0)
        .returning('module_id')
        .execute()
      if (gone.length > 0 && !lost.get(id)?.push(line.label ?? '')) lost.set(id, [line.label ?? ''])
    }
  for (const [resourceId, names] of lost) {
    if (except.has(resourceId)) continue
    await trx
      .updateTable('education_department')
      .set(({ eb, ref }) => ({ version: eb(ref('version'), '+', 1) }))
      .where('id', '=', resourceId)
      .execute()
    const change = { action: 'modules-edited', resource: 'education_department', resourceId } as const
    await recordChange(trx, { actorId, importId, ...change, changes: { modules: [names.toSorted(), []] } }, now)
  }
}

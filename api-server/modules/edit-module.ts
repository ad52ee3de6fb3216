import type { Deps } from '#api-server/context.ts'
import { listModules } from '#api-server/facts/module.queries.ts'
import { recordChange } from '#api-server/facts/record-change.ts'
import { requireSchoolName } from '#api-server/facts/school-names.ts'
import { listCurrentTestmoments } from '#api-server/facts/testmoment.queries.ts'
import { moduleReply } from '#api-server/modules/module.replies.ts'
import { lockRow } from '#api-server/platform/locks.ts'
import type { Kysely } from '#database/tables.ts'
import { changedFields, changesOf, fieldNamesOf } from '#domain/entities/differences.ts'
import { pick } from '#domain/entities/pick.ts'
import { isSameSchoolName } from '#domain/entities/school-name.rules.ts'
import { tidyLine } from '#domain/entities/text.rules.ts'
import { stateAfter } from '#domain/modules/module.rules.ts'
import { type ModuleCreation, type ModuleEdit, moduleFieldNames } from '#domain/modules/module.schema.ts'
import { type EditableModule, moduleFieldTexts } from '#domain/modules/module.texts.ts'
import type { Actor } from '#server/bearer.ts'
import { Problem } from '#server/problem.ts'
import { refusingTaken, requireVersion } from '../platform/edits.ts'

/** Makes a module. Throws `module-name-taken` or a `SchoolNameRefusal`. */
export function createModule({ database, clock }: Deps, actor: Actor, creation: ModuleCreation) {
  const name = requireSchoolName(creation.name)
  const description = tidyLine(creation.description)
  return refusingTaken(database, 'module-name-taken', () =>
    database.transaction(async (trx) => {
      const others = await listModules(trx, { alsoInactive: true })
      if (others.some((other) => isSameSchoolName(other.name, name))) throw new Problem('module-name-taken')
      const now = clock()
      const module = await trx
        .insertInto('module')
        .values({ name, description, created_at: new Date(now).toISOString() })
        .returning(moduleFieldNames)
        .executeTakeFirstOrThrow()
      const change = { resource: 'module', resourceId: module.id, fields: ['description', 'name'] } as const
      await recordChange(trx, { actorId: actor.id, action: 'created', ...change }, now)
      return module
    }),
  )
}

/**
 * Edits the description of a module, activates or deactivates it, archives or restores it. Enrollments stay; their number is
 * returned. Throws `version-stale`, or `module-archived` if an archived module would be active. Activating causes no automatic
 * enrollment, so the school is not locked.
 */
export async function editModule(
  { database, clock }: Deps,
  actor: Actor,
  { id, ...given }: ModuleEdit & { id: number },
) {
  const { description } = given
  const described = { ...given, description: description === undefined ? undefined : tidyLine(description) }
  return database.transaction(async (trx) => {
    await lockRow(trx, 'module', id)
    const before = await findModule(trx, id)
    if (!before) throw new Problem('not-found')
    requireVersion<EditableModule>(described, before, { texts: moduleFieldTexts, reply: moduleReply(before, actor) })
    if (before.archived && given.active) throw new Problem('module-archived')
    const edit = { ...described, ...stateAfter(before, given) }

    const now = clock()
    const moments = await listCurrentTestmoments(trx, now)
    const students_enrolled = await countStudentsInModule(trx, { moduleId: id, testmomentIds: moments })
    const fields = changedFields<EditableModule>(edit, before, fieldNamesOf(moduleFieldTexts))
    if (fields.length === 0) return { module: before, students_enrolled }

    const module = await trx
      .updateTable('module')
      .set({ ...pick(edit, fields), version: before.version + 1 })
      .where('id', '=', id)
      .returning(moduleFieldNames)
      .executeTakeFirstOrThrow()
    const changes = changesOf<EditableModule>(fields, before, edit)
    const action = !fields.includes('archived') ? 'edited' : module.archived ? 'archived' : 'unarchived'
    await recordChange(trx, { actorId: actor.id, action, resource: 'module', resourceId: id, changes }, now)
    return { module, students_enrolled }
  })
}

export async function countStudentsInModule(
  kysely: Kysely,
  { moduleId, testmomentIds }: { moduleId: number; testmomentIds: readonly number[] },
): Promise<number> {
  if (testmomentIds.length === 0) return 0
  const { students } = await kysely
    .selectFrom('enrollment')
    .select(({ fn }) => fn.count<number>('user_id').distinct().as('students'))
    .where('module_id', '=', moduleId)
    .where('testmoment_id', 'in', testmomentIds)
    .executeTakeFirstOrThrow()
  return students
}

export const findModule = (kysely: Kysely, id: number) =>
  kysely.selectFrom('module').select(moduleFieldNames).where('id', '=', id).executeTakeFirst()

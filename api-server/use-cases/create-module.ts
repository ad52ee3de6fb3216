import { recordChange } from '#api-server/audit/record-change.ts'
import { listModules } from '#api-server/queries/list-modules.ts'
import type { Database } from '#database/engine/open-database.ts'
import { isSameSchoolName } from '#domain/entities/school-name.rules.ts'
import { tidyDescription } from '#domain/modules/module.rules.ts'
import type { ModuleCreation } from '#domain/modules/module.schema.ts'
import type { Caller } from '#server/bearer.ts'
import { Problem } from '#server/problem.ts'
import { requireSchoolName } from '../schoolyears/school-names.ts'

/**
 * Throws `module-name-taken`, also when a colleague took it this moment (which the database sees), or a
 * `SchoolNameRefusal`.
 */
export async function createModule(
  { database, clock }: { database: Database; clock: () => number },
  actor: Pick<Caller, 'id' | 'roles'>,
  creation: ModuleCreation,
) {
  const name = requireSchoolName(creation.name)
  const description = tidyDescription(creation.description)
  try {
    return await database.transaction(async (trx) => {
      const others = await listModules(trx, { alsoInactive: true })
      if (others.some((other) => isSameSchoolName(other.name, name))) throw new Problem('module-name-taken')
      const now = clock()
      const module = await trx
        .insertInto('module')
        .values({ name, description, created_at: new Date(now).toISOString() })
        .returning(['id', 'name', 'description', 'active', 'version'])
        .executeTakeFirstOrThrow()
      const change = { resource: 'module', resourceId: module.id, fields: ['description', 'name'] } as const
      await recordChange(trx, { actorId: actor.id, action: 'created', ...change }, now)
      return module
    })
  } catch (error) {
    if (database.isUniqueViolation(error)) throw new Problem('module-name-taken')
    throw error
  }
}

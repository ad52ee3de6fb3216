import { recordChange } from '#api-server/audit/record-change.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { SchoolyearCreation } from '#domain/schoolyears/schoolyear-edit.schema.ts'
import type { Caller } from '#server/bearer.ts'
import { requireFreeName } from './require-free-name.ts'
import { requireSchoolName } from './require-school-name.ts'

/** It is inactive. Throws a `SchoolNameRefusal` or a `TakenNameRefusal`. */
export async function createSchoolyear(
  { database, clock }: { database: Database; clock: () => number },
  actor: Pick<Caller, 'id' | 'roles'>,
  creation: SchoolyearCreation,
) {
  const name = requireSchoolName(creation.name)
  return database.transaction(async (trx) => {
    await requireFreeName(trx, 'schoolyear', { name })
    const now = clock()
    const schoolyear = await trx
      .insertInto('schoolyear')
      .values({ name, created_at: new Date(now).toISOString() })
      .returning(['id', 'name', 'active', 'version'])
      .executeTakeFirstOrThrow()
    const change = { resource: 'schoolyear', resourceId: schoolyear.id, fields: ['name'] } as const
    await recordChange(trx, { actorId: actor.id, action: 'created', ...change }, now)
    return schoolyear
  })
}

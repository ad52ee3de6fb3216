import { recordImported } from '#api-server/facts/record-change.ts'
import { lockNames, lockSchool } from '#api-server/platform/locks.ts'
import type { Database } from '#database/engine/open-database.ts'
import { SOURCE } from '#domain/audit/audit.texts.ts'
import { schoolNameKey } from '#domain/entities/school-name.rules.ts'
import type { MissingItem } from '#domain/source/source.schema.ts'

/** Makes departments and modules that the school named by their code and lacks. What is there by now stays as it is. */
export async function makeMissing(
  database: Database,
  missing: readonly MissingItem[],
  clock: () => number,
): Promise<void> {
  if (missing.length === 0) return
  await database.transaction(async (trx) => {
    await lockSchool(trx)
    await lockNames(trx)
    const now = clock()
    const created_at = new Date(now).toISOString()
    for (const resource of ['education_department', 'module'] as const) {
      const known = await trx.selectFrom(resource).select('name').execute()
      const names = new Set(known.map(({ name }) => schoolNameKey(name)))
      const made = missing.filter(({ kind, name }) => kind === resource && !names.has(schoolNameKey(name)))
      const ids: number[] = []
      for (const { name, description } of made) {
        const values = resource === 'module' ? { name, description, created_at } : { name, created_at }
        ids.push((await trx.insertInto(resource).values(values).returning('id').executeTakeFirstOrThrow()).id)
      }
      if (ids.length > 0)
        await recordImported(trx, { actorId: null, connection: SOURCE, resource, resourceIds: ids }, now)
    }
  })
}

import type { Database } from '#database/engine/open-database.ts'

/** What was recorded, in order: 'user 3 edited schoolyear 7: active name'. */
export async function auditTrail({ kysely }: Database): Promise<string[]> {
  const rows = await kysely.selectFrom('audit').selectAll().orderBy('id').execute()
  return rows.map(({ actor_id, action, resource, resource_id, fields }) => {
    const names: string[] = JSON.parse(fields)
    return `user ${actor_id} ${action} ${resource} ${resource_id}: ${names.join(' ')}`
  })
}

/** The test school does not empty it, since it outlives whom it names. */
export const emptyAuditTrail = ({ kysely }: Database) => kysely.deleteFrom('audit').execute()

import type { Database } from '#database/engine/open-database.ts'
import { quietActions } from '#domain/audit/audit.schema.ts'

/** Lines of the log in order, without logins and logouts: 'user 3 edited schoolyear 7: active name'. */
export async function auditTrail({ kysely }: Database): Promise<string[]> {
  const rows = await kysely
    .selectFrom('audit')
    .selectAll()
    .where('action', 'not in', quietActions)
    .orderBy('id')
    .execute()
  return rows.map(({ actor_id, action, resource, resource_id, fields }) => {
    const names: string[] = JSON.parse(fields)
    return `user ${actor_id} ${action} ${resource} ${resource_id}: ${names.join(' ')}`
  })
}

/** Lines of the log about this user's account, in order: 'logged-in: met wachtwoord', 'activated'. */
export async function accountTrail({ kysely }: Database, userId: number): Promise<string[]> {
  const rows = await kysely
    .selectFrom('audit')
    .select(['action', 'about'])
    .where('resource', '=', 'user')
    .where('resource_id', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map(({ action, about }) => (about === null ? action : `${action}: ${about}`))
}

/** Empties the log. The test school does not do so, because log lines outlive the people that they name. */
export const emptyAuditTrail = ({ kysely }: Database) => kysely.deleteFrom('audit').execute()

import { editConnection, renewConnection, revokeConnection, tryConnection } from '#contract/connections.gen.ts'
import { linkById } from '#contract/endpoint.ts'
import { scopesOf } from '#domain/oeapi/connection.rules.ts'
import type { Connection } from '#domain/oeapi/connection.schema.ts'
import type { ConnectionRow } from './connections.ts'

const revoke = linkById(revokeConnection)
const edit = linkById(editConnection)
const renew = linkById(renewConnection)
const tryIt = linkById(tryConnection)

export const connectionReply = (row: ConnectionRow): Connection => ({
  id: row.id,
  name: row.name,
  client_id: row.client_id,
  scopes: scopesOf(row.scopes),
  proof: row.secret_hash === null ? 'key' : 'secret',
  publishes: row.publishes,
  created_at: row.created_at,
  last_used_at: row.last_used_at,
  revoked_at: row.revoked_at,
  _links:
    row.revoked_at === null
      ? {
          ...{ revoke: revoke(row.id), edit: edit(row.id), try: tryIt(row.id) },
          ...(row.secret_hash !== null && { renew: renew(row.id) }),
        }
      : {},
})

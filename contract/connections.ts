import type * as schemas from './connections.schema.ts'
import { endpoint, type ReplyOf } from './endpoint.ts'

/** Lists systems that may call /oeapi, those in use first; with the addresses that they need. For administrators. */
export const listConnections = endpoint<typeof schemas.listConnectionsSchemas>('GET', '/connections')
export type ConnectionsReply = ReplyOf<typeof listConnections>

/** Makes a connection. Only this reply has its secret. For administrators. */
export const createConnection = endpoint<typeof schemas.createConnectionSchemas>('POST', '/connection')
export type CreatedConnection = ReplyOf<typeof createConnection>

/** Revokes a connection: its tokens are refused at once. Repeating it changes nothing. The connection's link `revoke`. */
export const revokeConnection = endpoint<typeof schemas.revokeConnectionSchemas>('DELETE', '/connection/:id')

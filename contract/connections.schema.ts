import { z } from 'zod'
import { type Connection, connectionCreationSchema, connectionSchema } from '#domain/oeapi/connection.schema.ts'
import { byIdSchema, entityReplySchema, exampleLink, shown } from './endpoint.schema.ts'

const exampleConnection: Connection = {
  id: 3,
  name: 'Toetssysteem Ans',
  client_id: 'wi-6f1c0c7d2b9a4e35',
  scopes: ['offerings.read', 'associations.read'],
  proof: 'secret',
  publishes: false,
  created_at: '2026-03-10T09:00:00.000Z',
  last_used_at: null,
  revoked_at: null,
  _links: { revoke: exampleLink('DELETE', '/connection/3') },
}
shown(connectionSchema, exampleConnection)

export const listConnectionsSchemas = {
  reply: z.object({
    entities: z.array(connectionSchema),
    /** addresses that the other system needs */
    addresses: shown(z.object({ api: z.string(), token: z.string() }), {
      api: 'https://wiskunde.school.example/oeapi/v6',
      token: 'https://wiskunde.school.example/oeapi/token',
    }),
    _links: z.object({}),
  }),
}

export const createConnectionSchemas = {
  body: shown(connectionCreationSchema, { name: 'Toetssysteem Ans', scopes: ['offerings.read', 'associations.read'] }),
  reply: entityReplySchema(connectionSchema).extend({
    /** shown this once; null for a system with a key of its own */
    secret: shown(z.string().nullable(), 'F2Yp0nWm3sJ8cVx1kQ6tZ4bR7hL9dAgEeUoTiXyNv5M'),
  }),
}

export const revokeConnectionSchemas = { params: byIdSchema, reply: entityReplySchema(connectionSchema) }

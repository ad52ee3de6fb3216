import { z } from 'zod'
import { schoolNameRefusals } from '#domain/entities/school-name.rules.ts'
import {
  connectionCreationSchema,
  connectionRightsSchema,
  connectionSchema,
  connectionTrialSchema,
} from '#domain/oeapi/connection.schema.ts'
import { question, read, write } from './call.schema.ts'
import { entityReplySchema, exampleLink, shown } from './endpoint.schema.ts'
import type { ReplyOf } from './endpoint.ts'
import { staff } from './proofs.ts'

shown(connectionSchema, {
  id: 3,
  name: 'Toetssysteem Ans',
  client_id: 'wi-6f1c0c7d2b9a4e35',
  scopes: ['offerings.read', 'associations.read'],
  proof: 'secret',
  publishes: false,
  created_at: '2026-03-10T09:00:00.000Z',
  last_used_at: null,
  revoked_at: null,
  _links: {
    revoke: exampleLink('DELETE', '/connection/3'),
    edit: exampleLink('PUT', '/connection/3'),
    renew: exampleLink('POST', '/connection/3/secret'),
    try: exampleLink('POST', '/connection/3/trial'),
  },
})

export const listConnections = read('/connections', {
  reach: 'administration',
  summary: 'The systems of the school that may read here, those in use first',
  reply: z.object({
    entities: z.array(connectionSchema),
    /** addresses that the other system needs */
    addresses: shown(z.object({ api: z.string(), token: z.string() }), {
      api: 'https://wiskunde.school.example/oeapi/v6',
      token: 'https://wiskunde.school.example/oeapi/token',
    }),
    _links: z.object({}),
  }),
})

export const createConnection = write('POST', '/connection', {
  reach: 'administration',
  proof: staff,
  summary: 'Make a connection for a system of the school; its secret is in this reply alone',
  statuses: [201],
  reasons: ['connection-scopeless', 'connection-key-unusable', 'connections-full', ...schoolNameRefusals],
  body: shown(connectionCreationSchema, { name: 'Toetssysteem Ans', scopes: ['offerings.read', 'associations.read'] }),
  reply: entityReplySchema(connectionSchema).extend({
    /** shown this once; null for a system with a key of its own */
    secret: shown(z.string().nullable(), 'F2Yp0nWm3sJ8cVx1kQ6tZ4bR7hL9dAgEeUoTiXyNv5M'),
  }),
})

export const editConnection = write('PUT', '/connection/:id', {
  reach: 'administration',
  proof: staff,
  summary: 'Change what a connection may do, from its next request on',
  reasons: ['connection-scopeless'],
  body: shown(connectionRightsSchema, { scopes: ['offerings.read', 'results.write'], publishes: false }),
  reply: entityReplySchema(connectionSchema),
})

export const renewConnection = write('POST', '/connection/:id/secret', {
  reach: 'administration',
  proof: staff,
  summary: 'Give a connection another secret, in this reply alone; the one before is valid for another day',
  reply: entityReplySchema(connectionSchema).extend({
    secret: shown(z.string(), 'F2Yp0nWm3sJ8cVx1kQ6tZ4bR7hL9dAgEeUoTiXyNv5M'),
  }),
})

export const tryConnection = question('POST', '/connection/:id/trial', {
  reach: 'administration',
  summary: 'Try what a connection would get now, and list what it was refused last',
  reply: shown(connectionTrialSchema, {
    steps: [{ asked: '/persons', refused: 'forbidden', found: null }],
    refusals: [{ at: '2026-03-10T09:00:00.000Z', asked: 'GET /persons', kind: 'forbidden' }],
  }),
})

export const revokeConnection = write('DELETE', '/connection/:id', {
  reach: 'administration',
  proof: staff,
  summary: 'Revoke a connection: its tokens are refused at once',
  reply: entityReplySchema(connectionSchema),
})

export type ConnectionsReply = ReplyOf<typeof listConnections>

export type CreatedConnection = ReplyOf<typeof createConnection>

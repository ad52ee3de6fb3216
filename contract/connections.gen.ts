// Made of the declarations of calls by `npm run contract`.
import type * as connectionsCalls from './connections.calls.ts'
import { endpoint } from './endpoint.ts'

export const createConnection = endpoint<typeof connectionsCalls.createConnection>('POST', '/connection')
export const editConnection = endpoint<typeof connectionsCalls.editConnection>('PUT', '/connection/:id')
export const listConnections = endpoint<typeof connectionsCalls.listConnections>('GET', '/connections')
export const renewConnection = endpoint<typeof connectionsCalls.renewConnection>('POST', '/connection/:id/secret')
export const revokeConnection = endpoint<typeof connectionsCalls.revokeConnection>('DELETE', '/connection/:id')
export const tryConnection = endpoint<typeof connectionsCalls.tryConnection>('POST', '/connection/:id/trial', { kind: 'question' })

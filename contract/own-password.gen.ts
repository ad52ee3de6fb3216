// Made of the declarations of calls by `npm run contract`.
import type * as loginsCalls from './logins.calls.ts'
import { endpoint } from './endpoint.ts'

export const changeOwnPassword = endpoint<typeof loginsCalls.changeOwnPassword>('PUT', '/user/:id/password', { kind: 'own-protocol' })

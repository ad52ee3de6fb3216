// Made of the declarations of calls by `npm run contract`.
import type * as sessionsCalls from './sessions.calls.ts'
import { endpoint } from './endpoint.ts'

export const deleteSession = endpoint<typeof sessionsCalls.deleteSession>('DELETE', '/session/:id', { event: 'userEdited' })
export const invalidateToken = endpoint<typeof sessionsCalls.invalidateToken>('POST', '/token/invalidate')
export const listUserSessions = endpoint<typeof sessionsCalls.listUserSessions>('GET', '/user/:id/sessions')
export const loginCheck = endpoint<typeof sessionsCalls.loginCheck>('POST', '/login_check')
export const refreshToken = endpoint<typeof sessionsCalls.refreshToken>('POST', '/token/refresh')

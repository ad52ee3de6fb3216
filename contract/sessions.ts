import { endpoint } from './endpoint.ts'
import type * as schemas from './sessions.schema.ts'

export const loginCheck = endpoint<typeof schemas.loginCheckSchemas>('POST', '/login_check')
export const refreshToken = endpoint<typeof schemas.refreshTokenSchemas>('POST', '/token/refresh')
export const invalidateToken = endpoint<typeof schemas.invalidateTokenSchemas>('POST', '/token/invalidate')

/** Lists the current sessions, last used first. The user's link `sessions`. */
export const listUserSessions = endpoint<typeof schemas.listUserSessionsSchemas>('GET', '/user/:id/sessions')

/** Ends one's own session on a device; its access token stops working at once. The session's link `delete`. */
export const deleteSession = endpoint<typeof schemas.deleteSessionSchemas>('DELETE', '/session/:id', 'userEdited')

import { endpoint } from './endpoint.ts'
import type * as schemas from './sessions.schema.ts'

export const loginCheck = endpoint<typeof schemas.loginCheckSchemas>('POST', '/login_check')
export const refreshToken = endpoint<typeof schemas.refreshTokenSchemas>('POST', '/token/refresh')
export const invalidateToken = endpoint<typeof schemas.invalidateTokenSchemas>('POST', '/token/invalidate')

/** The logins that hold, last used first; by the user's link `sessions`. */
export const listUserSessions = endpoint<typeof schemas.listUserSessionsSchemas>('GET', '/user/:id/sessions')

/** Ends one's own login on some device, by its link `delete`; its access token stops at once. */
export const deleteSession = endpoint<typeof schemas.deleteSessionSchemas>('DELETE', '/session/:id', 'userEdited')

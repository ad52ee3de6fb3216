import type { Credentials, RefreshTokenBody, SessionTokens, UserSession } from '#domain/sessions/session.schema.ts'
import { type ById, type EntityReply, endpoint, type ListReply } from './endpoint.ts'

export const loginCheck = endpoint<{ body: Credentials; reply: SessionTokens }>('POST', '/login_check')
export const refreshToken = endpoint<{ body: RefreshTokenBody; reply: SessionTokens }>('POST', '/token/refresh')
export const invalidateToken = endpoint<{ body: RefreshTokenBody; reply: string }>('POST', '/token/invalidate')

/** The logins that hold, last used first; by the user's link `sessions`. */
export const listUserSessions = endpoint<{ params: ById; reply: ListReply<UserSession> }>('GET', '/user/:id/sessions')

/** Ends one's own login on some device, by its link `delete`; its access token stops at once. */
export const deleteSession = endpoint<{ params: ById; reply: EntityReply<UserSession> }>(
  'DELETE',
  '/session/:id',
  'userEdited',
)

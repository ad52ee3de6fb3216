import type { SessionTokens } from '#domain/sessions/session.schema.ts'
import { type ById, endpoint } from './endpoint.ts'

/** Ends all other logins; this one goes on with these tokens. 422 `current-password-wrong`, or sentences as with a reset. */
export const changeOwnPassword = endpoint<{
  params: ById
  body: { current_password: string; password: string; password_repeat: string }
  reply: SessionTokens
}>('PUT', '/user/:id/password', { kind: 'own-protocol' })

import type { Credentials, RefreshTokenBody, SessionTokens } from '#domain/sessions/session.schema.ts'
import { endpoint } from './endpoint.ts'

export const loginCheck = endpoint<{ body: Credentials; reply: SessionTokens }>('POST', '/login_check')
export const refreshToken = endpoint<{ body: RefreshTokenBody; reply: SessionTokens }>('POST', '/token/refresh')
export const invalidateToken = endpoint<{ body: RefreshTokenBody; reply: string }>('POST', '/token/invalidate')

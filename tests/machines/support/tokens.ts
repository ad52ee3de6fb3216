import type { Tokens } from '#src/session/session.context.ts'
import { readAccessToken } from '#src/session/session-storage.ts'

const part = (content: object): string => Buffer.from(JSON.stringify(content)).toString('base64url')

export interface TokenFacts {
  userId: number
  /** milliseconds since the epoch, by the server's clock */
  issuedAt: number
  lifetimeSeconds?: number
}

let count = 0

/** A JWT as the server makes them, but for the signature, which the app cannot judge; no two are alike. */
export function accessJwt({ userId, issuedAt, lifetimeSeconds = 900 }: TokenFacts): string {
  const iat = Math.floor(issuedAt / 1000)
  count += 1
  return [
    part({ alg: 'HS256' }),
    part({ sub: String(userId), iat, exp: iat + lifetimeSeconds, jti: count }),
    'signature',
  ].join('.')
}

export const tokensOf = (refreshToken: string, facts: TokenFacts, receivedAt = facts.issuedAt): Tokens => ({
  refreshToken,
  access: readAccessToken(accessJwt(facts), receivedAt),
})

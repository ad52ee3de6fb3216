import { REPEAT_WINDOW } from './session-limits.ts'

interface TokenFacts {
  /** ISO instant */
  expires_at: string
  superseded_at: string | null
}

export interface RefreshQuestion {
  session: { expires_at: string; revoked_at: string | null }
  token: TokenFacts
  /** the token that this one was exchanged for, if it was */
  successor: TokenFacts | undefined
  /** ms since the epoch */
  now: number
}

/**
 * - `rotate`: the family's newest token; give its successor
 * - `repeat`: it was exchanged, but the successor has not been used: the reply was lost, or another tab was as fast
 * - `stolen`: its successor was used, or it is too long ago: two hold this family, so it ends
 */
export type RefreshVerdict = 'rotate' | 'repeat' | 'stolen' | 'expired' | 'revoked'

export function judgeRefresh({ session, token, successor, now }: RefreshQuestion): RefreshVerdict {
  if (session.revoked_at !== null) return 'revoked'
  if (Date.parse(session.expires_at) <= now) return 'expired'
  if (token.superseded_at === null) return Date.parse(token.expires_at) <= now ? 'expired' : 'rotate'
  const used = successor?.superseded_at !== null
  const late = now - Date.parse(token.superseded_at) > REPEAT_WINDOW
  return used || late ? 'stolen' : 'repeat'
}

/** Who has a live connection. */
export interface LiveReader {
  userId: number
  sessionId: number
  /** of the account when the connection began; a higher one in the database ends it */
  tokenVersion: number
  isAdmin: boolean
  /** ms since the epoch at which the access token ends, and the connection with it */
  until: number
}

/** Whom a piece of news is for. `except`: the login that brought it about, where the screen shows it already. */
export type Audience =
  | { who: 'everyone' }
  | { who: 'administrators' }
  | { who: 'user'; id: number; except?: number | undefined }

export function isFor(audience: Audience, { userId, sessionId, isAdmin }: LiveReader): boolean {
  if (audience.who === 'everyone') return true
  if (audience.who === 'administrators') return isAdmin
  return audience.id === userId && audience.except !== sessionId
}

import { deleteSession } from '#contract/sessions.ts'
import type { UserSession } from '#domain/sessions/session.schema.ts'
import type { Caller } from '#server/bearer.ts'
import { linkById } from '../platform/link-by-id.ts'

const end = linkById(deleteSession)

/** The link `delete` is there while the login holds. */
export const sessionReply = (
  { id, device, created_at, last_used_at }: Omit<UserSession, 'current' | '_links'>,
  { caller, holds }: { caller: Caller; holds: boolean },
): UserSession => ({
  id,
  device,
  created_at,
  last_used_at,
  current: id === caller.sessionId,
  _links: holds ? { delete: end(id) } : {},
})

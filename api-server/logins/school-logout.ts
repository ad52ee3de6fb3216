import { errors, type JWTPayload } from 'jose'
import { z } from 'zod'
import type { ApiContext } from '#api-server/context.ts'
import { isAway, readSigned } from '#api-server/logins/school-provider.ts'
import { openTicket } from '#api-server/logins/tickets.ts'
import { endSchoolSessions } from '#api-server/sessions/end-sessions.ts'
import { exactTextSchema } from '#domain/entities/entity.schema.ts'
import { Problem } from '#server/problem.ts'

/** Name of the event in a logout token (OpenID Connect Back-Channel Logout 1.0 §2.4). */
const EVENT = 'http://schemas.openid.net/event/backchannel-logout'

/** s after signing in which a logout token is accepted; the tolerance for clocks comes on top. */
const MAX_AGE_SECONDS = 600

/** Most characters of an id from the provider; a whole logout token has at most 10,000. */
const MOST_SIGNS = 10_000

/** Either `sub` or `sid` names the person. An ID token has a nonce, so it is not accepted as a logout token. */
const logoutSchema = z
  .object({
    jti: exactTextSchema(MOST_SIGNS).min(1),
    sub: exactTextSchema(MOST_SIGNS).min(1).optional(),
    sid: exactTextSchema(MOST_SIGNS).min(1).optional(),
    nonce: z.undefined().optional(),
    events: z.object({ [EVENT]: z.looseObject({}) }),
  })
  .refine(({ sub, sid }) => sub !== undefined || sid !== undefined)

/**
 * Ends the sessions that the provider names: those of one session there, or all of a person that began by it. A token is valid
 * once: used again it would end sessions that began since. Throws `request-malformed` for an invalid token, and
 * `school-unavailable` if the keys can't be fetched.
 */
export async function endFromSchool(
  { database, school }: Pick<ApiContext, 'database' | 'school'>,
  token: string,
  now: number,
): Promise<void> {
  if (!school) throw refused()
  const connection = await school.connected()
  const { issuer } = connection
  const payload = await readSigned(connection, token, {
    audience: school.config.clientId,
    typ: 'logout+jwt',
    maxTokenAge: MAX_AGE_SECONDS,
    fetchKeys: false,
  }).catch(refuse)
  const { data } = logoutSchema.safeParse(payload)
  if (!data) throw refused()
  try {
    await database.transaction(async (trx) => {
      await openTicket(trx, { kind: 'logout-token', secret: `${issuer} ${data.jti}` }, now)
      await endSchoolSessions(trx, { issuer, subject: data.sub, providerSession: data.sid }, now)
    })
  } catch (error) {
    if (database.isUniqueViolation(error)) throw refused()
    throw error
  }
}

const refused = () => new Problem('request-malformed', { noted: { event: 'school-login-refused' } })

function refuse(error: unknown): JWTPayload {
  if (isAway(error)) throw new Problem('school-unavailable')
  if (error instanceof errors.JOSEError) throw refused()
  throw error
}

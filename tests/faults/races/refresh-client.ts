import { Agent, request } from 'undici'
import { pathOf } from '#contract/endpoint.ts'
import { refreshToken } from '#contract/sessions.ts'
import { getOwnUser } from '#contract/users.ts'
import { type SessionTokens, sessionTokensSchema } from '#domain/sessions/session.schema.ts'

const agent = new Agent({ connections: null })

/** The new tokens, or the status with which they were refused. */
export async function refresh(url: string, refresh_token: string): Promise<SessionTokens | number> {
  const { statusCode, body } = await ask(url, refresh_token)
  if (statusCode === 200) return sessionTokensSchema.parse(await body.json())
  await body.dump()
  return statusCode
}

/** Asks, and hangs up after so many ms, whether it was answered by then or not. */
export async function refreshAndHangUp(url: string, refresh_token: string, ms: number): Promise<void> {
  await ask(url, refresh_token, AbortSignal.timeout(Math.round(ms)))
    .then(({ body }) => body.dump())
    .catch(() => undefined)
}

/** The status with which somebody with this access token may read who they are. */
export async function readingStatus(url: string, token: string): Promise<number> {
  const { statusCode, body } = await request(url + pathOf(getOwnUser), {
    dispatcher: agent,
    headers: { authorization: `Bearer ${token}` },
  })
  await body.dump()
  return statusCode
}

const ask = (url: string, refresh_token: string, signal: AbortSignal | null = null) =>
  request(url + pathOf(refreshToken), {
    dispatcher: agent,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refresh_token }),
    signal,
  })

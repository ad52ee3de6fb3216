import { type Endpoint, pathOf } from '#contract/endpoint.ts'
import { refreshToken } from '#contract/sessions.gen.ts'
import { type SessionTokens, sessionTokensSchema } from '#domain/sessions/session.schema.ts'

interface Asking {
  params?: Record<string, string | number>
  body?: object
  token?: string | undefined
  /** in which to answer, or the asker hangs up (ms) */
  patienceMs?: number
  headers?: Record<string, string>
}

export async function call(
  url: string,
  target: Endpoint,
  asking: Asking = {},
): Promise<{ status: number; body: unknown }> {
  const { params, body, token, patienceMs, headers } = asking
  const reply = await fetch(url + pathOf(target, params), {
    method: target.method,
    headers: {
      ...headers,
      ...(body && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
    ...(patienceMs !== undefined && { signal: AbortSignal.timeout(patienceMs) }),
  })
  const text = await reply.text()
  return { status: reply.status, body: text === '' ? undefined : JSON.parse(text) }
}

export async function mustCall(url: string, target: Endpoint, asking?: Asking): Promise<unknown> {
  const { status, body } = await call(url, target, asking)
  if (status > 299) throw new Error(`${target.method} ${target.path}: ${status} ${JSON.stringify(body)}`)
  return body
}

/** Ends with the tokens that follow, which only the next refresh may use. */
export const refreshed = async (url: string, refresh_token: string): Promise<SessionTokens> =>
  sessionTokensSchema.parse(await mustCall(url, refreshToken, { body: { refresh_token } }))

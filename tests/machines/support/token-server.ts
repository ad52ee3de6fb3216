import { bodyOf, serve } from './http-stage.ts'
import { daan, sanne } from './people.ts'
import { accessJwt } from './tokens.ts'

const people = [sanne, daan]

/**
 * Stands in for the API's session calls, with the rule that matters to tabs: a refresh token is succeeded by one
 * derived from it, and is accepted until that successor is used.
 */
export async function tokenServer(now: () => number) {
  /** `answering`: what each answer waits for */
  const server = { refreshes: 0, answering: Promise.resolve(), origin: '' }
  const used = new Set<string>()
  const revoked = new Set<number>()

  const pair = (userId: number, refresh_token: string) => ({
    token: accessJwt({ userId, issuedAt: now() }),
    refresh_token,
  })
  const userOf = (refreshToken: string) => Number(refreshToken.split('.')[0])

  const routes: Record<string, (body: Record<string, string>, authorization: string) => [number, unknown]> = {
    '/api/v1/login_check': ({ username }) => {
      const user = people.find((person) => person.username === username)
      return user ? [200, pair(user.id, `${user.id}.`)] : [401, { reason: 'login-failed' }]
    },
    '/api/v1/token/refresh': ({ refresh_token: parent = '' }) => {
      server.refreshes += 1
      const successor = `${parent}+`
      if (revoked.has(userOf(parent)) || used.has(successor)) return [401, { reason: 'token-revoked' }]
      used.add(parent)
      return [200, pair(userOf(parent), successor)]
    },
    '/api/v1/token/invalidate': ({ refresh_token = '' }) => {
      revoked.add(userOf(refresh_token))
      return [200, 'OK']
    },
    '/api/v1/user': (_, authorization) => {
      const { sub } = JSON.parse(Buffer.from(authorization.split('.')[1] ?? '', 'base64url').toString())
      return [200, people.find(({ id }) => id === Number(sub))]
    },
  }

  server.origin = await serve(async (request, reply) => {
    const body = Object(await bodyOf(request))
    const route = routes[request.url ?? '']
    const [status, answer] = route?.(body, request.headers.authorization ?? '') ?? [404, { reason: 'not-found' }]
    await server.answering
    reply.writeHead(status, { 'content-type': 'application/json' })
    reply.end(JSON.stringify(answer))
  })
  return server
}

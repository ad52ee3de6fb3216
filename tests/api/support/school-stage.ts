import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { JWTPayload } from 'jose'
import { onTestFinished } from 'vitest'
import type { Database } from '#database/engine/open-database.ts'
import { readConfig } from '#server/config.ts'
import {
  type AtSchool,
  browserAt,
  CLIENT,
  newKey,
  signWith,
  type TestProvider,
} from '#tests/support/api/school-provider.ts'
import { startTestApi, type TestApi, type TestApiOptions, tokensIn } from '#tests/support/api/test-api.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

export const PUBLIC_URL = 'https://wiskunde.test'

/** People that the provider knows, by subject. */
export const PEOPLE = {
  sam: { email: 'sam@school.test', email_verified: true, given_name: 'Sam', family_name: 'de Vries' },
  nieuw: {
    email: 'nieuw@school.test',
    email_verified: true,
    given_name: 'Nieuw',
    family_name: 'Gezicht',
    schac_personal_unique_code: ['urn:schac:personalUniqueCode:nl:local:school.test:studentid:0912345'],
  },
  docent: { email: 'teacher@school.test', email_verified: false, given_name: 'Dora', family_name: 'Cent' },
}

/** An API server that knows this provider, with the settings beside it. */
export function startSchoolApi(
  database: Database,
  provider: Pick<TestProvider, 'settings'>,
  { env = {}, ...options }: TestApiOptions & { env?: Record<string, string> } = {},
): Promise<TestApi> {
  const settings = { DATA_DIR: temporaryFolder(), WEB_APP: 'none', PUBLIC_URL, ...provider.settings, ...env }
  return startTestApi(database, { config: readConfig(settings), ...options })
}

/** Where a reply leads, and what it has the browser keep. */
const leads = ({ headers }: { headers: Record<string, unknown> }) => {
  const cookie = String(headers['set-cookie'] ?? '').replace(/;.*/, '')
  return { href: String(headers.location), cookie }
}

/** A browser that logs in by the school, step by step: with its cookies here and there. */
export function openBrowser(
  api: TestApi,
  provider: Pick<TestProvider, 'issuer'>,
  atSchool: AtSchool = browserAt(provider),
) {
  const kept = new Map<string, string>()
  const keep = (cookie: string) => {
    const [name = '', value = ''] = cookie.split('=')
    if (value === '') kept.delete(name)
    else kept.set(name, value)
  }
  const headers = () => ({ cookie: [...kept].map((pair) => pair.join('=')).join('; ') })
  const browser = {
    atSchool,
    headers,
    /** Gives where it leads at the provider. */
    begin: async (returnPath?: string, at = api): Promise<string> => {
      const query = returnPath === undefined ? '' : `?return=${encodeURIComponent(returnPath)}`
      const { href, cookie } = leads(await at.ask(`GET /school_login${query}`, { headers: headers() }))
      keep(cookie)
      return href
    },
    /**
     * Begins to link the school's login as the user with this token, by this path; returns the address at the
     * provider.
     */
    beginLinking: async (path: string, token: string): Promise<string> => {
      const reply = await api.ask(`POST ${path}`, { token, headers: headers() })
      keep(leads(reply).cookie)
      return String(Object(reply.body).href)
    },
    /** Comes back from the provider by this address; gives where that leads. */
    comeBack: async (address: URL, at = api): Promise<string> =>
      leads(await at.ask(`GET ${address.pathname}${address.search}`, { headers: headers() })).href,
    exchange: async (location: string, at = api) => {
      const code = /#school-code=(.+)$/.exec(location)?.[1] ?? ''
      const reply = await at.ask('POST /school_login/token', { body: { code }, headers: headers() })
      if (reply.status === 200) keep(leads(reply).cookie)
      return reply
    },
    /** All of it; gives the tokens. */
    logIn: async (subject: string, returnPath?: string) => {
      const location = await browser.comeBack(await atSchool.logIn(await browser.begin(returnPath), subject))
      return tokensIn((await browser.exchange(location)).body)
    },
  }
  return browser
}

/** Stopped with the test. */
export const untilTestEnds = <Started extends { stop(): Promise<void> }>(started: Started): Started => {
  onTestFinished(() => started.stop())
  return started
}

/** Answer of a forged provider to a code: claims that replace the right ones, and how the token is signed. */
interface Forgery {
  claims?: JWTPayload
  /** not at all, and said so */
  unsigned?: boolean
  /** sign with a key that the provider does not publish */
  otherKey?: boolean
  /** s by which its clock is ahead of ours */
  ahead?: number
  userinfo?: object
  /** answers that replace all others, by path */
  instead?: Record<string, { status?: number; body?: string }>
}

/** A provider that says what a test wants it to say, which a certified one would not. */
export async function startForger(nonceOf: () => string, forgery: () => Forgery) {
  const [key, other] = [await newKey(), await newKey()]
  const server = createServer(async (request, response) => {
    const { claims, unsigned, otherKey, ahead = 0, userinfo, instead = {} } = forgery()
    const now = Math.floor(Date.now() / 1_000) + ahead
    const right = { iss: issuer, aud: CLIENT.id, sub: 'sam', nonce: nonceOf(), iat: now, exp: now + 60, auth_time: now }
    const payload = { ...right, ...claims }
    const replies: Record<string, () => Promise<object> | object> = {
      '/.well-known/openid-configuration': () => ({
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        userinfo_endpoint: `${issuer}/me`,
        jwks_uri: `${issuer}/jwks`,
      }),
      '/jwks': () => ({ keys: [{ kty: key.kty, n: key.n, e: key.e, kid: key.kid, alg: key.alg, use: key.use }] }),
      '/token': async () => ({
        access_token: 'x',
        token_type: 'bearer',
        id_token: unsigned
          ? `${inBase64({ alg: 'none' })}.${inBase64(payload)}.`
          : await signWith(otherKey ? { ...other, kid: key.kid ?? '' } : key, payload),
      }),
      '/me': () => ({ sub: payload.sub, ...userinfo }),
    }
    const path = (request.url ?? '').replace(/\?.*/, '')
    response.statusCode = instead[path]?.status ?? 200
    response.setHeader('content-type', 'application/json')
    response.end(instead[path]?.body ?? JSON.stringify(await replies[path]?.()))
  })
  server.listen(0, 'localhost')
  await once(server, 'listening')
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`
  return {
    issuer,
    settings: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: CLIENT.id, OIDC_CLIENT_SECRET: CLIENT.secret },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const inBase64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, importJWK, type JWK, type JWTPayload, SignJWT } from 'jose'
import Provider, { type Adapter, type AdapterPayload, type Configuration } from 'oidc-provider'
import { API_BASE } from '#contract/endpoint.ts'
import { endLoginFromSchool, endSchoolLogin } from '#contract/logins.gen.ts'

/** A person at the provider: values by the names of their claims. */
export type SchoolPerson = Record<string, unknown>

export const CLIENT = { id: 'wiskunde', secret: 'een-geheim-van-de-school' }

/** `login_hint` of a person who cancels the login. */
export const CANCELS = 'breekt-af'

export interface TestProvider {
  issuer: string
  /** environment variables with which the app uses this provider */
  settings: Record<string, string>
  /** claims by subject; may be changed at any time */
  people: Map<string, SchoolPerson>
  /** replaces the signing key */
  rotate(): Promise<void>
  /** replaces the app's secret; the old one is refused */
  changeSecret(secret: string): void
  /** breaks every connection until `switchOn` */
  switchOff(): void
  switchOn(): void
  /** number of connections broken because it was switched off */
  refused(): number
  /** signs a token of the test's own with the provider's key */
  sign(payload: JWTPayload, header?: { typ?: string; kid?: string }): Promise<string>
  /** logout tokens that the provider sent (or would have sent) for ended sessions, in order */
  logoutTokens: string[]
  stop(): Promise<void>
}

interface ProviderOptions {
  publicUrl: string
  people: Record<string, SchoolPerson>
  /** port to listen on; 0 for any free port */
  port?: number
  /** people choose who they are on a page; otherwise `login_hint` decides */
  withPage?: boolean
  /** sends logout tokens to the app; otherwise they are only kept in `logoutTokens` */
  sendsLogouts?: boolean
}

/** Starts the certified provider oidc-provider as the school's, with people who may have any claims and type nothing. */
export async function startSchoolProvider({
  publicUrl,
  people: given,
  port = 0,
  withPage = false,
  sendsLogouts = false,
}: ProviderOptions): Promise<TestProvider> {
  const people = new Map(Object.entries(given))
  const logoutTokens: string[] = []
  const kept: Shelf = new Map()
  let refused = 0
  let off = false
  let key = await newKey()
  let secret = CLIENT.secret

  const server = createServer((request, response) => {
    const path = (request.url ?? '').replace(/\?.*/, '')
    if (path.startsWith('/interaction/')) void interact(request, response)
    else void handle(request, response)
  })
  server.on('connection', (socket) => {
    if (!off) return
    refused += 1
    socket.destroy()
  })
  server.listen(port, 'localhost')
  await once(server, 'listening')
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`

  const configuration = (): Configuration => ({
    adapter: (model) => shelfOf(kept, model),
    jwks: { keys: [key] },
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: secret,
        redirect_uris: [`${publicUrl}${API_BASE}${endSchoolLogin.path}`],
        post_logout_redirect_uris: [`${publicUrl}/login`],
        backchannel_logout_uri: `${publicUrl}${API_BASE}${endLoginFromSchool.path}`,
        backchannel_logout_session_required: true,
      },
    ],
    cookies: { keys: ['een-sleutel-voor-proeven'] },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name', 'schac_personal_unique_code', 'eduperson_affiliation'],
    },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: { enabled: true },
    },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    ttl: { Session: 3_600, Grant: 3_600, Interaction: 3_600, AccessToken: 3_600, IdToken: 3_600 },
    pkce: { required: () => true },
    findAccount: (_, subject) => {
      const person = people.get(subject)
      return person && { accountId: subject, claims: async () => ({ sub: subject, ...person }) }
    },
    // Grants everything without asking the person for consent.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        ...(oidc.client && { clientId: oidc.client.clientId }),
        ...(oidc.session?.accountId && { accountId: oidc.session.accountId }),
      })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    },
    // The default refuses an app on the same machine.
    fetch: async (url, options) => {
      const sent = new Request(url, options)
      logoutTokens.push(new URLSearchParams(await sent.clone().text()).get('logout_token') ?? '')
      return sendsLogouts ? fetch(sent) : new Response()
    },
  })
  let provider = new Provider(issuer, configuration())
  let handle = provider.callback()
  const reset = () => {
    provider = new Provider(issuer, configuration())
    handle = provider.callback()
  }

  const interact = async (request: IncomingMessage, response: ServerResponse) => {
    const { params } = await provider.interactionDetails(request, response)
    const url = new URL(request.url ?? '', issuer)
    const subject =
      url.searchParams.get('as') ?? (typeof params.login_hint === 'string' ? params.login_hint : undefined)
    if (subject === undefined && withPage) return showPeople(response, people)
    const isKnown = subject !== undefined && people.has(subject)
    const result = isKnown ? { login: { accountId: subject } } : { error: 'access_denied' }
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
  }

  return {
    issuer,
    settings: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: CLIENT.id, OIDC_CLIENT_SECRET: CLIENT.secret },
    people,
    rotate: async () => {
      key = await newKey()
      reset()
    },
    changeSecret: (other) => {
      secret = other
      reset()
    },
    switchOff: () => {
      off = true
      server.closeAllConnections()
    },
    switchOn: () => {
      off = false
    },
    refused: () => refused,
    sign: (payload, header) => signWith(key, payload, header),
    logoutTokens,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

type Shelf = Map<string, AdapterPayload>

/** Storage of the provider. It survives a change of keys. */
function shelfOf(kept: Shelf, model: string): Adapter {
  const own = () => [...kept].filter(([key]) => key.startsWith(`${model} `))
  const at = (id: string) => kept.get(`${model} ${id}`)
  return {
    upsert: async (id, payload) => void kept.set(`${model} ${id}`, payload),
    find: async (id) => at(id),
    findByUid: async (uid) => own().find(([, payload]) => payload.uid === uid)?.[1],
    findByUserCode: async () => undefined,
    consume: async (id) => void Object.assign(at(id) ?? {}, { consumed: Math.floor(Date.now() / 1_000) }),
    destroy: async (id) => void kept.delete(`${model} ${id}`),
    revokeByGrantId: async (grantId) => {
      for (const [key, payload] of own()) if (payload.grantId === grantId) kept.delete(key)
    },
  }
}

export async function newKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const kid = `sleutel-${Math.random().toString(36).slice(2)}`
  return { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' }
}

export const signWith = async (key: JWK, payload: JWTPayload, header: object = {}) =>
  new SignJWT(payload)
    .setProtectedHeader({ alg: 'RS256', ...(key.kid && { kid: key.kid }), ...header })
    .sign(await importJWK(key, 'RS256'))

function showPeople(response: ServerResponse, people: TestProvider['people']): void {
  const buttons = [...people].map(
    ([subject, { given_name = subject, family_name = '', email = 'zonder adres' }]) =>
      `<p><a href="?as=${encodeURIComponent(subject)}">${given_name} ${family_name}</a> ${email}</p>`,
  )
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end(
    `<!doctype html><html lang="nl"><title>Inloggen bij de school</title><h1>Inloggen bij de school</h1>${buttons.join('')}<p><a href="?as=${CANCELS}">Annuleren</a></p></html>`,
  )
}

/** A browser that keeps its cookies at the provider. */
export interface AtSchool {
  /** Follows `href` and logs in as this person; returns the address of the app to which it leads. */
  logIn(href: string, subject: string): Promise<URL>
  /** Ends the session by confirming on the provider's page. */
  logOut(): Promise<void>
}

export function browserAt({ issuer }: Pick<TestProvider, 'issuer'>): AtSchool {
  const cookies = new Map<string, string>()
  const open = async (address: string, form?: Record<string, string>): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const reply = await fetch(address, {
      redirect: 'manual',
      headers: { cookie },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const line of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    return reply
  }
  return {
    logIn: async (href, subject) => {
      let address = new URL(href)
      address.searchParams.set('login_hint', subject)
      while (address.origin === issuer) {
        const reply = await open(address.href)
        const location = reply.headers.get('location')
        if (location === null) throw new Error(`the provider answered ${reply.status}: ${await reply.text()}`)
        address = new URL(location, address)
      }
      return address
    },
    logOut: async () => {
      const page = await (await open(`${issuer}/session/end?client_id=${CLIENT.id}`)).text()
      const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(page) ?? []
      await open(`${issuer}/session/end/confirm`, { xsrf, logout: 'yes' })
    },
  }
}

import * as oidc from 'openid-client'
import type { ApiContext } from '#api-server/context.ts'
import { decideSchoolLogin } from '#api-server/logins/linking.ts'
import { type Proven, proveBySchool, SchoolLoginError } from '#api-server/logins/school-claims.ts'
import { isAway } from '#api-server/logins/school-provider.ts'
import { noteProof } from '#api-server/logins/step-up.ts'
import { newSecret, openTicket, secretHash, takeTicket } from '#api-server/logins/tickets.ts'
import { startSession } from '#api-server/sessions/log-in.ts'
import { API_BASE } from '#contract/endpoint.ts'
import type { FromProvider } from '#contract/logins.calls.ts'
import { endSchoolLogin, exchangeSchoolCode } from '#contract/logins.gen.ts'
import type { WantedLogin } from '#domain/logins/linking.rules.ts'
import { Problem } from '#server/problem.ts'

type Purpose = WantedLogin['purpose']
type BeginDeps = Pick<ApiContext, 'database' | 'school' | 'publicUrl'>
type Deps = BeginDeps & Pick<ApiContext, 'keys' | 'letters' | 'source'>

/** Data of a ticket while the person is at the provider. */
interface OnItsWay {
  purpose: Purpose
  returnPath: string
  issuer: string
  nonce: string
  /** verifier of PKCE (RFC 7636) */
  verifier: string
}

interface Beginning {
  purpose: Purpose
  /** user who links or proves again, and their session */
  userId?: number
  sessionId?: number
  /** path of the app from `returnPathOf` */
  returnPath: string
  now: number
}

/**
 * Begins a login at the provider: returns the address to open, and the Set-Cookie with which only this browser can finish it.
 * Throws `school-unavailable`.
 */
export async function beginAt(
  { database, school, publicUrl }: BeginDeps,
  { purpose, userId, sessionId, returnPath, now }: Beginning,
): Promise<{ href: string; cookie: string }> {
  if (!school) throw new Problem('school-unavailable')
  const { configuration, issuer } = await school.connect()
  const [state, nonce, browser] = [newSecret(), newSecret(), newSecret()]
  const verifier = oidc.randomPKCECodeVerifier()
  const data: OnItsWay = { purpose, returnPath, issuer, nonce, verifier }
  await openTicket(database.kysely, { kind: 'school-login', secret: state, browser, userId, sessionId, data }, now)
  const { href } = oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: callbackAt(publicUrl),
    scope: school.config.scopes,
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    // Otherwise the provider may answer for the previous user of this browser.
    ...(purpose !== 'login' && { prompt: 'login', max_age: '0' }),
  })
  return { href, cookie: setCookie(nameOf(state, publicUrl), browser, publicUrl) }
}

const callbackAt = (publicUrl: string): string => `${publicUrl}${API_BASE}${endSchoolLogin.path}`

interface Ending {
  query: FromProvider
  /** the Cookie header */
  cookies: string | undefined
  now: number
}

/**
 * Finishes a visit to the provider: prepares a login by a code for this browser, links the account, or notes the new proof.
 * Returns the address of the app to open; after a failure that names it in a word, which is also returned for the log.
 */
export async function endAt(deps: Deps, { query, cookies, now }: Ending) {
  const state = query.state ?? ''
  const ticket = await takeTicket(deps.database.kysely, 'school-login', state)
  const data = ticket?.data as OnItsWay | undefined
  try {
    if (state === '') throw new SchoolLoginError('refused')
    if (!ticket || !data) throw new SchoolLoginError('replayed')
    const browser = secretIn(cookies, nameOf(state, deps.publicUrl))
    if (ticket.browser_hash !== secretHash(browser)) throw new SchoolLoginError('other-browser')
    if (Date.parse(ticket.expires_at) <= now) throw new SchoolLoginError('expired')
    return { location: deps.publicUrl + (await finish(deps, { query, state, browser, data, ticket, now })) }
  } catch (error) {
    if (!(error instanceof SchoolLoginError)) throw error
    if (isAway(error.cause)) deps.school?.noteAway(error.cause)
    // Reveals nothing about another browser's login.
    const begun = error.failure === 'other-browser' ? undefined : data
    return { location: deps.publicUrl + failedPath(error, begun), error }
  }
}

/** Path where the app shows the failure; logging in from there leads to the original destination. */
export function failedPath(
  { failure, code }: Pick<SchoolLoginError, 'failure' | 'code'>,
  { purpose, returnPath }: Pick<OnItsWay, 'purpose' | 'returnPath'> = { purpose: 'login', returnPath: '/' },
): string {
  const login = returnPath === '/' ? '/login' : `/login?return=${encodeURIComponent(returnPath)}`
  const at = { login, link: '/settings', prove: '/stepped-up' }[purpose]
  return `${at}#school-error=${failure}${code === undefined ? '' : `&code=${code}`}`
}

interface CameBack {
  query: FromProvider
  state: string
  browser: string
  data: OnItsWay
  ticket: { user_id: number | null; session_id: number | null; created_at: string }
  now: number
}

interface CodeData {
  tokenVersion: number
  identityId: number
  providerSession: string | null
}

/** Returns the path to open next. Throws `SchoolLoginError`. */
async function finish({ database, school, keys, letters, publicUrl, source }: Deps, came: CameBack): Promise<string> {
  const { query, state, browser, data, ticket, now } = came
  if (!school) throw new SchoolLoginError('unavailable')
  const connection = await school.connected().catch((cause: unknown) => {
    throw new SchoolLoginError('unavailable', { cause })
  })
  if (data.issuer !== connection.issuer) throw new SchoolLoginError('wrong-issuer')
  const { nonce, verifier } = data
  const proven = await proveBySchool(connection, school.config, {
    callback: callbackAt(publicUrl),
    query,
    state,
    nonce,
    verifier,
  })
  const wanted = wantedBy(data.purpose, ticket.user_id)
  if (wanted.purpose !== 'login') requireNewProof(proven, now - Date.parse(ticket.created_at))
  const deps = { database, school: school.config, identitiesKey: keys.identities, hasSource: source !== undefined }
  const code = newSecret()
  const decided = await database.transaction(async (trx) => {
    const decision = await decideSchoolLogin(trx, deps, proven.claims, wanted, now)
    if ('failure' in decision) return decision
    const { userId, tokenVersion, identityId } = decision
    if (wanted.purpose === 'login') {
      const { providerSession } = proven
      const kept: CodeData = { tokenVersion, identityId, providerSession }
      await openTicket(trx, { kind: 'school-code', secret: code, browser, userId, data: kept }, now)
    }
    if (wanted.purpose === 'prove')
      await noteProof(trx, { sessionId: ticket.session_id, userId, factor: 'school' }, now)
    return decision
  })
  letters.wake()
  if ('failure' in decided) throw new SchoolLoginError(decided.failure, { code: decided.code })
  return { login: `${data.returnPath}#school-code=${code}`, link: '/settings#school-linked', prove: '/stepped-up' }[
    wanted.purpose
  ]
}

function wantedBy(purpose: Purpose, userId: number | null): WantedLogin {
  if (purpose === 'login') return { purpose }
  if (userId === null) throw new SchoolLoginError('refused')
  return { purpose, userId }
}

/** s: the provider's times are whole seconds, and its page takes time. */
const SLACK_SECONDS = 10

/**
 * Requires that a proof for linking or stepping up was made after its start here, in case the provider ignored that request.
 * Compares the provider's clock only with itself. Throws `SchoolLoginError`.
 */
function requireNewProof({ proofAge }: Proven, sinceBegun: number): void {
  if (proofAge === undefined || proofAge > sinceBegun / 1_000 + SLACK_SECONDS) throw new SchoolLoginError('refused')
}

interface Exchanging {
  code: string
  /** the Cookie header */
  cookies: string | undefined
  device: string
  now: number
}

/**
 * Logs in by the code that this browser got on the way back, once; also returns the Set-Cookie that clears it. Throws
 * `school-code-unknown`.
 */
export async function exchangeCode({ database, publicUrl }: BeginDeps, { code, cookies, device, now }: Exchanging) {
  const ticket = await takeTicket(database.kysely, 'school-code', code)
  const cookie = cookiesIn(cookies).find(({ value }) => secretHash(value) === ticket?.browser_hash)
  if (!ticket || !cookie || ticket.user_id === null || Date.parse(ticket.expires_at) <= now)
    throw new Problem('school-code-unknown')
  const { tokenVersion, identityId, providerSession } = ticket.data as CodeData
  const session = await startSession(database, {
    user_id: ticket.user_id,
    token_version: tokenVersion,
    device,
    method: 'school',
    identity: { id: identityId, providerSession },
    now,
  })
  if (!session) throw new Problem('school-code-unknown', { noted: { user: ticket.user_id } })
  return { session, cookie: setCookie(cookie.name, '', publicUrl) }
}

const COOKIE = 'school-login-'

/** s: lifetime of the ticket, plus time to exchange the code. */
const COOKIE_SECONDS = 20 * 60

/**
 * Name of the cookie of one login: several tabs may log in at once. Over https the prefix `__Host-`, which requires the path
 * '/', prevents other hosts of the school from setting it.
 */
const nameOf = (state: string, publicUrl: string): string =>
  `${publicUrl.startsWith('https:') ? '__Host-' : ''}${COOKIE}${state.slice(0, 8)}`

/** An empty value removes the cookie. Lax, since the provider's page leads here. */
function setCookie(name: string, value: string, publicUrl: string): string {
  const secure = publicUrl.startsWith('https:')
  const path = secure ? '/; Secure' : `${API_BASE}${exchangeSchoolCode.path.replace(/\/token$/, '')}`
  return `${name}=${value}; Path=${path}; Max-Age=${value === '' ? 0 : COOKIE_SECONDS}; HttpOnly; SameSite=Lax`
}

function cookiesIn(header: string | undefined): { name: string; value: string }[] {
  return (header ?? '').split(/; ?/).flatMap((pair) => {
    const [, name, value] = /^((?:__Host-)?school-login-[\w-]{8})=([\w-]{43})$/.exec(pair) ?? []
    return name !== undefined && value !== undefined ? [{ name, value }] : []
  })
}

const secretIn = (header: string | undefined, name: string): string =>
  cookiesIn(header).find((cookie) => cookie.name === name)?.value ?? ''

/** Path where the app continues after a login: a path of the app, otherwise '/'. */
export function returnPathOf(given: string | undefined, publicUrl: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it refuses.
  if (given === undefined || !/^\/(?![/\\])[^\\\u0000-\u0020\u007f]*$/.test(given)) return '/'
  const url = URL.parse(given, publicUrl)
  if (!url || url.origin !== new URL(publicUrl).origin) return '/'
  const path = url.pathname + url.search
  return isOfApp(url.pathname) ? path : '/'
}

/** Excludes paths like '/.//elsewhere' after normalizing, and paths that the server answers. */
function isOfApp(pathname: string): boolean {
  try {
    return !/^\/([/\\]|(api|push|health)(\/|$))/i.test(decodeURIComponent(pathname))
  } catch {
    return false
  }
}

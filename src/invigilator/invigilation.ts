import { fromPromise } from 'xstate'
import { type BodyOf, type Endpoint, pathOf, type ReplyOf } from '#contract/endpoint.ts'
import { admitInvigilator, readInvigilation, searchInvigilation, tickInvigilation } from '#contract/presence.gen.ts'
import type { PresenceList } from '#domain/presence/presence.schema.ts'
import { ApiError, NetworkError } from '#src/api/api-error.ts'
import { base64url } from '#src/api/base64url.ts'
import { sendLeft, startPresence } from '#src/presence/presence-actors.ts'
import { type KeptDevice, keepDevice, keptDevices, wipeDevice } from '#src/presence/presence-store.ts'
import { type AdmittedDevice, invigilatorMachine, type LinkParts } from './invigilator.machine.ts'

const TIMEOUT_MS = 10_000

interface Question {
  body?: unknown
  token?: string
  etag?: string | null
}

/** Sends a call without an account: it uses neither a session's token nor the browser's cache. */
async function ask({ method, path, ...target }: Endpoint, { body, token, etag }: Question): Promise<Response> {
  const headers = new Headers({ accept: 'application/json' })
  if (body !== undefined) headers.set('content-type', 'application/json')
  if (token) headers.set('authorization', `Invigilator ${token}`)
  if (etag) headers.set('if-none-match', etag)
  const answer = await fetch(pathOf({ method, path, ...target }), {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    cache: 'no-store',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((cause: unknown) => {
    throw new NetworkError({ cause })
  })
  if (answer.ok || answer.status === 304) return answer
  throw await refusalOf(answer)
}

async function refusalOf(answer: Response): Promise<ApiError | NetworkError> {
  const said = await answer.json().catch(() => null)
  // Something in between answered, such as a portal that wants a login first.
  if (typeof said?.reason !== 'string' && answer.status < 500) return new NetworkError()
  const wait = Number(answer.headers.get('retry-after'))
  return new ApiError({
    status: answer.status,
    reason: said?.reason ?? 'unknown',
    sentence: said?.message ?? null,
    retryAfter: Number.isFinite(wait) && wait > 0 ? wait : null,
    requestId: answer.headers.get('x-request-id'),
  })
}

/** Content as in the contract; a body that is not JSON is not from the server. */
async function contentOf<E extends Endpoint>(_: E, answer: Response): Promise<ReplyOf<E>> {
  try {
    return await answer.json()
  } catch (cause) {
    throw new NetworkError({ cause })
  }
}

const post = async <E extends Endpoint>(target: E, body: BodyOf<E>, token?: string): Promise<ReplyOf<E>> =>
  contentOf(target, await ask(target, { body, ...(token && { token }) }))

/** Returns a function that reads the list; it resolves to null if the list did not change. */
function listReader({ token }: KeptDevice) {
  let etag: string | null = null
  return async () => {
    const answer = await ask(readInvigilation, { token, etag })
    if (answer.status === 304) return null
    const list: PresenceList = await contentOf(readInvigilation, answer)
    const offset = Date.parse(list.now) - Date.now()
    etag = answer.headers.get('etag')
    return { list, offset }
  }
}

export function startInvigilation(device: AdmittedDevice) {
  const { token, link_id, testmoment_id, name } = device
  const place = { owner: `link-${link_id}`, testmoment_id } as const
  return startPresence({
    place,
    who: name,
    isGuest: true,
    now: Date.now,
    read: listReader(device),
    post: (body) => post(tickInvigilation, body, token),
    wipeAll: () => wipeDevice(place, link_id),
  })
}

export const findElsewhere =
  ({ token }: KeptDevice) =>
  async (search: string): Promise<readonly string[]> =>
    (await post(searchInvigilation, { search }, token)).rooms

/**
 * Sends what links opened here earlier left unsent, such as one that ended while this device was offline. Ticks that the link
 * open now sends too count once.
 */
export async function sendLeftOfDevices(): Promise<void> {
  try {
    for (const { link_id, testmoment_id, token } of await keptDevices())
      if (testmoment_id !== null) await sendLeft(`link-${link_id}`, () => (body) => post(tickInvigilation, body, token))
  } catch {
    // A browser without storage has nothing unsent.
  }
}

/** 256 bits, base64url. */
const newToken = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)))

const findDevice = async (link: LinkParts): Promise<KeptDevice | undefined> =>
  (await keptDevices()).find(({ link_id, secret }) => link_id === link.link_id && secret === link.secret)

const remember = fromPromise<KeptDevice | null, { link: LinkParts | null }>(async ({ input: { link } }) => {
  const device = link ? await findDevice(link) : (await keptDevices())[0]
  if (device) await keepDevice({ ...device, openedAt: Date.now() })
  return device ?? null
})

const admit = fromPromise<KeptDevice, { link: LinkParts; name: string; code: string }>(
  async ({ input: { link, name, code } }) => {
    // A browser without storage can still tick, as long as the page stays open.
    const known = await findDevice(link).catch(() => undefined)
    const keep = (device: KeptDevice) => keepDevice(device).catch(() => undefined)
    const token = known?.token ?? newToken()
    const device: KeptDevice = { ...link, token, name, testmoment_id: null, openedAt: Date.now() }
    await keep(device)
    const { testmoment_id } = await post(admitInvigilator, { ...link, code, token, name })
    const admitted = { ...device, testmoment_id }
    await keep(admitted)
    return admitted
  },
)

export const invigilator = invigilatorMachine.provide({ actors: { remember, admit } })

/** Reads the link from an address's fragment, which no server or referrer sees; null for anything else. */
export function linkIn(fragment: string): LinkParts | null {
  const [, id, secret] = /^#(\d{1,15})\.([\w-]{43})$/.exec(fragment) ?? []
  return id && secret ? { link_id: Number(id), secret } : null
}

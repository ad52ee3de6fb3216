import type { PasskeyJson } from '#domain/logins/login.schema.ts'

/** Whether this browser knows passkeys at all. */
export const knowsPasskeys = (): boolean => typeof window.PublicKeyCredential === 'function'

/** Whether a passkey can be offered among what a field is filled in with, without anybody asking for it. */
export const offersPasskeys = async (): Promise<boolean> =>
  knowsPasskeys() && hasJson() && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true

interface Asking {
  /** beside the field of the username, until somebody chooses one there */
  unasked?: boolean
  signal?: AbortSignal
}

/** Has the browser ask for a passkey, which proves who somebody is. Rejects as `passkeyProblem` says. */
export const askPasskey = (options: PasskeyJson, { unasked = false, signal }: Asking = {}): Promise<PasskeyJson> =>
  alone(signal, async (stop) => {
    if (!hasJson()) {
      const { startAuthentication, WebAuthnAbortService } = await import('@simplewebauthn/browser')
      stop.addEventListener('abort', () => WebAuthnAbortService.cancelCeremony())
      return written(await startAuthentication({ optionsJSON: asAsked(options) }))
    }
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(asAsked(options))
    const mediation = unasked ? 'conditional' : 'optional'
    return answerOf(await navigator.credentials.get({ publicKey, mediation, signal: stop }))
  })

/** Has the browser make a passkey. Rejects as `passkeyProblem` says. */
export const makePasskey = (options: PasskeyJson): Promise<PasskeyJson> =>
  alone(undefined, async (stop) => {
    if (!hasJson()) {
      const { startRegistration } = await import('@simplewebauthn/browser')
      return written(await startRegistration({ optionsJSON: asAsked(options) }))
    }
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(asAsked(options))
    return answerOf(await navigator.credentials.create({ publicKey, signal: stop }))
  })

/** Why no passkey was used or made, and what to do. */
export function passkeyProblem(error: unknown): string {
  const name = error instanceof Error ? error.name : ''
  if (name === 'InvalidStateError') return 'Op dit apparaat staat al een passkey voor dit account.'
  if (name === 'NotAllowedError' || name === 'AbortError')
    return 'Er is geen passkey gebruikt. Probeer het opnieuw, of kies een andere manier.'
  return 'Je browser kan hier geen passkey gebruiken. Kies een andere manier.'
}

/** WebAuthn level 3; before 2025 not in every browser that knows passkeys. */
const hasJson = (): boolean => 'parseRequestOptionsFromJSON' in PublicKeyCredential

/** The server's library wrote it for the browser's: in between nothing looks into it. */
const asAsked = <Options>(options: PasskeyJson): Options => options as Options

const written = (answer: object): PasskeyJson => ({ ...answer })

function answerOf(credential: Credential | null): PasskeyJson {
  if (!(credential instanceof PublicKeyCredential)) throw new DOMException('No passkey', 'NotAllowedError')
  return written(credential.toJSON())
}

let current: { stop: AbortController; over: Promise<unknown> } | undefined

/** A browser has one question about passkeys at a time: the one before is ended first. */
function alone<Answer>(signal: AbortSignal | undefined, ask: (stop: AbortSignal) => Promise<Answer>): Promise<Answer> {
  const before = current
  const stop = new AbortController()
  signal?.addEventListener('abort', () => stop.abort())
  if (signal?.aborted) stop.abort()
  // Some browsers leave a question that was ended without an answer.
  const ended = new Promise<never>((_, reject) => {
    stop.signal.addEventListener('abort', () => reject(stop.signal.reason))
  })
  const answer = (async () => {
    before?.stop.abort()
    await before?.over
    stop.signal.throwIfAborted()
    return Promise.race([ask(stop.signal), ended])
  })()
  ended.catch(() => undefined)
  current = { stop, over: answer.catch(() => undefined) }
  return answer
}

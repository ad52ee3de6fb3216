import type { PasskeyJson } from '#domain/logins/login.schema.ts'
import { base64url } from '#src/api/base64url.ts'

export const knowsPasskeys = (): boolean => typeof window.PublicKeyCredential === 'function'

/** Whether the browser can offer passkeys in its autofill for a field. */
export const offersPasskeys = async (): Promise<boolean> =>
  knowsPasskeys() && hasJson() && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true

interface Asking {
  /** offers passkeys in the autofill of the username field, until the user chooses one there */
  unasked?: boolean
  signal?: AbortSignal
}

/** Asks the browser for a passkey that proves who the user is. `passkeyProblem` describes the rejections. */
export const askPasskey = (options: PasskeyJson, { unasked = false, signal }: Asking = {}): Promise<PasskeyJson> =>
  alone(signal, async (stop) => {
    if (!hasJson()) {
      const { startAuthentication, WebAuthnAbortService } = await import('@simplewebauthn/browser')
      stop.addEventListener('abort', () => WebAuthnAbortService.cancelCeremony())
      return written(await startAuthentication({ optionsJSON: asAsked(options) }))
    }
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON?.(asAsked(options))
    const mediation = unasked ? 'conditional' : 'optional'
    return answerOf(await navigator.credentials.get({ publicKey, mediation, signal: stop }))
  })

/** Asks the browser to make a passkey. `passkeyProblem` describes the rejections. */
export const makePasskey = (options: PasskeyJson): Promise<PasskeyJson> =>
  alone(undefined, async (stop) => {
    if (!hasJson()) {
      const { startRegistration } = await import('@simplewebauthn/browser')
      return written(await startRegistration({ optionsJSON: asAsked(options) }))
    }
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON?.(asAsked(options))
    return answerOf(await navigator.credentials.create({ publicKey, signal: stop }))
  })

/** Sentence about why no passkey was used or made, and what to do. */
export function passkeyProblem(error: unknown): string {
  const name = error instanceof Error ? error.name : ''
  if (name === 'InvalidStateError') return 'Op dit apparaat staat al een passkey voor dit account.'
  if (name === 'NotAllowedError' || name === 'AbortError')
    return 'Er is geen passkey gebruikt. Probeer het opnieuw, of kies een andere manier.'
  return 'Je browser kan hier geen passkey gebruiken. Kies een andere manier.'
}

/** WebAuthn level 3; before 2025 some browsers with passkeys lack it. */
const hasJson = (): boolean => 'parseRequestOptionsFromJSON' in PublicKeyCredential

/** The server's library writes this for the browser's library: no code in between reads it. */
const asAsked = <Options>(options: PasskeyJson): Options => options as Options

const written = (answer: object): PasskeyJson => ({ ...answer })

/**
 * The answer as JSON, by its own fields: `toJSON` and `getTransports` throw on the objects that 1Password, Proton Pass and other
 * password managers put in place of the browser's (dotnet/aspnetcore #62916, ProtonMail/WebClients #470).
 */
function answerOf(credential: Credential | null): PasskeyJson {
  if (!(credential instanceof PublicKeyCredential)) throw new DOMException('No passkey', 'NotAllowedError')
  const { id, rawId, type, response } = credential
  const bytes = BYTES_OF_ANSWER.flatMap((name): [string, string][] => {
    const part = name in response ? (response as AuthenticatorAnswer)[name] : null
    return part ? [[name, base64url(new Uint8Array(part))]] : []
  })
  const parts = { ...Object.fromEntries(bytes), transports: transportsOf(response) }
  return { id, rawId: base64url(new Uint8Array(rawId)), type, response: parts, clientExtensionResults: {} }
}

const BYTES_OF_ANSWER = ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle'] as const

type AuthenticatorAnswer = Partial<Record<(typeof BYTES_OF_ANSWER)[number], ArrayBuffer | null>>

function transportsOf(response: AuthenticatorResponse & { getTransports?: () => string[] }): string[] {
  try {
    return response.getTransports?.() ?? []
  } catch {
    return []
  }
}

let current: { stop: AbortController; over: Promise<unknown> } | undefined

/** A browser handles one passkey request at a time: ends the previous one first. */
function alone<Answer>(signal: AbortSignal | undefined, ask: (stop: AbortSignal) => Promise<Answer>): Promise<Answer> {
  const before = current
  const stop = new AbortController()
  signal?.addEventListener('abort', () => stop.abort())
  if (signal?.aborted) stop.abort()
  // Some browsers never settle a request that was aborted.
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

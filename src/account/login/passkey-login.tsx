import { useEffect, useRef, useState } from 'react'
import { getPasskeyChallenge } from '#contract/logins.gen.ts'
import type { PasskeyJson } from '#domain/logins/login.schema.ts'
import type { Api } from '#src/api/api.ts'
import { askPasskey, knowsPasskeys, offersPasskeys, passkeyProblem } from '#src/session/passkeys.ts'
import { Alert } from '#src/ui/alert.tsx'
import { Button, type ButtonTone } from '#src/ui/button.tsx'
import { Stroke } from '#src/ui/icon.tsx'
import { callFailureText } from '../account-submission.ts'

const challengeOf = async (publicApi: Api): Promise<PasskeyJson> => (await publicApi.call(getPasskeyChallenge)).options

interface PasskeyButtonProps {
  /** options for the browser: a challenge, or the API to get one from */
  options: PasskeyJson | Api
  busy: boolean
  tone?: ButtonTone
  children: string
  onPasskey: (passkey: PasskeyJson) => void
}

/** Button to log in with a passkey; nothing if the browser has no passkeys. */
export function PasskeyButton({ options, busy, tone, children, onPasskey }: PasskeyButtonProps) {
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  if (!knowsPasskeys()) return null

  const ask = async () => {
    setAsking(true)
    setProblem(null)
    try {
      const asked = isApi(options)
        ? await challengeOf(options).catch((error: unknown) => {
            setProblem(callFailureText(error))
            return null
          })
        : options
      if (asked) onPasskey(await askPasskey(asked))
    } catch (error) {
      setProblem(passkeyProblem(error))
    } finally {
      setAsking(false)
    }
  }
  return (
    <>
      {problem && (
        <Alert>
          <p>{problem}</p>
        </Alert>
      )}
      <Button tone={tone} busy={isAsking} disabled={busy} onClick={ask}>
        {!isAsking && <Stroke stroke={KEY} />}
        {children}
      </Button>
    </>
  )
}

const isApi = (options: PasskeyJson | Api): options is Api => typeof options.call === 'function'

const KEY = 'M15.5 13.5a5 5 0 1 0-4.8-3.6L3.5 17v3.5H7V18h2.5v-2.5H12l1.1-1.1c.7.3 1.5.1 2.4-.9ZM16.5 7.6v.1'

/** Delay (ms) before a challenge is requested: most visitors have left by then, or type. */
const RENEW_DELAY_MS = 600
/** Share of a challenge's lifetime after which another is fetched. */
const USED_UP_SHARE = 0.8
const USUAL_LIFETIME_MS = 300_000

/**
 * Offers passkeys in the autofill of the username field while the login form is shown, in browsers that can. It continues while
 * the page is visible, and ends when something else asks for a passkey.
 */
export function useOfferedPasskeys(
  publicApi: Api,
  isOffered: boolean,
  onPasskey: (passkey: PasskeyJson) => void,
): void {
  const chosen = useRef(onPasskey)
  chosen.current = onPasskey

  useEffect(() => {
    if (!isOffered) return
    let stop = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const offer = async () => {
      if (document.visibilityState !== 'visible' || !(await offersPasskeys())) return
      const { signal } = stop
      const options = await challengeOf(publicApi)
      if (signal.aborted) return
      timer = setTimeout(renew, (Number(options.timeout) || USUAL_LIFETIME_MS) * USED_UP_SHARE)
      const passkey = await askPasskey(options, { unasked: true, signal })
      if (!signal.aborted) chosen.current(passkey)
    }
    // The user did not ask for this, so a failure is not shown.
    const begin = () => void offer().catch(() => undefined)
    const renew = () => {
      clearTimeout(timer)
      stop.abort()
      stop = new AbortController()
      begin()
    }
    timer = setTimeout(begin, RENEW_DELAY_MS)
    document.addEventListener('visibilitychange', renew)
    return () => {
      clearTimeout(timer)
      stop.abort()
      document.removeEventListener('visibilitychange', renew)
    }
  }, [publicApi, isOffered])
}

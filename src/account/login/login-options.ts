import { useEffect, useState } from 'react'
import { getLoginOptions } from '#contract/logins.ts'
import type { LoginOptions } from '#domain/logins/login.schema.ts'
import type { Api } from '#src/api/api.ts'

const KEY = 'login_options'
/** ms; how soon a provider that could not be reached is asked after again */
const AGAIN_MS = 20_000

/** Where nothing is known a password is what everybody may try; the server has the last word. */
const UNKNOWN: LoginOptions = { password: 'on', school: null }

let asked: Promise<LoginOptions> | undefined

/** Asks, once at a time, and remembers the answer: the next time the login box stands as it should at once. */
export function askLoginOptions(publicApi: Api): Promise<LoginOptions> {
  asked ??= publicApi
    .call(getLoginOptions)
    .then((options) => {
      remember(options)
      return options
    })
    .finally(() => {
      asked = undefined
    })
  return asked
}

function remember(options: LoginOptions): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(options))
  } catch {
    // Storage that is full or refused: it is asked for each time.
  }
}

/** Null when nothing is known yet. Whether the provider can be reached is nothing to remember. */
function remembered(): LoginOptions | null {
  try {
    const { password, school }: LoginOptions = JSON.parse(localStorage.getItem(KEY) ?? '')
    return { password, school: school && { ...school, available: true } }
  } catch {
    return null
  }
}

interface KnownOptions {
  options: LoginOptions
  /** they came when the login box stood already, and change it */
  isLate: boolean
}

/** By what one may log in: as it was the last time, until the server says how it is now. */
export function useLoginOptions(publicApi: Api): KnownOptions {
  const [known, setKnown] = useState<KnownOptions>(() => ({ options: remembered() ?? UNKNOWN, isLate: false }))
  const isAway = known.options.school?.available === false

  useEffect(() => {
    let isShown = true
    const ask = () =>
      askLoginOptions(publicApi).then(
        (options) => isShown && setKnown((before) => following(before, options)),
        () => undefined,
      )
    const askInSight = () => document.visibilityState === 'visible' && void ask()
    void ask()
    document.addEventListener('visibilitychange', askInSight)
    const timer = isAway ? setInterval(askInSight, AGAIN_MS) : undefined
    return () => {
      isShown = false
      document.removeEventListener('visibilitychange', askInSight)
      clearInterval(timer)
    }
  }, [publicApi, isAway])

  return known
}

const following = (before: KnownOptions, options: LoginOptions): KnownOptions =>
  JSON.stringify(before.options) === JSON.stringify(options)
    ? before
    : { options, isLate: before.isLate || (before.options.school === null) !== (options.school === null) }

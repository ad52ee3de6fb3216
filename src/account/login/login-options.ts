import { useEffect, useState } from 'react'
import { getLoginOptions } from '#contract/logins.gen.ts'
import type { LoginOptions } from '#domain/logins/login.schema.ts'
import type { Api } from '#src/api/api.ts'
import { rememberedOptions, rememberOptions } from './remembered-options.ts'

/** Interval (ms) at which an unreachable provider is checked again. */
const AGAIN_MS = 20_000

let asked: Promise<LoginOptions> | undefined

/** Fetches the options, once at a time, and stores them: the next login form is right at once. */
function askLoginOptions(publicApi: Api): Promise<LoginOptions> {
  asked ??= publicApi
    .call(getLoginOptions)
    .then((options) => {
      rememberOptions(options)
      return options
    })
    .finally(() => {
      asked = undefined
    })
  return asked
}

interface KnownOptions {
  options: LoginOptions
  /** they arrived while the login form was shown, and change it */
  isLate: boolean
}

/** Login methods: the stored ones until the server answers. */
export function useLoginOptions(publicApi: Api): KnownOptions {
  const [known, setKnown] = useState<KnownOptions>(() => ({ options: rememberedOptions(), isLate: false }))
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

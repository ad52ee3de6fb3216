import type { Api } from '#src/api/api.ts'
import { ApiError } from '#src/api/api-error.ts'
import type { OnKnown } from './known-answers.ts'
import type { EarlyAnswer, LastKnownApi } from './last-known-api.ts'

/**
 * API of the first screen. If a worker is active it may have cached the screen's lists, so `whole`, which is then on the
 * device, is loaded at once. Otherwise only the server can answer: `whole` may load later, and takes over the answers until
 * then.
 */
export function earlyApi(
  api: Api,
  load: () => Promise<LastKnownApi>,
  onKnown: OnKnown,
): { api: Api; whole: () => Promise<LastKnownApi> } {
  const answers: EarlyAnswer[] = []
  let loaded: LastKnownApi | undefined
  let loading: Promise<LastKnownApi> | undefined

  const learn = (answer: EarlyAnswer) => (loaded ? loaded.learn(answer) : answers.push(answer))
  const loadWhole = async (): Promise<LastKnownApi> => {
    loaded = await load()
    answers.forEach(loaded.learn)
    return loaded
  }
  const whole = () => {
    loading ??= loadWhole().catch((error) => {
      loading = undefined
      throw error
    })
    return loading
  }

  const read = async <Reply>(
    asked: Pick<EarlyAnswer, 'target' | 'link' | 'input'>,
    ask: (api: Api) => Promise<Reply>,
  ): Promise<Reply> => {
    // A release may have replaced the file: only the server answers then.
    const at = loaded ?? (navigator.serviceWorker?.controller && (await whole().catch(() => undefined)))
    if (at) return ask(at.api)
    try {
      const body = await ask(api)
      if (asked.input.length === 0) onKnown(asked.target, body)
      learn({ ...asked, status: 200, body, at: Date.now() })
      return body
    } catch (error) {
      if (error instanceof ApiError && error.status === 404)
        learn({ ...asked, status: 404, body: error.details, at: Date.now() })
      throw error
    }
  }

  return {
    api: {
      ...api,
      call: (target, ...input) => {
        const ask = ({ call }: Api) => call(target, ...input)
        return target.method === 'GET' ? read({ target, link: null, input }, ask) : ask(api)
      },
      follow: (target, link, ...input) => {
        const ask = ({ follow }: Api) => follow(target, link, ...input)
        return link.method === 'GET' ? read({ target, link, input }, ask) : ask(api)
      },
    } satisfies Api,
    whole,
  }
}

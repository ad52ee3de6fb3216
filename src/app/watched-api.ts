import type { AppEventName } from '#contract/app-events.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Api } from '#src/api/api.ts'
import { ApiError, isFromGateway } from '#src/api/api-error.ts'

interface ApiListener {
  onAnswer: () => void
  onSilence: () => void
  /** of what is asked of the server to be done, while it is */
  onChange: (change: Promise<unknown>, event: AppEventName | undefined) => void
}

/** The same API; somebody hears whether its calls are answered, if only with a refusal, and which are to do something. */
export function watchedApi(api: Api, { onAnswer, onSilence, onChange }: ApiListener): Api {
  const watch = <Reply>(reply: Promise<Reply>): Promise<Reply> => {
    reply.then(onAnswer, (error) => (error instanceof ApiError && !isFromGateway(error) ? onAnswer() : onSilence()))
    return reply
  }
  const watchChange = <Reply>(method: string, { event }: Endpoint, reply: Promise<Reply>): Promise<Reply> => {
    if (method !== 'GET') onChange(reply, event)
    return watch(reply)
  }
  return {
    call: (target, ...input) => watchChange(target.method, target, api.call(target, ...input)),
    follow: (target, link, ...input) => watchChange(link.method, target, api.follow(target, link, ...input)),
    download: (target, link) => watch(api.download(target, link)),
  }
}

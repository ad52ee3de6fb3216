import type { Api } from '#src/api/api.ts'
import { ApiError } from '#src/api/api-error.ts'

interface ApiListener {
  onAnswer: () => void
  onSilence: () => void
  /** of what was asked of the server and done */
  onChange: () => void
}

/** The same API; somebody hears whether its calls are answered, if only with a refusal, and which did something. */
export function watchedApi(api: Api, { onAnswer, onSilence, onChange }: ApiListener): Api {
  const watch = <Reply>(reply: Promise<Reply>): Promise<Reply> => {
    reply.then(onAnswer, (error) => (error instanceof ApiError ? onAnswer() : onSilence()))
    return reply
  }
  const watchChange = <Reply>(method: string, reply: Promise<Reply>): Promise<Reply> => {
    if (method !== 'GET') reply.then(onChange, () => undefined)
    return watch(reply)
  }
  return {
    call: (target, ...input) => watchChange(target.method, api.call(target, ...input)),
    follow: (target, link, ...input) => watchChange(link.method, api.follow(target, link, ...input)),
    download: (target, link) => watch(api.download(target, link)),
  }
}

import type { Api } from '#src/api/api.ts'
import { ApiError } from '#src/api/api-error.ts'

interface ConnectionListener {
  onAnswer: () => void
  onSilence: () => void
}

/** The same API; somebody hears whether its calls are answered, if only with a refusal. */
export function watchedApi(api: Api, { onAnswer, onSilence }: ConnectionListener): Api {
  const watch = <Reply>(reply: Promise<Reply>): Promise<Reply> => {
    reply.then(onAnswer, (error) => (error instanceof ApiError ? onAnswer() : onSilence()))
    return reply
  }
  return {
    call: (target, ...input) => watch(api.call(target, ...input)),
    follow: (target, link, ...input) => watch(api.follow(target, link, ...input)),
    download: (target, link) => watch(api.download(target, link)),
  }
}

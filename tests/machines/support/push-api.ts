import type { BodyOf, Endpoint } from '#contract/endpoint.ts'
import { readPushKey, readPushPreference, type renewPushDevice, savePushDevice } from '#contract/push.gen.ts'
import type { Api } from '#src/api/api.ts'

interface PushAnswers {
  /** before anything else is answered; may throw */
  asked: (target: Endpoint) => void
  key: string
  onSave: (body: BodyOf<typeof savePushDevice>) => void
  onRenew: (body: BodyOf<typeof renewPushDevice>) => void
}

/** The push server as the app sees it. */
export const pushApi = ({ asked, key, onSave, onRenew }: PushAnswers): Api => {
  const api = {
    call: async (target: Endpoint, input: { body: never }) => {
      asked(target)
      if (target === readPushKey) return { key }
      if (target === readPushPreference) return { opening: false, reminder: true }
      if (target === savePushDevice) onSave(input.body)
      else onRenew(input.body)
      return { entity: { id: 1 }, key }
    },
    follow: () => Promise.reject(new Error('Pushes have no links')),
    download: () => Promise.reject(new Error('Pushes have no files')),
  }
  // The reply depends on the endpoint in a way that the compiler follows for callers, but not in here.
  return api as Api
}

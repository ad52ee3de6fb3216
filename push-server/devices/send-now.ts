import webPush, { WebPushError } from 'web-push'
import type { PushMessage } from '#domain/push/push-message.ts'
import type { TestAnswer } from '#domain/push/test-answer.texts.ts'
import { readEndpoint } from '#push-server/endpoints/read-endpoint.ts'
import type { Addressee, PushContext } from '#push-server/push-context.ts'

const TIMEOUT_MS = 10_000
/** Whoever asked for it waits for it now. */
const TTL_S = 60

interface SendingMeans extends Pick<PushContext, 'vapid' | 'testOrigins'> {
  /** who push services may write to (RFC 8292): 'mailto:…' or an address on the web */
  vapidSubject: string
}

/** Sends one message, once, and says what the push service answered; for a person who waits for that. */
export function createSendNow({ vapid, testOrigins, vapidSubject: subject }: SendingMeans): PushContext['sendNow'] {
  return async ({ endpoint, p256dh, auth, vapid_key }: Addressee, message: PushMessage) => {
    const key = vapid.find(vapid_key ?? '')
    if (!key || !readEndpoint(endpoint, testOrigins)) return 'refused'
    try {
      await webPush.sendNotification({ endpoint, keys: { p256dh, auth } }, JSON.stringify(message), {
        vapidDetails: { subject, ...key },
        TTL: TTL_S,
        urgency: 'high',
        timeout: TIMEOUT_MS,
      })
      return 'accepted'
    } catch (error) {
      return error instanceof WebPushError ? answerOf(error.statusCode) : 'unreachable'
    }
  }
}

function answerOf(status: number): TestAnswer {
  if (status === 404 || status === 410) return 'gone'
  return status === 429 || status >= 500 ? 'busy' : 'refused'
}

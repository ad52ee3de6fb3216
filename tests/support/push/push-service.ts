import { onTestFinished } from 'vitest'
import { openPushService, type PushService } from './open-push-service.ts'

/** Starts a push service that is closed after the test. */
export async function startPushService(options: Parameters<typeof openPushService>[0] = {}): Promise<PushService> {
  const service = await openPushService(options)
  onTestFinished(() => service.close())
  return service
}

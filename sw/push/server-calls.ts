import { fullPathOf } from '#contract/endpoint.ts'
import { type DeviceProof, forgetPushDevice, renewPushDevice } from '#contract/push.ts'
import type { PushSubscriptionData } from '#domain/push/push.schema.ts'

/** What the worker asks of the push server; rejects unless it was done. */
export interface PushServer {
  forget(proof: DeviceProof): Promise<void>
  renew(proof: DeviceProof, subscription: PushSubscriptionData): Promise<void>
}

export const pushServer: PushServer = {
  forget: ({ endpoint, secret }) => post(fullPathOf(forgetPushDevice), { endpoint, secret }),
  renew: ({ endpoint, secret }, subscription) => post(fullPathOf(renewPushDevice), { endpoint, secret, subscription }),
}

async function post(path: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  // Whoever logs out may close the window at once.
  const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body), keepalive: true })
  if (!answer.ok) throw new Error(`The push server answers ${answer.status}`)
}

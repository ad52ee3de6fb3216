import { Agent } from 'node:https'
import webPush from 'web-push'
import { createMessenger } from '#push-server/sender/messenger.ts'
import { createTransport } from '#push-server/sender/transport.ts'
import { createVapidHeaders } from '#push-server/sender/vapid.ts'
import { settleMemory } from '#server/process.ts'
import { MESSAGE, SUBJECT } from '#tests/harness/push/addressees.ts'
import { makeReceiver } from '#tests/support/push/receiver.ts'

/**
 * Sends pushes, 50 at a time to each push service, by our sender or by web-push. Reports to its parent the time,
 * processor time and memory of this process, which does nothing else.
 */
const [by = '', count = '0', ca = '', ...origins] = process.argv.slice(2)
const IN_FLIGHT = 50
/** until the compiler has seen enough of either */
const WARMING = 1_500

const { publicKey, privateKey } = webPush.generateVAPIDKeys()
const key = { publicKey, privateKey }
const receivers = Array.from({ length: 100 }, () => makeReceiver().keys)
const keysOf = (n: number) => receivers[n % receivers.length] ?? makeReceiver().keys

const ours = () => {
  const send = createMessenger({
    keys: { newest: key, find: () => key },
    vapidHeaders: createVapidHeaders(SUBJECT, Date.now),
    transport: createTransport({ ca }),
    testOrigins: origins,
    clock: Date.now,
  })
  return async (endpoint: string, n: number) => {
    const subscription = { endpoint, vapid_key: publicKey, ...keysOf(n) }
    const { kind } = await send({
      subscription,
      message: MESSAGE,
      ttl: 3_600,
      urgency: 'high',
      topic: 'toetsmoment-12',
    })
    if (kind !== 'sent') throw new Error(`a push was ${kind}`)
  }
}

const theirs = () => {
  const agent = new Agent({ keepAlive: true, ca })
  const payload = JSON.stringify(MESSAGE)
  const options = {
    vapidDetails: { subject: SUBJECT, ...key },
    TTL: 3_600,
    urgency: 'high',
    topic: 'toetsmoment-12',
    agent,
  } as const
  return async (endpoint: string, n: number) => {
    await webPush.sendNotification({ endpoint, keys: keysOf(n) }, payload, options)
  }
}

const send = by === 'web-push' ? theirs() : ours()

async function sendMany(many: number): Promise<void> {
  let sent = 0
  const drive = async (origin: string, share: number) => {
    let left = share
    const worker = async () => {
      while (left-- > 0) await send(`${origin}/push/${sent}`, sent++)
    }
    await Promise.all(Array.from({ length: IN_FLIGHT }, worker))
  }
  await Promise.all(origins.map((origin) => drive(origin, Math.ceil(many / origins.length))))
}

// The push server does this before it listens.
settleMemory()
await sendMany(WARMING)
let memory = 0
const watch = setInterval(() => {
  memory = Math.max(memory, process.memoryUsage.rss())
}, 20)
const before = process.cpuUsage()
const started = performance.now()
await sendMany(Number(count))
const ms = performance.now() - started
const { user, system } = process.cpuUsage(before)
clearInterval(watch)
process.send?.({ ms, cpu: (user + system) / Number(count), memory: memory / 2 ** 20 }, () => process.exit(0))

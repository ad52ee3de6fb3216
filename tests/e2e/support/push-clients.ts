import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { TextSocket } from './text-socket.ts'

/** Messages of Firefox to its push service (autopush): all texts are JSON. */
const saying = z.discriminatedUnion('messageType', [
  z.object({ messageType: z.literal('hello'), uaid: z.string().optional() }),
  z.object({ messageType: z.literal('register'), channelID: z.string() }),
  z.object({ messageType: z.literal('unregister'), channelID: z.string() }),
  z.object({ messageType: z.literal('ack'), updates: z.array(z.object({ version: z.string() })) }),
  z.object({ messageType: z.literal('nack'), version: z.string() }),
  z.object({ messageType: z.literal('ping') }),
  z.object({ messageType: z.literal('broadcast_subscribe') }),
])

interface Message {
  /** base64url */
  data: string
  encoding: 'aes128gcm'
}

type Acknowledge = (said: 'ack' | 'nack') => void

/** The browsers that are connected, and their channels: one for each subscription. */
export function createPushClients(endpointOf: (channel: string) => string) {
  const connected = new Map<TextSocket, string>()
  /** client of each channel, which outlives the connection */
  const channels = new Map<string, string>()
  const waiting = new Map<string, { uaid: string; text: string; acknowledge: Acknowledge }>()

  const say = (to: TextSocket, message: object) => to.send(JSON.stringify(message))
  const settle = (version: string, said: 'ack' | 'nack') => {
    waiting.get(version)?.acknowledge(said)
    waiting.delete(version)
  }

  const answers = {
    hello(client: TextSocket, known: string | undefined) {
      const uaid = known || randomUUID().replaceAll('-', '')
      connected.set(client, uaid)
      say(client, { messageType: 'hello', uaid, status: 200, use_webpush: true, broadcasts: {} })
      for (const message of waiting.values()) if (message.uaid === uaid) client.send(message.text)
    },
    register(client: TextSocket, channelID: string) {
      channels.set(channelID, connected.get(client) ?? '')
      say(client, { messageType: 'register', channelID, status: 200, pushEndpoint: endpointOf(channelID) })
    },
    unregister(client: TextSocket, channelID: string) {
      channels.delete(channelID)
      say(client, { messageType: 'unregister', channelID, status: 200 })
    },
  }

  return {
    count: () => channels.size,
    leave: (client: TextSocket) => connected.delete(client),

    receive(client: TextSocket, text: string): void {
      // A sign of life, which asks for the same.
      if (text === '{}') {
        client.send('{}')
        return
      }
      const said = saying.parse(JSON.parse(text))
      if (said.messageType === 'hello') answers.hello(client, said.uaid)
      if (said.messageType === 'register') answers.register(client, said.channelID)
      if (said.messageType === 'unregister') answers.unregister(client, said.channelID)
      if (said.messageType === 'ack') for (const { version } of said.updates) settle(version, 'ack')
      if (said.messageType === 'nack') settle(said.version, 'nack')
    },

    /** Keeps the message until the browser has said what it made of it; false for a channel that is gone. */
    deliver(channelID: string, { data, encoding }: Message, acknowledge: Acknowledge): boolean {
      const uaid = channels.get(channelID)
      if (uaid === undefined) return false
      const version = randomUUID()
      const text = JSON.stringify({ messageType: 'notification', channelID, version, data, headers: { encoding } })
      waiting.set(version, { uaid, text, acknowledge })
      for (const [client, id] of connected) if (id === uaid) client.send(text)
      return true
    },
  }
}

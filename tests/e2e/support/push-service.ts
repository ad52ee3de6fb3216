import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { makeCertificate } from '#tests/support/push/certificate.ts'
import { createPushClients } from './push-clients.ts'
import { acceptTextSocket, type TextSocket } from './text-socket.ts'

/** A push as it came in from our server. */
export interface ReceivedPush {
  topic: string | undefined
  ttl: number
  urgency: string | undefined
  /** answer of the browser: 'ack', or 'nack' if it could not read the push; null if it has not answered yet */
  said: 'ack' | 'nack' | null
}

/** Push service between our push server and a browser, on this machine. Firefox takes it for Mozilla's. */
export interface PushService {
  /** for dom.push.serverURL */
  address: string
  /** origin of the endpoints that it gives out, for PUSH_TEST_ORIGIN */
  origin: string
  /** the file of the certificate that it shows, for NODE_EXTRA_CA_CERTS */
  certificate: string
  /** how many devices can be reached */
  channels(): number
  /** all that came, oldest first */
  pushes: readonly ReceivedPush[]
  stop(): Promise<void>
}

/** Starts one: browsers connect by WebSocket, and our server posts over TLS (RFC 8030). */
export async function startPushService(): Promise<PushService> {
  const folder = await mkdtemp(join(tmpdir(), 'wiskunde-push-'))
  const certificate = join(folder, 'own.pem')
  const own = makeCertificate()
  await writeFile(certificate, own.cert)
  const pushes: ReceivedPush[] = []

  const posts = createTlsServer(own, async (request, response) => {
    const channel = request.url?.split('/').at(-1) ?? ''
    const { topic, ttl, urgency } = request.headers
    const push: ReceivedPush = { topic: first(topic), ttl: Number(ttl), urgency: first(urgency), said: null }
    const data = (await buffer(request)).toString('base64url')
    if (!clients.deliver(channel, { data, encoding: 'aes128gcm' }, (said) => (push.said = said)))
      return response.writeHead(410).end()
    pushes.push(push)
    return response.writeHead(201, { location: `${origin}/message/${pushes.length}` }).end()
  })
  const origin = `https://127.0.0.1:${await listen(posts)}`
  const clients = createPushClients((channel) => `${origin}/push/${channel}`)

  const sockets = new Set<TextSocket>()
  const browsers = createServer().on('upgrade', (request, socket) => {
    const client: TextSocket = acceptTextSocket(request, socket, {
      protocol: 'push-notification',
      onText: (text) => clients.receive(client, text),
    })
    sockets.add(client)
    socket.on('close', () => clients.leave(client))
  })
  const address = `ws://127.0.0.1:${await listen(browsers)}/`

  return {
    address,
    origin,
    certificate,
    channels: clients.count,
    pushes,
    stop: async () => {
      for (const socket of sockets) socket.end()
      posts.closeAllConnections()
      browsers.close()
      posts.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const first = (header: string | string[] | undefined) => [header].flat()[0]

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port given')
  return address.port
}

import { once } from 'node:events'
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import { createServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { makeCertificate } from './certificate.ts'

export interface Received {
  path: string
  httpVersion: string
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

/** Answer of the service; `undefined` never answers, 'reset' closes this connection and 'cut' all connections. */
export type Reply = { status: number; headers?: Record<string, string> } | 'reset' | 'cut' | undefined

export interface PushService {
  origin: string
  /** PEM of the authority that its clients have to trust */
  ca: string
  received: Received[]
  /** number of TLS connections made */
  connections(): number
  /** decides each answer; 201 by default */
  answer: (received: Received) => Reply | Promise<Reply>
  close(): Promise<void>
}

const certificate = makeCertificate()

/** Starts a push service on this machine that speaks RFC 8030 as far as a sender notices. */
export async function openPushService({ http2 = true, trusted = true } = {}): Promise<PushService> {
  const { key, cert } = trusted ? certificate : makeCertificate()
  const server = http2 ? createSecureServer({ key, cert, allowHTTP1: true }) : createServer({ key, cert })
  const sockets = new Set<Socket>()
  server.on('secureConnection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
  })
  const cutAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  const received: Received[] = []
  const service: PushService = {
    origin: '',
    ca: certificate.cert,
    received,
    connections: () => sockets.size,
    answer: () => ({ status: 201 }),
    close: async () => {
      cutAll()
      server.close()
    },
  }

  server.on('request', async (request: Http2ServerRequest, response: Http2ServerResponse) => {
    request.on('error', () => undefined)
    response.on('error', () => undefined)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { url: path, httpVersion, headers } = request
    const one: Received = { path, httpVersion, headers, body: Buffer.concat(chunks) }
    received.push(one)
    const reply = await service.answer(one)
    if (reply === 'reset') request.socket.destroy()
    else if (reply === 'cut') cutAll()
    else if (reply) response.writeHead(reply.status, reply.headers ?? {}).end()
  })

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  service.origin = `https://localhost:${portOf(server.address())}`
  return service
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('listens on no port')
  return address.port
}

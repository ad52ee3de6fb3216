import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from './problem.ts'

/** Of one connection. Browsers do not send ahead of the answers at all, nor do web servers in front. */
const UNANSWERED = 16

/** Who sends as many has no interest in the answers. */
const ENDLESS = 4 * UNANSWERED

/**
 * Refuses what Node lets pass and no client of ours sends. For a server with `requireHostHeader: false`: Node's own
 * refusal has none of the headers that were added before this.
 */
export function refuseAmbiguous(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (isPlain(request)) return done()
    // Who means something else by it may also see the next request begin elsewhere.
    reply.header('connection', 'close')
    done(new Problem('request-malformed'))
  })
}

/**
 * One Host (RFC 9112 §3.2), and a path as target: with two hosts, or one in the target besides, a web server in front
 * and we might not mean the same.
 */
function isPlain({ raw: { url = '', httpVersion, rawHeaders } }: FastifyRequest): boolean {
  if (!url.startsWith('/')) return false
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0')
}

/**
 * Node reads on while it answers, up to 64 kB of requests at a time, and keeps each answer until those before it were
 * read: a few clients could have it make and keep any number. Here the first 16 that wait on a connection are answered
 * and the connection ends; nothing more is read of it, and an answer that nobody reads waits on. Call it before any other
 * hook is added.
 */
export function limitPipelining(app: FastifyInstance): void {
  const connections = new WeakMap<Socket, { unanswered: number; ignored: number }>()

  app.addHook('onRequest', ({ raw: { socket } }, reply, done) => {
    let connection = connections.get(socket)
    if (!connection) {
      connection = { unanswered: 0, ignored: 0 }
      connections.set(socket, connection)
    }
    const own = connection
    if (own.ignored > 0 || own.unanswered === UNANSWERED) {
      reply.hijack()
      own.ignored += 1
      socket.pause()
      if (own.unanswered + own.ignored > ENDLESS) socket.destroy()
      return
    }
    own.unanswered += 1
    reply.raw.on('close', () => {
      own.unanswered -= 1
      if (own.ignored > 0 && own.unanswered === 0) socket.destroySoon()
    })
    done()
  })
}

import type { IncomingMessage } from 'node:http'
import { bodyOf, serve } from './http-stage.ts'

/** Server's reaction to one request: an answer, or 'cut' for a connection that breaks without one. */
export type Turn = { status?: number; headers?: Record<string, string>; body?: unknown; text?: string } | 'cut'

/** A server that answers by turns, the last one over and over, and remembers what it was asked. */
export async function answeringApi(...turns: Turn[]) {
  const requests: (Pick<IncomingMessage, 'method' | 'url' | 'headers'> & { body: unknown; at: number })[] = []
  const origin = await serve(async (request, reply) => {
    const at = performance.now()
    const { method, url, headers } = request
    requests.push({ method, url, headers, body: await bodyOf(request), at })
    const turn = turns.length > 1 ? turns.shift() : turns[0]
    if (!turn || turn === 'cut') return void request.socket.destroy()
    reply.writeHead(turn.status ?? 200, { 'content-type': 'application/json', ...turn.headers })
    reply.end(turn.text ?? JSON.stringify(turn.body ?? {}))
  })
  return { origin, requests }
}

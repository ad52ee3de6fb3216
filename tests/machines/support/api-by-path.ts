import { createPublicApi } from '#src/api/api.ts'
import { bodyOf, serve } from './http-stage.ts'

/** An API that answers each 'METHOD /path' with what is given for it, and remembers what it was asked, in order. */
export async function apiByPath(replies: Record<string, unknown>) {
  const asked: [request: string, body: unknown][] = []
  const origin = await serve(async (request, reply) => {
    const name = `${request.method} ${request.url}`
    asked.push([name, await bodyOf(request)])
    reply.writeHead(name in replies ? 200 : 404, { 'content-type': 'application/json' })
    reply.end(JSON.stringify(replies[name] ?? { reason: 'not-found' }))
  })
  return { api: createPublicApi(origin), asked }
}

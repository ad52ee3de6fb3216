import type { FastifyReply, FastifyRequest, onSendHookHandler, RouteOptions } from 'fastify'
import { entityTag, isKnown } from '#server/entity-tag.ts'

/**
 * Hook for `onRoute`: gives GET replies a tag that is a hash of their text, and sends 304 to clients that have it. Lists that
 * set their own tag keep it; files and streams get none.
 */
export function tagReplies(route: RouteOptions): void {
  if (route.method === 'GET') route.onSend = [...[route.onSend ?? []].flat(), tagReply]
}

const tagReply: onSendHookHandler = (request, reply, payload, done) => {
  done(null, typeof payload === 'string' && reply.statusCode === 200 ? toSend(request, reply, payload) : payload)
}

function toSend(request: FastifyRequest, reply: FastifyReply, text: string): string | null {
  if (reply.hasHeader('etag')) return text
  const tag = entityTag(text)
  reply.header('etag', tag)
  if (!isKnown(request, tag)) return text
  reply.code(304).removeHeader('content-type')
  return null
}

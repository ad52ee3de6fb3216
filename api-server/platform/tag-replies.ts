import type { FastifyReply, FastifyRequest, onSendHookHandler, RouteOptions } from 'fastify'
import { entityTag, isKnown } from '#server/entity-tag.ts'

/**
 * For `onRoute`: what is read gets a tag made of its own text, so that all that it depends on is in it, and is not sent
 * to who has it already. A list that says a tag of its own keeps that one; files and streams have none.
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

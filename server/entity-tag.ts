import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Strong validator (RFC 9110 §8.8.3): the same tag means the same text. `content` determines all of the text. */
export const entityTag = (content: string): string => `"${hash('sha256', content, 'base64url')}"`

/** Whether the client says that it has the version with this tag (RFC 9110 §13.1.2, weak comparison). */
export function isKnown({ headers }: Pick<FastifyRequest, 'headers'>, tag: string): boolean {
  const clientTags = headers['if-none-match']
  if (clientTags === undefined) return false
  if (clientTags === tag || clientTags.trim() === '*') return true
  return clientTags.split(',').some((one) => one.trim().replace(/^W\//, '') === tag)
}

/** Replies 304 without a body; the headers are those of the 200 that it replaces. */
export const notModified = (reply: FastifyReply, tag: string): FastifyReply =>
  reply.code(304).header('etag', tag).send()

import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A strong validator (RFC 9110 §8.8.3): the same tag, the same text. `content` says all that the text is made of. */
export const entityTag = (content: string): string => `"${hash('sha256', content, 'base64url')}"`

/** Whether the reader says to have what this tag stands for (RFC 9110 §13.1.2: by weak comparison). */
export function isKnown({ headers }: Pick<FastifyRequest, 'headers'>, tag: string): boolean {
  const known = headers['if-none-match']
  if (known === undefined) return false
  if (known === tag || known.trim() === '*') return true
  return known.split(',').some((one) => one.trim().replace(/^W\//, '') === tag)
}

/** A 304 has the headers of the 200 that it stands for, and no body. */
export const notModified = (reply: FastifyReply, tag: string): FastifyReply =>
  reply.code(304).header('etag', tag).send()

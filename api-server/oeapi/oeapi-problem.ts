import type { FastifyReply } from 'fastify'
import type { RefusalKind } from '#domain/oeapi/refusal.rules.ts'

/** Kinds of problems by status, with the title that the other system logs. English: its developers read it, no teacher does. */
const titles = {
  'bad-request': [400, 'The request cannot be understood'],
  unauthorized: [401, 'A valid access token is needed'],
  forbidden: [403, 'Not within the scope of this token'],
  'not-found': [404, 'Not found'],
  'method-not-allowed': [405, 'Method not allowed'],
  'version-not-acceptable': [406, 'Version not acceptable'],
  conflict: [409, 'Something else is there already'],
  'payload-too-large': [413, 'The body is too large'],
  'unsupported-media-type': [415, 'The media type is not supported'],
  unprocessable: [422, 'This cannot be done'],
  'too-many-requests': [429, 'Too many requests'],
  'internal-error': [500, 'Something went wrong here'],
  unavailable: [503, 'Temporarily unavailable'],
} as const satisfies Partial<Record<RefusalKind, readonly [number, string]>>

export type OeapiProblemKind = keyof typeof titles

export interface ProblemMore {
  headers?: Readonly<Record<string, string>>
  /** members beside those of every problem */
  members?: Readonly<Record<string, unknown>>
}

/** Refusal below /oeapi/v6, answered as a problem document (RFC 9457). */
export class OeapiProblem extends Error {
  override name = 'OeapiProblem'
  readonly kind: OeapiProblemKind
  readonly more: ProblemMore

  /** `detail` is a sentence for the developers of the other system. */
  constructor(kind: OeapiProblemKind, detail: string, more: ProblemMore = {}) {
    super(detail)
    this.kind = kind
    this.more = more
  }
}

/** 503 below /oeapi, of the database or while too much is to do. */
export const OEAPI_UNAVAILABLE = {
  kind: 'unavailable',
  message: 'Try again soon.',
  more: { headers: { 'retry-after': '1', 'cache-control': 'no-store' } },
} as const

/** Sends a problem; `publicUrl` begins its type, which must be a URI. */
export function sendOeapiProblem(
  reply: FastifyReply,
  publicUrl: string,
  { kind, message, more }: Pick<OeapiProblem, 'kind' | 'message' | 'more'>,
): void {
  const [status, title] = titles[kind]
  const body = { type: `${publicUrl}/oeapi/problems/${kind}`, title, status, detail: message, ...more.members }
  reply
    .code(status)
    .headers(more.headers ?? {})
    .header('content-type', 'application/problem+json; charset=utf-8')
    .send(JSON.stringify(body))
}

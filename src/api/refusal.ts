import { ApiError } from './api-error.ts'
import { isJson, retryAfterOf } from './message.ts'

export async function readRefusal(answer: Response): Promise<ApiError> {
  const text = await answer.text().catch(() => '')
  return refusalOf(answer, isJson(answer.headers.get('content-type')) ? parsed(text) : text)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** `reply` is the body, parsed if it is JSON. */
export function refusalOf(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  reply: unknown,
  cause?: unknown,
): ApiError {
  const reason = reasonIn(reply)
  const sentences = sentencesIn(reason)
  return new ApiError(
    {
      status,
      reason: typeof reason === 'string' ? reason : sentences.join(' ') || 'unknown',
      sentence: messageIn(reply),
      sentences,
      retryAfter: retryAfterOf(headers),
      requestId: headers.get('x-request-id'),
      details: reply,
    },
    { cause },
  )
}

const reasonIn = (reply: unknown): unknown => (isRecord(reply) && 'reason' in reply ? reply.reason : reply)

const messageIn = (reply: unknown): string | null =>
  isRecord(reply) && 'message' in reply && typeof reply.message === 'string' ? reply.message : null

/** A refused registration has a list of sentences; refusals about passwords have an object with such a list. */
function sentencesIn(reason: unknown): string[] {
  const list = isRecord(reason) && 'errors' in reason ? reason.errors : reason
  return Array.isArray(list) ? list.filter((entry) => typeof entry === 'string') : []
}

const isRecord = (value: unknown): value is object => typeof value === 'object' && value !== null

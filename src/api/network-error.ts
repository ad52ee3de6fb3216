import { ApiError } from './api-error.ts'

/** No answer that can be trusted: offline, cut off, timed out, or a stranger (a captive portal) answered. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
  /** false: the request never left; true: whether the server acted on it is unknown */
  readonly sent: boolean

  constructor({ sent = true, cause }: { sent?: boolean; cause?: unknown } = {}) {
    super(sent ? 'The server gave no answer' : 'The request could not be sent', { cause })
    this.sent = sent
  }
}

/** It answered in place of a server that it could not reach, or that it waited for in vain (RFC 9110 §15.6.3 and 5). */
export const isFromGateway = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 502 || error.status === 504)

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

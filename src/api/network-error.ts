/** No answer that can be trusted: offline, cut off, timed out, or a stranger (a captive portal) answered. Whether the server acted is unknown. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'

  constructor(options?: ErrorOptions) {
    super('The server gave no answer', options)
  }
}

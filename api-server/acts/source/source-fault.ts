import type { SourceFaultCode } from '#domain/source/source.schema.ts'

/** Fault of the source. Its message has a path at most: never a secret, or what the source says of a person. */
export class SourceFault extends Error {
  override name = 'SourceFault'
  readonly code: SourceFaultCode
  /** ms that the source asks us to wait; undefined if it did not say */
  readonly retryAfter: number | undefined
  constructor(code: SourceFaultCode, about = '', retryAfter?: number) {
    super(about === '' ? code : `${code}: ${about}`)
    this.code = code
    this.retryAfter = retryAfter
  }
}

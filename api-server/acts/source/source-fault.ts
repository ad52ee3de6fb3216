/**
 * Reasons why a run of the source stops:
 * - `source-away`: no answer, a server error, or too many requests, after several tries
 * - `source-address`: its host has an address that the settings do not allow
 * - `source-elsewhere`: it sends us to another origin
 * - `source-refused`: it refuses our client
 * - `source-version`: it speaks another version of the Open Education API
 * - `source-missing`: a list that is needed does not exist
 * - `source-unreadable`: an answer is not what the standard says
 * - `source-too-large`: an answer is larger than any list needs
 * - `source-repeats`: its pages do not end
 * - `source-session`: it has no academic session with the code
 */
export type SourceFaultCode =
  | 'source-away'
  | 'source-address'
  | 'source-elsewhere'
  | 'source-refused'
  | 'source-version'
  | 'source-missing'
  | 'source-unreadable'
  | 'source-too-large'
  | 'source-repeats'
  | 'source-session'

/** Fault of the source. Its message has a path at most: never a secret, or what the source says of a person. */
export class SourceFault extends Error {
  override name = 'SourceFault'
  readonly code: SourceFaultCode
  constructor(code: SourceFaultCode, about = '') {
    super(about === '' ? code : `${code}: ${about}`)
    this.code = code
  }
}

/** A statement failed, its error was caught inside the transaction, and the transaction was to be committed all the same. */
export class SwallowedFailure extends Error {
  constructor(options?: ErrorOptions) {
    super('Nothing was committed, since a statement in this transaction failed: let its error end the work.', options)
  }
}

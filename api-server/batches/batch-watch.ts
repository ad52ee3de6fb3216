/** What is told of a desk to whoever keeps an eye on it. */
export interface BatchWatch {
  /** how to ask for the number of requests that wait for the next batch */
  queue(length: () => number): void
  /** A batch begins, of this size; the first of it has waited that long (ms). */
  began(size: number, waited: number): void
  /** All of it was decided and is durable, or was refused, so long (ms) after it began. */
  ended(ms: number): void
}

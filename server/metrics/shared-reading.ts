/**
 * `read`, asked once for all that ask for it before it answers: a page of metrics asks for several figures at once. A
 * failure gives undefined: what cannot be read is left out, and the rest of the page stands.
 */
export function sharedReading<Value>(read: () => Promise<Value>): () => Promise<Value | undefined> {
  let reading: Promise<Value | undefined> | undefined
  return () => {
    reading ??= read()
      .catch(() => undefined)
      .finally(() => {
        reading = undefined
      })
    return reading
  }
}

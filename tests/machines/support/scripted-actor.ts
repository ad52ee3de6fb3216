import { fromPromise } from 'xstate'

/** An actor that does what the test says, call by call. */
export function scriptedActor<Output, Input>() {
  const calls: { input: Input; resolve: (output: Output) => void; reject: (error: unknown) => void }[] = []
  const logic = fromPromise<Output, Input>(({ input }) => {
    const { promise, resolve, reject } = Promise.withResolvers<Output>()
    calls.push({ input, resolve, reject })
    return promise
  })

  return {
    logic,
    calls,
    /** the call that was made last */
    get last() {
      const call = calls.at(-1)
      if (!call) throw new Error('This actor was not called')
      return call
    },
  }
}

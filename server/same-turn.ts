/**
 * Collects the keys that are asked for in one turn of the event loop and answers them all by one `load`. Under load
 * that is a question to the database per turn rather than per request; a lone key waits for nobody. A key that `load`
 * leaves out of its map is answered `undefined`; its error goes to everyone who asked in that turn.
 */
export function createSameTurnLoader<Key, Value>(
  load: (keys: Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (key: Key) => Promise<Value | undefined> {
  let turn: { keys: Set<Key>; answers: Promise<ReadonlyMap<Key, Value>> } | undefined

  const startTurn = () => {
    const keys = new Set<Key>()
    const ended = new Promise<void>((resolve) => {
      // After the poll phase, in which all sockets that have something are read.
      setImmediate(resolve)
    })
    const answers = ended.then(() => {
      turn = undefined
      return load([...keys])
    })
    return { keys, answers }
  }

  return async (key) => {
    turn ??= startTurn()
    turn.keys.add(key)
    return (await turn.answers).get(key)
  }
}

/** A count that changes a thousand times a second is read no more often than this (ms). */
const WINDOW = 500

/** Passes on at once what each key brings first, and then at most one in each window, if there was any. */
export function throttleByKey<Key>(pass: (key: Key) => void, window = WINDOW) {
  const open = new Map<Key, { more: boolean; timer: NodeJS.Timeout }>()

  const start = (key: Key) => {
    const timer = setTimeout(() => {
      const more = open.get(key)?.more
      open.delete(key)
      if (!more) return
      pass(key)
      start(key)
    }, window)
    open.set(key, { more: false, timer: timer.unref() })
  }

  return {
    tell: (key: Key): void => {
      const current = open.get(key)
      if (current) {
        current.more = true
        return
      }
      pass(key)
      start(key)
    },
    stop: (): void => {
      for (const { timer } of open.values()) clearTimeout(timer)
      open.clear()
    },
  }
}

/**
 * A browser's storage for one origin: each tab has its own handle on it, and receives the changes of the other tabs.
 */
export class SharedStorage {
  readonly #items = new Map<string, string>()
  readonly #tabs = new Map<Storage, EventTarget>()

  open(): { storage: Storage; browser: EventTarget; close: () => void } {
    const items = this.#items
    const browser = new EventTarget()
    const storage: Storage = {
      get length() {
        return items.size
      },
      key: (index) => [...items.keys()][index] ?? null,
      getItem: (key) => items.get(key) ?? null,
      setItem: (key, value) => {
        if (items.get(key) === value) return
        items.set(key, value)
        this.#tell(storage, key)
      },
      removeItem: (key) => {
        if (items.delete(key)) this.#tell(storage, key)
      },
      clear: () => {
        items.clear()
        this.#tell(storage, null)
      },
    }
    this.#tabs.set(storage, browser)
    return { storage, browser, close: () => this.#tabs.delete(storage) }
  }

  /** Fires storage events as browsers do: some time later, and in all tabs except the one that wrote. */
  #tell(by: Storage, key: string | null) {
    const others = [...this.#tabs].filter(([storage]) => storage !== by)
    setTimeout(() => {
      for (const [storage, browser] of others)
        if (this.#tabs.has(storage)) browser.dispatchEvent(Object.assign(new Event('storage'), { key }))
    }, 20)
  }
}

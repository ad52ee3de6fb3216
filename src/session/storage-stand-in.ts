/** In the `dataset` of the page: what the app keeps is gone with it, since the browser refuses storage. */
export const FORGETS = 'forgets'

/**
 * Puts storage that lasts as long as the page in the place of one that the browser refuses: with cookies and site data
 * blocked, reading `window.localStorage` throws, in some Android apps it is null, and where its file is damaged each call
 * throws. So the app works for this visit, and its login page says what to allow. It runs before all that reads a
 * storage.
 */
export function standInForStorage(): void {
  for (const name of ['localStorage', 'sessionStorage'] as const) {
    try {
      window[name].getItem('')
    } catch {
      Object.defineProperty(window, name, { value: visitStorage() })
      document.documentElement.dataset[FORGETS] = ''
    }
  }
}

/** Notes on this device that something was done. A device that is full asks again at the next visit. */
export function rememberHere(key: string): void {
  try {
    localStorage.setItem(key, 'yes')
  } catch {
    // An error would stop the machine whose action this is.
  }
}

function visitStorage(): Storage {
  const kept = new Map<string, string>()
  return {
    get length() {
      return kept.size
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, String(value)),
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
  }
}

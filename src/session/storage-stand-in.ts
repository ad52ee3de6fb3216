/** Name in the page's `dataset` that marks refused storage: whatever the app stores is gone with the page. */
export const FORGETS = 'forgets'

/**
 * Replaces storage that the browser refuses by one that lasts as long as the page, and lets `localStorage` go on in this tab's
 * own storage where it is full. With cookies and site data blocked, reading `window.localStorage` throws; in some Android apps
 * it is null; with a damaged file each call throws. So the app works for this visit, and its login page says what to do. Must
 * run before any code that reads storage.
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
  Object.defineProperty(window, 'localStorage', { value: withSpare(localStorage, sessionStorage) })
}

/** Keeps in `spare` what `first` has no room for, until it has: nothing is in both. */
function withSpare(first: Storage, spare: Storage): Storage {
  const keys = () =>
    [first, spare].flatMap((kept) => Array.from({ length: kept.length }, (_, at) => kept.key(at) ?? ''))
  return {
    get length() {
      return keys().length
    },
    key: (index) => keys()[index] ?? null,
    getItem: (key) => spare.getItem(key) ?? first.getItem(key),
    setItem(key, value) {
      try {
        first.setItem(key, value)
        spare.removeItem(key)
      } catch {
        first.removeItem(key)
        spare.setItem(key, value)
      }
    },
    removeItem(key) {
      first.removeItem(key)
      spare.removeItem(key)
    },
    clear: () => first.clear(),
  }
}

/** Records on this device that something was done. A device with full storage asks again at the next visit. */
export function rememberHere(key: string): void {
  try {
    localStorage.setItem(key, 'yes')
  } catch {
    // An error would stop the machine that runs this action.
  }
}

function visitStorage(): Storage {
  const entries = new Map<string, string>()
  return {
    get length() {
      return entries.size
    },
    key: (index) => [...entries.keys()][index] ?? null,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, String(value)),
    removeItem: (key) => void entries.delete(key),
    clear: () => entries.clear(),
  }
}

/** Key of one user's draft in this tab: it survives a reload, and nothing more. */
const KEY = 'draft'

interface KeptDraft<Draft> {
  userId: number
  /** screen of the draft; other screens ignore it */
  of: string
  draft: Draft
}

/** Draft that this user left on this screen; null if there is none. Browsers may refuse storage. */
export function keptDraft<Draft>(userId: number, of: string): Draft | null {
  try {
    const kept: KeptDraft<Draft> | null = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    return kept?.userId === userId && kept.of === of ? kept.draft : null
  } catch {
    return null
  }
}

export function keepDraft<Draft>(kept: KeptDraft<Draft>): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept))
  } catch {
    // A reload then loses the draft, and asks first.
  }
}

/** Called when the draft was sent or given up, or the session ended. */
export function dropDraft(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Nothing was stored either.
  }
}

/** Prefix of the keys of edits, which outlive their tab. */
const EDITS = 'edits'

/** Number of times that all edits were dropped: those opened before store nothing any more. */
let drops = 0

export interface KeptEdits<Edit> {
  /** stores all edits that are unsaved by now */
  keep: (edits: readonly Edit[]) => void
  close: () => void
}

/**
 * Stores unsaved edits until they are saved, even if the tab closes; unlike a draft, they are sent without the user's action.
 * Each tab has its own edits, under a lock that it holds. `onFound` receives this user's edits on this screen from tabs that
 * are gone, now or later.
 */
export function openKeptEdits<Edit>(
  userId: number,
  of: string,
  onFound: (edits: readonly Edit[]) => void,
): KeptEdits<Edit> {
  const prefix = `${EDITS} ${userId} ${of} `
  const own = prefix + crypto.randomUUID()
  const openedAt = drops
  const closing = new AbortController()
  const closed = new Promise<void>((resolve) => closing.signal.addEventListener('abort', () => resolve()))
  navigator.locks.request(own, () => closed).catch(() => undefined)
  for (const key of keysIn(localStorage).filter((key) => key.startsWith(prefix)))
    navigator.locks
      .request(key, { signal: closing.signal }, () => {
        const found: Edit[] = JSON.parse(localStorage.getItem(key) ?? '[]')
        // The caller stores the edits that it gets under its own key.
        if (found.length > 0 && openedAt === drops) onFound(found)
        localStorage.removeItem(key)
      })
      .catch(() => undefined)
  return {
    keep: (edits) => {
      if (openedAt !== drops) return
      try {
        if (edits.length > 0) localStorage.setItem(own, JSON.stringify(edits))
        else localStorage.removeItem(own)
      } catch {
        // The edits are still sent, as long as the tab is open.
      }
    },
    close: () => closing.abort(),
  }
}

/** Deletes all edits when a session ends: edits contain people's results. */
export function dropEdits(): void {
  drops += 1
  try {
    for (const key of keysIn(localStorage)) if (key.startsWith(`${EDITS} `)) localStorage.removeItem(key)
  } catch {
    // Nothing was stored either.
  }
}

const keysIn = (storage: Storage): string[] => Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '')

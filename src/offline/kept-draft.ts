/** Key of a draft in this tab, of one person: the text survives a reload, and nothing more. */
const KEY = 'draft'

interface KeptDraft<Draft> {
  userId: number
  /** subject of the draft: a screen has no use for another's */
  of: string
  draft: Draft
}

/** Draft that this screen kept for this person; null where there is none. Browsers may refuse to keep anything. */
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
    // A reload loses it then, and asks first.
  }
}

/** It was sent or given up, or nobody is logged in any more. */
export function dropDraft(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Then nothing was kept.
  }
}

/** Before the keys of edits, which outlive their tab. */
const EDITS = 'edits'

/** Counts how often all was dropped: who was open before that keeps nothing any more. */
let drops = 0

export interface KeptEdits<Edit> {
  /** all that is not saved by now */
  keep: (edits: readonly Edit[]) => void
  close: () => void
}

/**
 * Keeps edits that are not saved yet until they are, also when the tab is closed; unlike a draft nobody sends them by hand.
 * Each tab keeps its own, under a lock that it holds: `onFound` gets those of this person and this screen whose tab is gone,
 * now or later.
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
        // The caller that finds them keeps them under a key of its own.
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
        // They are sent all the same, as long as the tab is there.
      }
    },
    close: () => closing.abort(),
  }
}

/** Nobody is logged in any more: edits say what somebody got. */
export function dropEdits(): void {
  drops += 1
  try {
    for (const key of keysIn(localStorage)) if (key.startsWith(`${EDITS} `)) localStorage.removeItem(key)
  } catch {
    // Then nothing was kept.
  }
}

const keysIn = (storage: Storage): string[] => Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '')

/** Of this tab alone, and of one person: what was being written survives a reload, and nothing more. */
const KEY = 'draft'

interface KeptDraft<Draft> {
  userId: number
  /** what is being written: a screen has no use for another's */
  of: string
  draft: Draft
}

/** As it was kept for this person, by this very screen; null where nothing is. Browsers may refuse to keep anything. */
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

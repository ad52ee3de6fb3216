import { isSameResult, type ResultFault, readResult } from '#domain/results/result.rules.ts'
import type { ResultCell, ResultEdit, ResultStudent, ResultValue, SavedResult } from '#domain/results/result.schema.ts'
import { resultCellLabel, resultFaultTexts } from '#domain/results/result.texts.ts'

/** A cell as this screen has it. What was typed stays until the server has said that it keeps it. */
export interface Cell {
  /** last value from the server; while something is typed, the value when that was begun */
  readonly known: ResultCell
  /** not saved yet, as it was typed: also what cannot be read is kept */
  readonly typed: string | null
  /** was sent, and not answered: it goes again just like that, so that it counts once */
  readonly sent: ResultEdit | null
  /** value that somebody else saved meanwhile: the user chooses */
  readonly theirs: ResultCell | null
  /** nobody is enrolled by it any more */
  readonly isGone: boolean
  /** when the server last answered what was sent of it (ms, by the clock of news): what it was asked before may be older */
  readonly settledAt: number
}

export const cellOf = (known: ResultCell): Cell => ({
  ...{ known, typed: null, sent: null, theirs: null },
  ...{ isGone: false, settledAt: Number.NEGATIVE_INFINITY },
})

/** Shows typed text as a cell does: '7.5' as '7,5', and unreadable text as it is. */
export const shownText = (typed: string): string => {
  const reading = readResult(typed)
  return reading.read ? resultCellLabel(reading.value) : typed
}

/** The text in the cell, by which it is typed, copied and undone. */
export const textOf = ({ known, typed }: Cell): string =>
  typed === null ? resultCellLabel(known.draft) : shownText(typed)

/** Why it cannot be saved; null where it can. */
const faultOf = ({ typed }: Cell): ResultFault | null => {
  const reading = typed === null ? null : readResult(typed)
  return reading && !reading.read ? reading.fault : null
}

/** Whether the typed text waits to be mended, before anything else is saved. */
export const isFaulty = (cell: Cell | undefined): boolean =>
  cell !== undefined && !cell.isGone && !cell.theirs && faultOf(cell) !== null

/** Reads a cell, as far as possible. */
const readingOf = ({ known, typed }: Cell): ResultValue | null | undefined => {
  if (typed === null) return known.draft
  const reading = readResult(typed)
  return reading.read ? reading.value : undefined
}

/** The newest value that a cell shows. A cell with a choice shows both. */
export const seenIn = (cell: Cell): ResultCell => cell.theirs ?? cell.known

/**
 * With this typed into it by somebody who began while `seen` was shown. A value that a colleague saved since is not
 * overwritten: the person chooses, unless both say the same, or what was typed is what stood there at the beginning.
 */
export function withText(cell: Cell, text: string, seen: ResultCell = seenIn(cell)): Cell {
  const known = seenIn(cell)
  const reading = readResult(text)
  const says = (draft: ResultValue | null) => reading.read && isSameResult(reading.value, draft)
  if (known.version !== seen.version && !isSameResult(known.draft, seen.draft) && !says(known.draft)) {
    if (says(seen.draft)) return cell
    return { ...cell, known: { ...known, version: seen.version, draft: seen.draft }, theirs: known, typed: text }
  }
  const isAsKnown = reading.read && isSameResult(reading.value, known.draft) && cell.sent === null
  return { ...cell, known, theirs: null, typed: isAsKnown ? null : text }
}

/** Edit to send now; null where there is nothing, or nothing that can be sent. */
export function editOf(cell: Cell): ResultEdit | null {
  if (cell.sent) return cell.sent
  const value = readingOf(cell)
  if (cell.typed === null || cell.theirs || cell.isGone || value === undefined) return null
  return { enrollment_id: cell.known.enrollment_id, version: cell.known.version, value }
}

/** After the server's answer to `sent`. What was typed since stands, on what is kept now. */
export function settled(before: Cell, { outcome, cell: now }: SavedResult, settledAt: number): Cell {
  const cell = { ...before, settledAt }
  const value = readingOf(cell)
  if (outcome === 'unknown') return { ...cell, sent: null, isGone: true }
  const isMine = outcome !== 'stale' || (now !== null && value !== undefined && isSameResult(now.draft, value))
  if (!isMine) return { ...cell, sent: null, theirs: now }
  const known = now ?? { ...cell.known, draft: cell.sent ? cell.sent.value : cell.known.draft }
  const isAll = value !== undefined && isSameResult(value, known.draft)
  return { ...cell, known, sent: null, theirs: null, typed: isAll ? null : cell.typed }
}

/** After news that was asked for at `askedAt`. What is typed is never overwritten by it. */
export function informed(cell: Cell, news: ResultCell, askedAt: number): Cell {
  if (askedAt < cell.settledAt || isSameCell(cell.known, news)) return cell
  if (cell.typed === null && cell.sent === null) return { ...cell, known: news, isGone: false }
  const { presence, published, published_at } = news
  const known = { ...cell.known, presence, published, published_at }
  const isTheirs = cell.sent === null && news.version !== known.version && !isSameResult(news.draft, known.draft)
  if (!isTheirs) return { ...cell, known }
  const value = readingOf(cell)
  if (value !== undefined && isSameResult(value, news.draft)) return { ...cell, known: news, typed: null, theirs: null }
  return { ...cell, known, theirs: news }
}

const isSameCell = (one: ResultCell, other: ResultCell) => JSON.stringify(one) === JSON.stringify(other)

/** Cell after the user chose between their own value and somebody else's. */
export const chosen = (cell: Cell, whose: 'mine' | 'theirs'): Cell =>
  cell.theirs === null
    ? cell
    : { ...cell, known: cell.theirs, theirs: null, typed: whose === 'mine' ? cell.typed : null }

/** A cell that was typed into and not saved, before the screen was closed or reloaded. */
export interface KeptCell {
  enrollment_id: number
  version: number
  typed: string
}

export const keptOf = ({ known, typed, sent }: Cell): KeptCell | null =>
  typed === null && sent === null
    ? null
    : {
        enrollment_id: known.enrollment_id,
        version: known.version,
        typed: typed ?? resultCellLabel(sent?.value ?? null),
      }

/** With what was kept of it, unless something else was typed since, or the server has it. */
export function restored(cell: Cell, { version, typed }: KeptCell): Cell {
  const reading = readResult(typed)
  if (cell.typed !== null || (reading.read && isSameResult(reading.value, cell.known.draft))) return cell
  return cell.known.version !== version
    ? { ...cell, typed, theirs: cell.known, known: { ...cell.known, version } }
    : { ...cell, typed }
}

/** How a cell looks; the same object as long as it looks the same. */
export interface CellLook {
  text: string
  /** `typed`: not saved yet; `draft`: no student knows; `changed`: they know another */
  state: 'empty' | 'typed' | 'draft' | 'changed' | 'published' | 'faulty' | 'stale' | 'gone'
  /** said of it, in a few words */
  note: string
  presence: ResultCell['presence']
  theirs: { who: string; text: string } | null
  isActive: boolean
  isSelected: boolean
}

export function lookOf(cell: Cell, place: Pick<CellLook, 'isActive' | 'isSelected'>): CellLook {
  const { known, theirs } = cell
  const fault = faultOf(cell)
  const state = stateOf(cell)
  const notes = {
    empty: '',
    typed: '',
    draft: '',
    changed: known.published ? `was ${resultCellLabel(known.published)}` : '',
    published: 'gepubliceerd',
    faulty: fault ? resultFaultTexts[fault] : '',
    stale: 'Intussen gewijzigd. Wat geldt?',
    gone: 'Niet meer ingeschreven.',
  }
  return {
    ...place,
    text: textOf(cell),
    state,
    note: notes[state],
    presence: known.presence,
    theirs: theirs && { who: theirs.editor ?? 'Een collega', text: resultCellLabel(theirs.draft) || 'leeg' },
  }
}

function stateOf(cell: Cell): CellLook['state'] {
  const { known, typed, sent, theirs, isGone } = cell
  if (isGone) return 'gone'
  if (theirs) return 'stale'
  if (faultOf(cell)) return 'faulty'
  if (typed !== null || sent) return 'typed'
  if (known.published && !isSameResult(known.draft, known.published)) return 'changed'
  if (known.published) return 'published'
  return known.draft ? 'draft' : 'empty'
}

/** Counts of a module: students who take it there, have a result, passed, and have one that no student knows yet. */
export interface ModuleCounts {
  students: number
  filled: number
  passed: number
  unpublished: number
}

export function countModules(students: readonly ResultStudent[], cellAt: (id: number) => Cell | undefined) {
  const counts = new Map<number, ModuleCounts>()
  for (const { cells } of students)
    for (const { enrollment_id, module_id } of cells) {
      const cell = cellAt(enrollment_id)
      const value = cell && readingOf(cell)
      const count = counts.get(module_id) ?? { students: 0, filled: 0, passed: 0, unpublished: 0 }
      counts.set(module_id, count)
      count.students += 1
      if (value) count.filled += 1
      if (value?.outcome === 'passed') count.passed += 1
      if (cell && value !== undefined && !isSameResult(value, cell.known.published)) count.unpublished += 1
    }
  return counts
}

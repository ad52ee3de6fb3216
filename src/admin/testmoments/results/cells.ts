import { isSameResult, type ResultFault, readResult } from '#domain/results/result.rules.ts'
import type { ResultCell, ResultEdit, ResultStudent, ResultValue, SavedResult } from '#domain/results/result.schema.ts'
import { resultCellLabel, resultFaultTexts, resultSenderLabel } from '#domain/results/result.texts.ts'

/** A cell on this screen. Typed text stays until the server has confirmed it. */
export interface Cell {
  /** last value from the server; while text is typed, the value when typing began */
  readonly known: ResultCell
  /** unsaved text as typed, even if it cannot be read */
  readonly typed: string | null
  /** sent without an answer yet: it is sent again unchanged, so that it counts once */
  readonly sent: ResultEdit | null
  /** value that somebody else saved in the meantime: the user chooses */
  readonly theirs: ResultCell | null
  /** the enrollment no longer exists */
  readonly isGone: boolean
  /** when the server last answered a save (ms, as `askedAt`): answers to earlier requests may be older */
  readonly settledAt: number
}

export const cellOf = (known: ResultCell): Cell => ({
  ...{ known, typed: null, sent: null, theirs: null },
  ...{ isGone: false, settledAt: Number.NEGATIVE_INFINITY },
})

const readings = new Map<string, ReturnType<typeof readResult>>()
const MOST_READINGS = 1_000

/** Reads a result. Remembers what it read: a pasted column has few different texts, and each is read for several reasons. */
function read(typed: string): ReturnType<typeof readResult> {
  const known = readings.get(typed)
  if (known) return known
  if (readings.size >= MOST_READINGS) readings.clear()
  const reading = readResult(typed)
  readings.set(typed, reading)
  return reading
}

/** Typed text in the form of a cell: '7.5' as '7,5', and unreadable text as it is. */
export const shownText = (typed: string): string => {
  const reading = read(typed)
  return reading.read ? resultCellLabel(reading.value) : typed
}

/** Text of the cell, as typed, copied and undone. */
export const textOf = ({ known, typed }: Cell): string =>
  typed === null ? resultCellLabel(known.draft) : shownText(typed)

/** Why the text cannot be saved; null if it can. */
const faultOf = ({ typed }: Cell): ResultFault | null => {
  const reading = typed === null ? null : read(typed)
  return reading && !reading.read ? reading.fault : null
}

/** Whether the typed text must be corrected before anything else is saved. */
export const isFaulty = (cell: Cell | undefined): boolean =>
  cell !== undefined && !cell.isGone && !cell.theirs && faultOf(cell) !== null

/** The cell's value; undefined if its text cannot be read. */
const readingOf = ({ known, typed }: Cell): ResultValue | null | undefined => {
  if (typed === null) return known.draft
  const reading = read(typed)
  return reading.read ? reading.value : undefined
}

/** Newest value that a cell shows. A cell with a conflict shows both. */
export const seenIn = (cell: Cell): ResultCell => cell.theirs ?? cell.known

/**
 * Cell with text typed by a user who began while `seen` was shown. It does not overwrite a value that a colleague saved since:
 * the user chooses, unless both values are equal, or the text equals the value at the beginning.
 */
export function withText(cell: Cell, text: string, seen: ResultCell = seenIn(cell)): Cell {
  const known = seenIn(cell)
  const reading = read(text)
  const says = (draft: ResultValue | null) => reading.read && isSameResult(reading.value, draft)
  if (known.version !== seen.version && !isSameResult(known.draft, seen.draft) && !says(known.draft)) {
    if (says(seen.draft)) return cell
    return { ...cell, known: { ...known, version: seen.version, draft: seen.draft }, theirs: known, typed: text }
  }
  const isAsKnown = reading.read && isSameResult(reading.value, known.draft) && cell.sent === null
  return { ...cell, known, theirs: null, typed: isAsKnown ? null : text }
}

/** Edit to send now; null if there is none, or none that can be sent. */
export function editOf(cell: Cell): ResultEdit | null {
  if (cell.sent) return cell.sent
  const value = readingOf(cell)
  if (cell.typed === null || cell.theirs || cell.isGone || value === undefined) return null
  return { enrollment_id: cell.known.enrollment_id, version: cell.known.version, value }
}

/** Cell after the server's answer to `sent`. Text typed since stays, based on the stored value. */
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

/** Cell after an event, fetched at `askedAt`. It never overwrites typed text. */
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

const isSameCell = ({ draft, published, ...one }: ResultCell, other: ResultCell) =>
  isSameResult(draft, other.draft) &&
  isSameResult(published, other.published) &&
  Object.entries(one).every(([name, value]) => value === Reflect.get(other, name))

/** Cell after the user chose between their own value and somebody else's. */
export const chosen = (cell: Cell, whose: 'mine' | 'theirs'): Cell =>
  cell.theirs === null
    ? cell
    : { ...cell, known: cell.theirs, theirs: null, typed: whose === 'mine' ? cell.typed : null }

/** Unsaved text of a cell, from before the screen was closed or reloaded. */
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

/** Cell with its stored text, unless other text was typed since, or the server has it. */
export function restored(cell: Cell, { version, typed }: KeptCell): Cell {
  const reading = read(typed)
  if (cell.typed !== null || (reading.read && isSameResult(reading.value, cell.known.draft))) return cell
  return cell.known.version !== version
    ? { ...cell, typed, theirs: cell.known, known: { ...cell.known, version } }
    : { ...cell, typed }
}

/** How a cell looks; the same object while that does not change. */
export interface CellLook {
  text: string
  /** `typed`: not saved yet; `draft`: not published; `changed`: differs from the published result */
  state: 'empty' | 'typed' | 'draft' | 'changed' | 'published' | 'faulty' | 'stale' | 'gone'
  /** description in a few words */
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
    draft: known.sender === null ? '' : resultSenderLabel(known.sender),
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
    theirs: theirs && {
      who: theirs.sender ?? theirs.editor ?? 'Een collega',
      text: resultCellLabel(theirs.draft) || 'leeg',
    },
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

/** Counts of a module: students who take it there, those with a result, those who passed, and unpublished results. */
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

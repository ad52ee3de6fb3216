import type { ListText, Unreadable } from '#contract/import.calls.ts'
import type { ModuleColumn } from '#domain/import/columns.rules.ts'
import { readLines } from '#domain/import/import.rules.ts'
import { importRefusalTexts } from '#domain/import/import.texts.ts'
import type { ImportKind } from '#domain/import/import-kinds.ts'
import type { ImportFault } from '#domain/import/list-kind.ts'
import { ApiError, isRefusedFor } from '#src/api/api-error.ts'
import { saveFailureText } from '#src/parts/writing/save.texts.ts'
import { importTexts as texts } from './import.texts.ts'
import { beginningOf, type ListedColumns, listedColumns, type Meanings } from './list-columns.ts'

export interface AskedList {
  text: string
  own: Meanings
  /** line that the user chose as the one with the column names; 0 for none */
  heading: number | undefined
  /** whether existing records get the list's values */
  isUpdating: boolean
}

/** What is known about a kind of list apart from the list itself. */
export interface KnownOfKind {
  kind: ImportKind
  remembered: Meanings
  modules: readonly ModuleColumn[] | undefined
}

const listedIn = ({ kind, remembered, modules }: KnownOfKind, { text, own, heading }: AskedList) =>
  listedColumns(kind, beginningOf(text), { remembered, own, heading, modules })

/** Columns of a list as the server will read them. */
export function bodyOf(known: KnownOfKind, asked: AskedList): ListText {
  const listed: ListedColumns | null = listedIn(known, asked)
  return {
    text: asked.text,
    columns: listed?.chosen ?? [],
    ...(listed && { heading: listed.heading }),
    update: asked.isUpdating,
  }
}

export interface ListRefusal {
  fault: ImportFault
  text: string
}

/** Reason to refuse a list before it is sent; null if only the server can tell. */
export function refusalOf(known: KnownOfKind, asked: AskedList): ListRefusal | null {
  const { kind } = known
  const reading = readLines(asked.text)
  if (!reading.read) return { fault: reading.fault, text: importRefusalTexts[reading.fault](kind, reading.line) }
  if ((listedIn(known, asked)?.missing.length ?? 0) === 0) return null
  return { fault: 'import-column-missing', text: importRefusalTexts['import-column-missing'](kind) }
}

/** Whether the user or the app knows the meaning of every column. */
export const isExplained = (known: KnownOfKind, asked: AskedList): boolean =>
  listedIn(known, asked)?.columns.every(({ origin }) => origin !== 'unknown') ?? true

export function importFailureText(kind: ImportKind, error: unknown, whatFailed: string): string {
  if (error instanceof ApiError && error.status === 413) return texts.tooLarge
  for (const reason of ['import-quote-open', 'import-line-too-long'] as const)
    if (isRefusedFor<Unreadable>(error, reason)) return importRefusalTexts[reason](kind, error.details.line)
  return saveFailureText(error, whatFailed, {
    'import-empty': importRefusalTexts['import-empty'](),
    'import-too-long': importRefusalTexts['import-too-long'](),
    'import-column-missing': importRefusalTexts['import-column-missing'](kind),
  })
}

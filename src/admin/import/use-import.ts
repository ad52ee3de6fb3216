import { type ReactNode, useState } from 'react'
import type { ImportChanged, ImportPreview, Unreadable } from '#contract/import.ts'
import { type Judged, readLines } from '#domain/import/import.rules.ts'
import type { ImportFault, ImportKind } from '#domain/import/import.schema.ts'
import { importRefusalTexts } from '#domain/import/import.texts.ts'
import { ApiError, isRefusedFor } from '#src/api/api-error.ts'
import { saveFailureText } from '#src/parts/editing/save.texts.ts'
import type { Column } from '#src/ui/table.tsx'
import { importTexts as texts } from './import.texts.ts'

export interface JudgedLine extends Judged {
  line: number
}

/** What can be imported: how it is asked, and how its lines are shown. */
export interface Importable<Line extends JudgedLine> {
  kind: ImportKind
  /** what it goes into; a preview says nothing about another place */
  place: number
  preview: (text: string) => Promise<ImportPreview<Line>>
  confirm: (text: string, confirmation: string) => Promise<{ added: number; changed?: number }>
  columns: readonly Column<Line>[]
  /** what there is to see once so many were added */
  renderOnwards: (added: number) => ReactNode
}

type Phase<Line> =
  | { name: 'typing' }
  | { name: 'previewing' }
  | { name: 'previewed'; preview: ImportPreview<Line> }
  | { name: 'importing'; preview: ImportPreview<Line> }
  | { name: 'done'; added: number; changed: number }

/** A list on its way in: typed, looked at, confirmed. Whatever fails, the text stays. */
export function useImport<Line extends JudgedLine>({ kind, place, preview, confirm }: Importable<Line>) {
  const [text, setText] = useState('')
  const [phase, setPhase] = useState<Phase<Line>>({ name: 'typing' })
  const [problem, setProblem] = useState<string | null>(null)
  const [seenPlace, setSeenPlace] = useState(place)
  if (place !== seenPlace) {
    setSeenPlace(place)
    setPhase({ name: 'typing' })
  }

  const edit = (typed: string) => {
    setText(typed)
    setPhase({ name: 'typing' })
    setProblem(null)
  }
  /** Why a list is refused whatever stands in it; of what the school has only the server knows. */
  const refusalOf = (list: string): { fault: ImportFault; text: string } | null => {
    const reading = readLines(list)
    if (reading.read) return null
    return { fault: reading.fault, text: importRefusalTexts[reading.fault](kind, reading.line) }
  }
  const refuse = (reason: string) => {
    setPhase({ name: 'typing' })
    setProblem(reason)
  }
  /** Too large to be shown even: laying out a line of a megabyte holds up the page for seconds. */
  const isRefusedUnseen = (list: string): boolean => {
    const refusal = refusalOf(list)
    if (refusal?.fault !== 'import-too-long' && refusal?.fault !== 'import-line-too-long') return false
    refuse(refusal.text)
    return true
  }
  const look = async (list = text) => {
    const refusal = refusalOf(list)
    if (refusal) return refuse(refusal.text)
    setPhase({ name: 'previewing' })
    setProblem(null)
    try {
      setPhase({ name: 'previewed', preview: await preview(list) })
    } catch (error) {
      setPhase({ name: 'typing' })
      setProblem(failureText(error, texts.previewFailed))
    }
  }
  const enter = async (seen: ImportPreview<Line>) => {
    if (seen.confirmation === null) return
    setPhase({ name: 'importing', preview: seen })
    setProblem(null)
    try {
      const { added, changed = 0 } = await confirm(text, seen.confirmation)
      setPhase({ name: 'done', added, changed })
    } catch (error) {
      const changed = isRefusedFor<ImportChanged<Line>>(error, 'import-changed')
      setPhase({ name: 'previewed', preview: changed ? error.details.preview : seen })
      setProblem(changed ? importRefusalTexts['import-changed']() : failureText(error, texts.importFailed))
    }
  }

  /** Why the list cannot be read, or what failed. */
  function failureText(error: unknown, whatFailed: string): string {
    if (error instanceof ApiError && error.status === 413) return texts.tooLarge
    for (const reason of ['import-quote-open', 'import-line-too-long'] as const)
      if (isRefusedFor<Unreadable>(error, reason)) return importRefusalTexts[reason](kind, error.details.line)
    return saveFailureText(error, whatFailed, {
      'import-empty': importRefusalTexts['import-empty'](),
      'import-too-long': importRefusalTexts['import-too-long'](),
      'import-column-missing': importRefusalTexts['import-column-missing'](kind),
    })
  }

  return {
    text,
    phase,
    problem,
    isDirty: text.trim() !== '' && phase.name !== 'done',
    edit,
    /** what was opened is looked at at once */
    open: (list: string) => {
      if (isRefusedUnseen(list)) return
      setText(list)
      void look(list)
    },
    refuseFile: refuse,
    isRefusedUnseen,
    look: () => look(),
    enter,
    beginAgain: () => edit(''),
  }
}

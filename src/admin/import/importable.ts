import type { ReactNode } from 'react'
import type { ImportPreview } from '#contract/import.ts'
import type { StudentVerdict, TestmomentVerdict } from '#domain/import/import.schema.ts'
import type { ImportKind } from '#domain/import/import.texts.ts'
import type { Column } from '#src/ui/table.tsx'

export interface JudgedLine {
  line: number
  about: string
  verdict: StudentVerdict | TestmomentVerdict
}

/** What can be imported: how it is asked, and how its lines are shown. */
export interface Importable<Line extends JudgedLine> {
  kind: ImportKind
  /** what it goes into; a preview says nothing about another place */
  place: number
  preview: (text: string) => Promise<ImportPreview<Line>>
  confirm: (text: string, confirmation: string) => Promise<{ added: number }>
  columns: readonly Column<Line>[]
  /** what there is to see once so many were added */
  renderOnwards: (added: number) => ReactNode
}

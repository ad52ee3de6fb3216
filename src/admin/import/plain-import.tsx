import type { ReactNode } from 'react'
import type { Imported, ImportPreview } from '#contract/import.calls.ts'
import { type ImportKind, listKind } from '#domain/import/import-kinds.ts'
import type { Column } from '#src/ui/table.tsx'
import { ImportFlow, type ImportFlowProps, ImportKinds } from './import-flow.tsx'
import type { Importable, JudgedLine } from './use-import.ts'

type PlainLine<Shown extends string> = JudgedLine & Record<Shown, string | number | readonly string[]>

interface PlainImportProps<Shown extends string, Preview extends ImportPreview<PlainLine<Shown>>, Done extends Imported>
  extends Pick<Importable<PlainLine<Shown>, Preview, Done>, 'remembered' | 'preview' | 'confirm'>,
    Pick<ImportFlowProps<PlainLine<Shown>, Preview, Done>, 'renderChoice' | 'renderOnwards'> {
  kind: ImportKind
  back: ReactNode
  /** meanings of the columns to show, the first naming the line */
  shown: readonly Shown[]
}

/** Import screen for a list that needs no further choices, and whose lines show only their cells. */
export const PlainImport = <
  Shown extends string,
  Preview extends ImportPreview<PlainLine<Shown>>,
  Done extends Imported,
>({
  kind,
  back,
  shown,
  remembered,
  preview,
  confirm,
  ...rest
}: PlainImportProps<Shown, Preview, Done>) => (
  <div data-layout="stack 4">
    <ImportKinds>{back}</ImportKinds>
    <ImportFlow<PlainLine<Shown>, Preview, Done>
      importable={{ kind, place: 0, remembered, preview, confirm, columns: cellColumns(kind, shown) }}
      {...rest}
    />
  </div>
)

const cellColumns = <Shown extends string>(kind: ImportKind, shown: readonly Shown[]): Column<PlainLine<Shown>>[] =>
  shown.map((meaning, at) => {
    const textOf = (line: PlainLine<Shown>): string => {
      const value: string | number | readonly string[] = line[meaning]
      return typeof value === 'object' ? value.join(', ') : String(value)
    }
    const Cell = at === 0 ? 'strong' : 'span'
    return {
      key: meaning,
      label: listKind(kind).columns[meaning]?.label ?? meaning,
      cell: (line) => <Cell>{textOf(line) || '—'}</Cell>,
      ...(at === 0 && { sortBy: textOf }),
    }
  })

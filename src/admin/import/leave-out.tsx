import { useState } from 'react'
import type { ImportPreview } from '#contract/import.calls.ts'
import { finish, readingCsv } from '#domain/import/csv.rules.ts'
import { weightOf } from '#domain/import/import.rules.ts'
import { type ImportKind, listKind } from '#domain/import/import-kinds.ts'
import { saveTable } from '#src/parts/download-button.tsx'
import { useTypedNumber } from '#src/parts/plan/typed-number.tsx'
import { Button } from '#src/ui/button.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import { importTexts } from './import.texts.ts'
import { ListChoice } from './list-choice.tsx'
import type { ImportList, JudgedLine } from './use-import.ts'

const { leaveOut: texts } = importTexts

/** Above both, the number of lines to leave out is typed. */
const [MANY_LINES, MANY_PERCENT] = [20, 10]

/**
 * Choice to import a list without its refused lines. It holds for exactly this plan: another preview needs another choice.
 * `confirm` calls `carryOn` with the confirmation that leaves them out, or null where none are.
 */
export function useLeavingOut(
  preview: ImportPreview<JudgedLine> | undefined,
  carryOn: (without: string | null) => void,
) {
  const [chosen, setChosen] = useState<string | null>(null)
  const [left, setLeft] = useState<readonly JudgedLine[]>([])
  const without = preview?.confirmation_without ?? null
  const isChosen = without !== null && chosen === without
  const refused = preview?.lines.filter((line) => weightOf(line).outcome === 'refused') ?? []
  const isLarge = refused.length > MANY_LINES && refused.length * 100 > (preview?.lines.length ?? 0) * MANY_PERCENT
  const number = useTypedNumber(isChosen && isLarge ? refused.length : null, () => {
    setLeft(isChosen ? refused : [])
    carryOn(isChosen ? without : null)
  })
  return {
    refused,
    isChosen,
    /** lines that the import that was just confirmed leaves out */
    left,
    choose: (wanted: boolean) => setChosen(wanted ? without : null),
    field: number.field,
    confirm: number.confirm,
  }
}

interface LeaveOutProps {
  kind: ImportKind
  list: Pick<ImportList, 'text' | 'listed'>
  leaving: Pick<ReturnType<typeof useLeavingOut>, 'refused' | 'isChosen' | 'choose' | 'field'>
  isBusy: boolean
}

export function LeaveOut({ kind, list, leaving: { refused, isChosen, choose, field }, isBusy }: LeaveOutProps) {
  return (
    <div data-layout="stack 2">
      <div data-layout="row 2 x6">
        <ListChoice
          label={texts.choice(refused.length)}
          hint={texts.which(numbersOf(refused))}
          isChosen={isChosen}
          isBusy={isBusy}
          onChange={choose}
        />
        <DownloadLines kind={kind} list={list} lines={refused} />
      </div>
      {field}
    </div>
  )
}

export const LeftOut = ({ lines, ...rest }: DownloadProps) =>
  lines.length > 0 && (
    <>
      <StatusLine tone="warning">{texts.done(numbersOf(lines))}</StatusLine>
      <DownloadLines lines={lines} {...rest} />
    </>
  )

/** Line numbers, each once: a line with a column for each module has several results. */
const numbersOf = (lines: readonly JudgedLine[]): number[] => [...new Set(lines.map(({ line }) => line))]

interface DownloadProps {
  kind: ImportKind
  list: Pick<ImportList, 'text' | 'listed'>
  lines: readonly JudgedLine[]
}

const DownloadLines = (props: DownloadProps) => (
  <div>
    <Button icon="download" onClick={() => saveTable(texts.file, tableOf(props))}>
      {texts.download}
    </Button>
  </div>
)

/** The lines as they are in the list below its column names, each with what is wrong with it. */
function tableOf({ kind, list: { text, listed }, lines }: DownloadProps): string[][] {
  const reading = finish(readingCsv(text, text.length))
  const cells = new Map(reading.whole ? reading.rows.map((row) => [row.line, row.cells]) : [])
  const header = cells.get(listed?.heading ?? 0) ?? []
  const rows = numbersOf(lines).map((number) => {
    const findings = lines.filter(({ line }) => line === number).flatMap((line) => line.findings)
    const reasons = findings.map(({ verdict, about }) => listKind(kind).verdicts[verdict]?.text(about) ?? verdict)
    return [String(number), [...new Set(reasons)].join(' '), ...(cells.get(number) ?? [])]
  })
  return [[...texts.columns, ...header], ...rows]
}

import { useState } from 'react'
import type { ImportPreview } from '#contract/import.calls.ts'
import { weightOf, weightOfVerdict } from '#domain/import/import.rules.ts'
import type { ListedChange } from '#domain/import/import.schema.ts'
import { type ImportKind, listKind } from '#domain/import/import-kinds.ts'
import { EditSection } from '#src/parts/editing/edit-section.tsx'
import { Note } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import { Options, SelectField } from '#src/ui/field.tsx'
import { type IconName, VisuallyHidden } from '#src/ui/icon.tsx'
import { StatusLine, type Tone } from '#src/ui/status.tsx'
import { type Column, Table } from '#src/ui/table.tsx'
import styles from './import.module.css'
import { importTexts as texts } from './import.texts.ts'
import { labelOf } from './list-columns.ts'
import type { Importable, JudgedLine } from './use-import.ts'

/** Lines shown before the user asks for more; thousands at once would make the page slow. */
export const STEP = 100

interface PreviewLinesProps<Line extends JudgedLine> {
  importable: Pick<Importable<Line>, 'kind' | 'columns'>
  preview: ImportPreview<Line>
  /** the list is to be imported without its refused lines */
  isLeavingOut: boolean
  isBusy: boolean
  onShowLine: (line: number) => void
}

export function PreviewLines<Line extends JudgedLine>(props: PreviewLinesProps<Line>) {
  const { importable, preview, isLeavingOut, isBusy, onShowLine } = props
  const { lines, counts } = preview
  const numbers = countByFilter(lines)
  const [wanted, setWanted] = useState<LineFilter>(numbers.notable > 0 ? 'notable' : 'all')
  const [limit, setLimit] = useState(STEP)
  const filter = numbers[wanted] > 0 ? wanted : 'all'
  const shown = shownLines(lines, filter)
  return (
    <EditSection title="Regels">
      {counts.errors > 0 && !isLeavingOut && <Note>{texts.blocked(preview.confirmation_without !== null)}</Note>}
      {numbers.all > 1 && (
        <div data-width="16">
          <SelectField
            label={texts.whichLines}
            value={filter}
            onChange={({ target }) => {
              setWanted(filters.find((one) => one === target.value) ?? 'all')
              setLimit(STEP)
            }}
          >
            <Options
              of={filters
                .filter((one) => one === 'all' || (numbers[one] > 0 && numbers[one] < numbers.all))
                .map((one) => [one, `${texts.filters[one]} (${numbers[one].toLocaleString('nl-NL')})`])}
            />
          </SelectField>
        </div>
      )}
      <div aria-busy={isBusy}>
        <Table
          caption={texts.caption}
          columns={previewColumns(importable, onShowLine)}
          rows={shown.slice(0, limit)}
          keyOf={keyOf(lines)}
        />
      </div>
      {shown.length > limit && (
        <div>
          <Button onClick={() => setLimit(limit + STEP * 5)}>{texts.more(shown.length - limit)}</Button>
        </div>
      )}
    </EditSection>
  )
}

/** Keys by index: a line with a column for each module has several results. */
function keyOf<Line extends JudgedLine>(lines: readonly Line[]): (line: Line) => number {
  const places = new Map(lines.map((line, at) => [line, at]))
  return (line) => places.get(line) ?? -1
}

function previewColumns<Line extends JudgedLine>(
  { kind, columns }: PreviewLinesProps<Line>['importable'],
  onShowLine: (line: number) => void,
): Column<Line>[] {
  const [first, ...others] = columns
  const verdict: Column<Line> = {
    key: 'verdict',
    label: 'Oordeel',
    cell: (line) => (
      <div className={styles.findings} data-layout="stack 2">
        {line.findings.map((finding) => (
          <StatusLine key={`${finding.verdict} ${finding.about}`} {...looksOf(finding.verdict)}>
            {listKind(kind).verdicts[finding.verdict]?.text(finding.about)}
          </StatusLine>
        ))}
        {line.changes.length > 0 && <Changes kind={kind} changes={line.changes} />}
      </div>
    ),
  }
  const number: Column<Line> = {
    key: 'line',
    label: 'Regel',
    align: 'end',
    cell: ({ line }) => (
      <button
        type="button"
        className={styles.lineLink}
        data-layout="target"
        data-text="accent figures ends"
        title={texts.showLine}
        onClick={() => onShowLine(line)}
      >
        <span translate="no">{line}</span>
        <VisuallyHidden> {texts.showLine}</VisuallyHidden>
      </button>
    ),
    sortBy: ({ line }) => line,
  }
  return [...(first ? [first] : []), verdict, ...others, number]
}

export const Changes = ({ kind, changes }: { kind: ImportKind; changes: readonly ListedChange[] }) => (
  <ul data-layout="grid 1" data-text="small">
    {changes.map((change) => (
      <li key={change.field}>
        <span data-text="muted">{`${labelOf(kind, change.field)}:`}</span> <VisuallyHidden>was </VisuallyHidden>
        <del data-text="muted">{change.old || texts.nothingThere}</del>
        <span data-text="arrow" />
        <VisuallyHidden>wordt </VisuallyHidden>
        <ins data-text="strong plain">{change.new || texts.nothingThere}</ins>
      </li>
    ))}
  </ul>
)

function looksOf(verdict: JudgedLine['findings'][number]['verdict']): { tone: Tone; icon: IconName } {
  const { outcome, remark } = weightOfVerdict(verdict)
  if (outcome === 'refused') return { tone: 'danger', icon: 'alert' }
  if (remark) return { tone: 'warning', icon: 'info' }
  if (outcome === 'changed') return { tone: 'success', icon: 'edit' }
  return outcome === 'skipped' ? { tone: 'neutral', icon: 'minus' } : { tone: 'success', icon: 'plus' }
}

/** Filters of lines: all, those with a remark, or those with one outcome. */
const filters = ['notable', 'refused', 'added', 'changed', 'skipped', 'all'] as const
type LineFilter = (typeof filters)[number]

const isNotable = (line: JudgedLine): boolean => {
  const { outcome, remark } = weightOf(line)
  return outcome === 'refused' || remark === true
}

const isShown = (line: JudgedLine, filter: LineFilter): boolean =>
  filter === 'all' || (filter === 'notable' ? isNotable(line) : weightOf(line).outcome === filter)

const outcomes = ['refused', 'added', 'changed', 'skipped']

/** Lines with errors first, then lines with remarks, then the rest; each in the order of the list. */
export function shownLines<Line extends JudgedLine>(lines: readonly Line[], filter: LineFilter): Line[] {
  const rank = (line: Line) => (isNotable(line) ? 0 : outcomes.length) + outcomes.indexOf(weightOf(line).outcome)
  return lines.filter((line) => isShown(line, filter)).toSorted((one, other) => rank(one) - rank(other))
}

export function countByFilter(lines: readonly JudgedLine[]): Record<LineFilter, number> {
  const numbers = { notable: 0, refused: 0, added: 0, changed: 0, skipped: 0, all: lines.length }
  for (const line of lines) {
    numbers[weightOf(line).outcome] += 1
    if (isNotable(line)) numbers.notable += 1
  }
  return numbers
}

import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ImportPreview } from '#contract/import.ts'
import { weightOf } from '#domain/import/import.rules.ts'
import { EditSection } from '#src/parts/editing/edit-section.tsx'
import { Alert } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import { SelectField } from '#src/ui/field.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import { Table } from '#src/ui/table.tsx'
import styles from './import.module.css'
import { importKindTexts, importTexts as texts } from './import.texts.ts'
import type { Importable, JudgedLine } from './use-import.ts'

/** As many as one looks through before asking for more; thousands at once would make the page slow. */
const STEP = 50

interface PreviewSectionProps<Line extends JudgedLine> {
  importable: Importable<Line>
  preview: ImportPreview<Line>
  /** why it was not imported just now */
  problem: string | null
  isBusy: boolean
  onConfirm: () => void
}

/** What would become of each line, and the button that has it done. */
export function PreviewSection<Line extends JudgedLine>({
  importable: { kind, columns },
  preview: { lines, counts, columns: read, confirmation },
  problem,
  isBusy,
  onConfirm,
}: PreviewSectionProps<Line>) {
  const unused = read.filter(({ meaning }) => meaning === null).map(({ header }) => header)
  const notable = countNotable(lines)
  const [filter, setFilter] = useState<LineFilter>(notable > 0 ? 'notable' : 'all')
  const [limit, setLimit] = useState(STEP)
  const shown = shownLines(lines, filter)
  const kindTexts = importKindTexts[kind]
  return (
    <Arrived>
      <EditSection title="Controle">
        <div className={styles.counts} role="status">
          {counts.errors > 0 && (
            <StatusLine tone="danger" icon="alert">
              {texts.counts.errors(counts.errors)}
            </StatusLine>
          )}
          <StatusLine tone="success" icon="plus">
            {texts.counts.added(counts.added)}
          </StatusLine>
          {counts.changed > 0 && (
            <StatusLine tone="success" icon="plus">
              {kindTexts.changed(counts.changed)}
            </StatusLine>
          )}
          {counts.skipped > 0 && (
            <StatusLine tone="neutral" icon="minus">
              {texts.counts.skipped(counts.skipped)}
            </StatusLine>
          )}
        </div>
        {problem && <Alert>{problem}</Alert>}
        {unused.length > 0 && <p className={styles.muted}>{texts.unused(unused)}</p>}
        {counts.errors > 0 && <Alert live={false}>{texts.blocked}</Alert>}
        {counts.errors === 0 && counts.added + counts.changed === 0 && (
          <Alert tone="neutral" live={false}>
            {kindTexts.nothing}
          </Alert>
        )}
        {confirmation !== null && (
          <div>
            <Button tone="primary" busy={isBusy} onClick={onConfirm}>
              {kindTexts.importing(counts)}
            </Button>
          </div>
        )}
        {notable > 0 && notable < lines.length && (
          <div className={styles.filter}>
            <SelectField
              label="Welke regels"
              value={filter}
              onChange={({ target }) => {
                setFilter(target.value === 'all' ? 'all' : 'notable')
                setLimit(STEP)
              }}
            >
              <option value="notable">Met een melding ({notable})</option>
              <option value="all">Alle ({lines.length})</option>
            </SelectField>
          </div>
        )}
        <Table
          caption="Regels van de lijst"
          columns={columns}
          rows={shown.slice(0, limit)}
          keyOf={({ line }) => line}
        />
        {shown.length > limit && (
          <div>
            <Button onClick={() => setLimit(limit + STEP * 10)}>{texts.more(shown.length - limit)}</Button>
          </div>
        )}
      </EditSection>
    </Arrived>
  )
}

/** Which lines are shown: all of them, or those that say something worth knowing. */
type LineFilter = 'all' | 'notable'

const isNotable = (line: JudgedLine): boolean => {
  const { outcome, remark } = weightOf(line)
  return outcome === 'refused' || remark === true
}

const outcomes = ['refused', 'added', 'changed', 'skipped']

/** What is wrong comes first, then what is worth knowing, then the rest; each in the order of the list. */
export function shownLines<Line extends JudgedLine>(lines: readonly Line[], filter: LineFilter): Line[] {
  const rank = (line: Line) => (isNotable(line) ? 0 : outcomes.length) + outcomes.indexOf(weightOf(line).outcome)
  return lines.filter((line) => filter === 'all' || isNotable(line)).toSorted((one, other) => rank(one) - rank(other))
}

export const countNotable = (lines: readonly JudgedLine[]): number => lines.filter(isNotable).length

/** What was asked for and is there now: comes into view and gets the focus, since it may stand below what is seen. */
export function Arrived({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  return (
    <div ref={place} tabIndex={-1} className={styles.arrived}>
      {children}
    </div>
  )
}

import type { ModuleColumn } from '#domain/import/columns.rules.ts'
import type { ColumnReading } from '#domain/import/import.schema.ts'
import type { ImportKind } from '#domain/import/import-kinds.ts'
import { Options, SelectField } from '#src/ui/field.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import styles from './import.module.css'
import { columnTexts as texts } from './import.texts.ts'
import { type ListedColumns, meaningOptions } from './list-columns.ts'

interface ColumnTableProps {
  kind: ImportKind
  /** modules that may have their own column, for lists of results */
  modules: readonly ModuleColumn[] | undefined
  listed: ListedColumns
  isBusy: boolean
  onChoose: (column: ColumnReading) => void
}

/** The first lines of a list, with a select for the meaning above each column. The table itself scrolls sideways. */
export function ColumnTable({ kind, modules, listed, isBusy, onChoose }: ColumnTableProps) {
  const { columns, rows } = listed
  const options = meaningOptions(kind, modules).map(
    ({ meaning, label, isRequired }) => [meaning, isRequired ? label + texts.needed : label] as const,
  )
  return (
    <section
      className={styles.sheet}
      data-box
      data-layout="anchor"
      data-text="small nowrap"
      aria-label={texts.caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable without a mouse
      tabIndex={0}
    >
      <table>
        <thead>
          <tr>
            <th scope="col">{texts.line}</th>
            {columns.map(({ place, header, label, meaning, origin }) => (
              <th key={place} scope="col" data-text="normal">
                <span data-layout="block" data-text="strong" className={styles.cut}>
                  {header || label}
                </span>
                <SelectField
                  label={texts.isOf(label, header)}
                  hideLabel
                  hint={texts.origins[origin]}
                  value={meaning ?? ''}
                  disabled={isBusy || origin === 'nameless'}
                  onChange={({ target }) => onChoose({ header, meaning: target.value || null })}
                >
                  <option value="">{texts.notUsed}</option>
                  <Options of={options} />
                </SelectField>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ line, cells }) => (
            <tr key={line}>
              <th scope="row">{line}</th>
              {columns.map(({ place, meaning }) => (
                <td key={place} className={styles.cut} data-text={meaning === null ? 'muted' : undefined}>
                  {cells[place]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Says which columns are missing; if none, how many are read. */
export function ColumnStatus({ listed: { columns, missing } }: { listed: ListedColumns }) {
  const unused = columns.filter(({ meaning }) => meaning === null)
  const isChosen = unused.every(({ origin }) => origin === 'chosen' || origin === 'remembered')
  return (
    <div role="status" data-layout="row 1 x6">
      {missing.map((labels) => (
        <StatusLine key={labels.join()} tone="danger">
          {texts.missing(labels)}
        </StatusLine>
      ))}
      {missing.length === 0 && (
        <StatusLine
          {...(isChosen ? ({ tone: 'success', icon: 'check' } as const) : { tone: 'warning', icon: 'minus' })}
        >
          {texts.read(columns.length - unused.length, columns.length)}
        </StatusLine>
      )}
    </div>
  )
}

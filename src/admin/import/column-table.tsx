import { useEffect, useState } from 'react'
import type { ModuleColumn } from '#domain/import/columns.rules.ts'
import type { ColumnReading } from '#domain/import/import.schema.ts'
import type { ImportKind } from '#domain/import/import-kinds.ts'
import { SelectField } from '#src/ui/field.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import { type Column, Table } from '#src/ui/table.tsx'
import styles from './import.module.css'
import { columnTexts as texts } from './import.texts.ts'
import { type ListedColumn, type ListedColumns, meaningOptions } from './list-columns.ts'

interface ColumnTableProps {
  kind: ImportKind
  /** modules that may have a column of their own, for lists of results */
  modules: readonly ModuleColumn[] | undefined
  listed: ListedColumns
  isBusy: boolean
  /** the preview is shown below: the table makes room for it */
  isSettled: boolean
  onChoose: (column: ColumnReading) => void
}

/**
 * Meaning of each column of the list, which can be changed; folded away where it is known from the names, or somebody
 * chose it.
 */
export function ColumnTable({ kind, modules, listed, isBusy, isSettled, onChoose }: ColumnTableProps) {
  const { columns, missing } = listed
  const isPlain = missing.length === 0 && columns.every(({ origin }) => origin === 'named')
  const [isOpen, setIsOpen] = useState(!isPlain)
  const isKnown = columns.every(({ origin }) => origin !== 'unknown')
  useEffect(() => {
    // An unknown column is shown at once, and not only to those who open this.
    if (isSettled && isKnown) setIsOpen(false)
  }, [isSettled, isKnown])
  const unused = columns.filter(({ meaning }) => meaning === null).map(({ header }) => header)
  return (
    <div data-layout="stack 2">
      <div role="status" data-layout="stack 2">
        {missing.map((labels) => (
          <StatusLine key={labels.join()} tone="danger" icon="alert">
            {texts.missing(labels)}
          </StatusLine>
        ))}
        {missing.length === 0 && (
          <StatusLine tone="success" icon="check">
            {texts.read(columns.length - unused.length, columns.length)}
          </StatusLine>
        )}
        {unused.length > 0 && (
          <StatusLine tone="neutral" icon="minus">
            {texts.unused(unused)}
          </StatusLine>
        )}
      </div>
      <details open={isOpen || missing.length > 0} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary className={styles.summary} data-layout="target" data-text="accent" data-pad="y1">
          {texts.which}
        </summary>
        <Table
          caption={texts.caption}
          columns={columnsOf(kind, { modules, isBusy, onChoose })}
          rows={columns}
          keyOf={({ at }) => at}
        />
      </details>
    </div>
  )
}

const columnsOf = (
  kind: ImportKind,
  { modules, isBusy, onChoose }: Pick<ColumnTableProps, 'modules' | 'isBusy' | 'onChoose'>,
): Column<ListedColumn>[] => [
  {
    key: 'header',
    label: 'Kolom',
    cell: ({ header, example }) => (
      <div className={styles.header} data-layout="shrinks">
        <strong className={styles.words}>{header}</strong>
        {example && (
          <p className={styles.sample} data-text="small normal muted nowrap">
            {texts.example(example)}
          </p>
        )}
      </div>
    ),
  },
  {
    key: 'meaning',
    label: 'Gelezen als',
    cell: ({ header, meaning }) => (
      <div className={styles.choice} data-layout="full">
        <SelectField
          label={texts.meaningOf(header)}
          hideLabel
          value={meaning ?? ''}
          disabled={isBusy}
          onChange={({ target }) => onChoose({ header, meaning: target.value === '' ? null : target.value })}
        >
          <option value="">{texts.notUsed}</option>
          {meaningOptions(kind, modules).map((option) => (
            <option key={option.meaning} value={option.meaning}>
              {option.label}
              {option.isRequired && texts.needed}
            </option>
          ))}
        </SelectField>
      </div>
    ),
  },
  {
    key: 'origin',
    label: 'Hoe',
    cell: ({ origin }) => <span className={styles.muted}>{texts.origins[origin]}</span>,
  },
]

import { useState } from 'react'
import {
  dayAndStartLabel,
  dayLabel,
  instantLabel,
  momentLabel,
  timeAndPlaceLabel,
  timesLabel,
} from '#domain/calendar/date-labels.ts'
import { copyRemarkText } from '#domain/testmoments/copy.texts.ts'
import { DateField } from '#src/parts/date-field.tsx'
import list from '#src/parts/list-page/list-page.module.css'
import many from '#src/parts/many/many.module.css'
import { TickAll } from '#src/parts/many/ticks.tsx'
import { readTypedDate, typedDateOf } from '#src/parts/typed-time.ts'
import { Button } from '#src/ui/button.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import { type Column, Table } from '#src/ui/table.tsx'
import styles from './copy.module.css'
import type { CopyRow } from './copy-rows.ts'
import { copyTexts as texts } from './schoolyears.texts.ts'

interface CopyTableProps {
  rows: readonly CopyRow[]
  /** whether planned times are copied, and therefore shown */
  hasPlans: boolean
  onTick: (ids: readonly number[], isOn: boolean) => void
  /** null restores the proposed day */
  onMove: (id: number, day: string | null) => void
}

const labelOf = ({ source }: CopyRow) => dayAndStartLabel(source, 'any-time')

export function CopyTable({ rows, hasPlans, onTick, onMove }: CopyTableProps) {
  const [editing, setEditing] = useState<number | null>(null)
  const ids = rows.map(({ source }) => source.id)
  const remarked = rows.filter(({ isChosen, remarks }) => isChosen && remarks.length > 0).length
  const columns: Column<CopyRow>[] = [
    {
      key: 'was',
      label: 'Was',
      cell: (row) => (
        <span className={many.ticked} data-layout="row 1 nowrap">
          <label className={many.box} data-layout="inline target">
            <input
              type="checkbox"
              checked={row.isChosen}
              aria-label={`${labelOf(row)} overnemen`}
              onChange={({ target }) => onTick([row.source.id], target.checked)}
            />
          </label>
          <span className={styles.day} data-text="figures">
            {labelOf(row)}
          </span>
        </span>
      ),
    },
    {
      key: 'becomes',
      label: 'Wordt',
      cell: (row) => (
        <NewDay
          row={row}
          hasPlans={hasPlans}
          isEditing={editing === row.source.id}
          onEdit={(isEditing) => setEditing(isEditing ? row.source.id : null)}
          onMove={(day) => onMove(row.source.id, day)}
        />
      ),
    },
    { key: 'place', label: 'Tijd en locatie', least: [6, 6], cell: Place },
    { key: 'seats', label: 'Plaatsen', align: 'end', cell: ({ copy }) => numberOf(copy.seats) },
    { key: 'limit', label: 'Maximum', align: 'end', cell: ({ copy }) => numberOf(copy.max_enrollments) },
    { key: 'modules', label: 'Modules', least: [0, 9], cell: Modules },
  ]
  return (
    <div className={`${list.dense} ${styles.list}`} data-layout="stack 2">
      <TickAll
        ticks={{
          has: (id) => rows.some(({ source, isChosen }) => source.id === id && isChosen),
          tick: (some) => onTick(some, true),
          clear: () => onTick(ids, false),
        }}
        ids={ids}
        found={ids.length}
        counted={texts.remarked(remarked)}
      />
      <Table caption={texts.caption} rows={rows} keyOf={({ source }) => source.id} columns={columns} />
    </div>
  )
}

interface NewDayProps {
  row: CopyRow
  hasPlans: boolean
  isEditing: boolean
  onEdit: (isEditing: boolean) => void
  onMove: (day: string | null) => void
}

function NewDay({ row, hasPlans, isEditing, onEdit, onMove }: NewDayProps) {
  const { copy, isChosen, isMoved } = row
  const [typed, setTyped] = useState(() => typedDateOf(copy.date))
  if (!isEditing)
    return (
      <span data-layout="row x1" data-text={isChosen ? 'strong' : 'normal muted'}>
        <span data-layout="row 0 x1">
          <span className={styles.day} data-text="figures">
            {copy.duration === 'week' ? momentLabel(copy, 'any-time') : dayLabel(copy.date, 'any-time')}
          </span>
          <Button
            tone="quiet"
            icon="edit"
            data-pad="x2"
            aria-label={texts.changeDate(labelOf(row))}
            onClick={() => {
              setTyped(typedDateOf(copy.date))
              onEdit(true)
            }}
          >
            Wijzigen
          </Button>
        </span>
        {hasPlans && <Plans {...row} />}
        <Remarks {...row} />
      </span>
    )
  return (
    <div className={styles.editing} data-layout="grid 2" data-pad="y2">
      <DateField
        legend={texts.newDate}
        value={typed}
        onChange={(date) => {
          setTyped(date)
          const reading = readTypedDate(date)
          if (reading.valid) onMove(reading.day)
        }}
      />
      <div data-layout="row 2 stretch">
        <Button onClick={() => onEdit(false)}>Klaar</Button>
        {isMoved && (
          <Button
            tone="quiet"
            onClick={() => {
              onMove(null)
              onEdit(false)
            }}
          >
            {texts.toProposal}
          </Button>
        )}
      </div>
    </div>
  )
}

const Remarks = ({ remarks, isChosen }: CopyRow) =>
  isChosen && remarks.length > 0 ? (
    <span data-text="small normal" data-layout="grid 1 line" data-pad="b1">
      {remarks.map((remark) => {
        const text = copyRemarkText(remark)
        return (
          <StatusLine key={text} tone="warning" icon="info">
            {text}
          </StatusLine>
        )
      })}
    </span>
  ) : null

const Place = ({ source }: CopyRow) => (
  <span className={styles.place} data-layout="grid 1">
    <span translate="no">{timesLabel(source) || '–'}</span>
    {source.location && (
      <span data-text="small muted" data-width="24">
        {timeAndPlaceLabel({ ...source, starts_at: null, ends_at: null })}
      </span>
    )}
  </span>
)

const numberOf = (count: number): string => (count === 0 ? '–' : String(count))

/** Modules of the copy; '(automatisch)' marks those in which students are enrolled automatically. */
const Modules = ({ source }: CopyRow) => {
  const names = source.modules
    .filter(({ usable }) => usable)
    .map(({ name, auto_enroll }) => (auto_enroll ? `${name} (automatisch)` : name))
  return <span className={styles.modules}>{names.length === 0 ? texts.allModules : names.join(', ')}</span>
}

const Plans = ({ copy }: CopyRow) => {
  const { enrollments_open_at: open, enrollments_close_at: close } = copy
  return (
    (open ?? close) && (
      <span data-text="small normal muted" data-layout="grid line" data-pad="b1">
        {open && <span>{`opent ${instantLabel(open, 'any-time')}`}</span>}
        {close && <span>{`sluit ${instantLabel(close, 'any-time')}`}</span>}
      </span>
    )
  )
}

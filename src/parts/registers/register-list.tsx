import { type ReactNode, useCallback, useState } from 'react'
import { type SomeFields, shownIn, tableOf } from '#domain/entities/record-fields.ts'
import { saveTable } from '#src/parts/download-button.tsx'
import { TitleTools } from '#src/parts/layout/title-tools.tsx'
import { editColumn, useJustMade } from '#src/parts/list-page/list-page.tsx'
import { ConfirmDialog, useWrite } from '#src/parts/writing/writing.tsx'
import { useNotify } from '#src/toasts/toasts-context.ts'
import { Button } from '#src/ui/button.tsx'
import type { Column } from '#src/ui/table.tsx'
import type { RegisterTexts } from './register.texts.ts'
import styles from './registers.module.css'

interface Listed {
  id: number
  name: string
}

/** State of a register's screen: the record that is added or edited, and those just made. `first`: what the address asks for. */
export function useRegister<Row extends Listed>(
  texts: Pick<RegisterTexts, 'created' | 'edited'>,
  first: 'new' | null = null,
) {
  const notify = useNotify()
  const justMade = useJustMade()
  const [editing, setEditing] = useState<Row | 'new' | null>(first)
  const close = () => setEditing(null)
  const onSaved = (row: Row) => {
    if (editing === 'new') justMade.add(row.id)
    notify('success', editing === 'new' ? texts.created(row.name) : texts.edited(row.name))
    close()
  }
  return {
    justMade,
    add: () => setEditing('new'),
    edit: useCallback((row: Row) => setEditing(row), []),
    /** null while nothing is added or edited */
    dialog: editing && { row: editing === 'new' ? null : editing, onSaved, onClose: close },
  }
}

/** Columns of the fields that have one: a longer text is shown below the name. */
export const fieldColumns = <Row extends object>(fields: SomeFields): Column<Row>[] =>
  Object.entries(fields).flatMap(([key, field]) => {
    const { label, form } = field
    const inRow = (row: Row): string | number => Reflect.get<object, string>(row, key)
    if (form === 'prose') return []
    if (form === 'tick') return { key, label, cell: (row: Row) => (inRow(row) ? 'Ja' : 'Nee') }
    const cell = (row: Row) => shownIn(field, inRow(row))
    return { key, label, sortBy: inRow, cell, ...(form === 'number' && { align: 'end' as const }) }
  })

interface DownloadTableProps {
  /** 'lokalen' */
  many: string
  fields: SomeFields
  rows: readonly Listed[]
}

/** Saves the rows of the list as a table that can be imported again. */
export const DownloadTable = ({ many, fields, rows }: DownloadTableProps) => (
  <TitleTools>
    <Button icon="download" onClick={() => saveTable(`${many}.csv`, tableOf(fields, rows))}>
      Exporteren
    </Button>
  </TitleTools>
)

interface ActsColumn<Row> {
  texts: Pick<RegisterTexts, 'edit'>
  onEdit: (row: Row) => void
  /** buttons to archive, restore or delete */
  putAway: (row: Row) => ReactNode
}

export const actsColumn = <Row extends Listed>({ texts, onEdit, putAway }: ActsColumn<Row>): Column<Row> => ({
  ...editColumn,
  cell: (row) => (
    <div className={styles.acts}>
      <Button tone="quiet" icon="edit" aria-label={texts.edit(row.name)} onClick={() => onEdit(row)}>
        Wijzigen
      </Button>
      {putAway(row)}
    </div>
  ),
})

interface DeleteButtonProps {
  name: string
  texts: RegisterTexts
  /** sentences of the question */
  question: readonly string[]
  remove: () => Promise<unknown>
  refusals?: Readonly<Record<string, string>>
  /** the whole text of a failure, where it says more than its refusal */
  failed?: (error: unknown) => string
}

export function DeleteButton({ name, texts, question, remove, refusals, failed }: DeleteButtonProps) {
  const [isAsking, setIsAsking] = useState(false)
  const { isBusy, write } = useWrite({ inToast: true })
  const confirm = async () => {
    await write({ send: remove, saved: texts.deleted(name), failed: failed ?? texts.deleteFailed, refusals })
    setIsAsking(false)
  }
  return (
    <>
      <Button tone="danger" aria-label={texts.delete(name)} onClick={() => setIsAsking(true)}>
        Verwijderen
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={texts.deleteQuestion(name)}
          confirmLabel={texts.deleteLabel}
          isBusy={isBusy}
          onConfirm={confirm}
          onClose={() => setIsAsking(false)}
        >
          {question.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </ConfirmDialog>
      )}
    </>
  )
}

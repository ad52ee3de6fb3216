import { type ReactNode, useId, useState } from 'react'
import type { RecordField, RecordFields, SomeFields } from '#domain/entities/record-fields.ts'
import type { RefusalTexts } from '#src/api/failure.texts.ts'
import { FormDialog } from '#src/parts/editing/form-dialog.tsx'
import { type FormEdit, type Overrides, rebaseForm, useChange } from '#src/parts/editing/use-change.tsx'
import { isChanged } from '#src/parts/editing/use-draft.ts'
import { fieldError, LostAnswerAlert, Problem } from '#src/parts/writing/writing.tsx'
import { TextField } from '#src/ui/field.tsx'
import { ProseArea } from '#src/ui/prose-area.tsx'
import { countedCharacters, type RegisterTexts } from './register.texts.ts'

type Form<Values> = Values & { name: string }

interface RegisterDialogProps<Row, Values extends object> {
  texts: RegisterTexts
  /** null for a new one */
  row: (Row & Form<Values>) | null
  fields: RecordFields<Values>
  /** hints instead of those of the fields */
  hints?: Partial<Record<keyof Values, string>>
  explanation?: ReactNode
  nameHint?: string
  /** it never changes */
  isNameFixed?: boolean
  nameFault?: (typed: string) => string | undefined
  /** shown below the name while it is typed */
  nameNote?: (typed: string) => ReactNode
  /** `form` lacks what a new record may leave out */
  send: (form: Form<Values>, theirs: Overrides['theirs']) => Promise<{ entity: Row }>
  refusals: RefusalTexts
  onSaved: (row: Row) => void
  onClose: () => void
}

/** A form as typed: ticks as they are, all else as text. */
type Typed = Record<string, string | boolean>

/** Dialog for a new record of a register, or for other values of one. */
export function RegisterDialog<Row, Values extends object>(props: RegisterDialogProps<Row, Values>) {
  const { texts, row, hints = {}, explanation, nameHint, isNameFixed, nameFault, nameNote } = props
  const { send, refusals, onSaved, onClose } = props
  const fields = Object.entries(props.fields as SomeFields)
  const [before] = useState(() => typedOf(row, fields))
  const [typed, setTyped] = useState(before)
  const [isTried, setIsTried] = useState(false)
  const saving = useChange({
    send: async (edit: FormEdit<Form<Values>>, { theirs }) => (await send(edit.fields, theirs)).entity,
    onSaved,
    rebase: rebaseForm,
    failed: row ? texts.editFailed : texts.createFailed,
    refusals,
    onYield: onClose,
  })
  const name = String(typed.name)
  const faultOf = (field: string, { leftOut, fault, ...rest }: RecordField<unknown>) => {
    const isLeftOut = row === null && leftOut !== undefined && String(typed[field]).trim() === ''
    return isLeftOut || readOf(rest, typed[field]) !== null ? undefined : fault
  }
  const submit = () => {
    setIsTried(true)
    if (nameFault?.(name) || fields.some(([field, of]) => faultOf(field, of))) return
    saving.change({ base: formOf<Values>(before, fields), fields: formOf<Values>(typed, fields) })
  }
  const type = (field: string) => (value: string | boolean) => {
    setTyped({ ...typed, [field]: value })
    saving.showProblem(null)
  }
  return (
    <>
      <FormDialog
        title={row ? texts.edit(row.name) : texts.newTitle}
        explanation={explanation}
        submitLabel={row ? 'Opslaan' : texts.create}
        isBusy={saving.isBusy}
        isDirty={isChanged(before, typed)}
        onSubmit={submit}
        onClose={onClose}
      >
        <TextField
          label="Naam"
          hint={nameHint}
          readOnly={isNameFixed}
          value={name}
          error={isNameFixed ? undefined : (fieldError(saving.problem) ?? (isTried ? nameFault?.(name) : undefined))}
          onChange={({ target }) => type('name')(target.value)}
        />
        {nameNote?.(name)}
        {fields.map(([field, of]) => (
          <Field
            key={field}
            field={of}
            hint={Reflect.get(hints, field) ?? hintOf(of, row === null)}
            value={typed[field] ?? ''}
            error={isTried ? faultOf(field, of) : undefined}
            onChange={type(field)}
          />
        ))}
        {isNameFixed ? <Problem text={saving.problem} /> : <LostAnswerAlert text={saving.problem} />}
      </FormDialog>
      {saving.dialog}
    </>
  )
}

type NamedField = readonly [name: string, field: RecordField<unknown>]

const typedOf = (row: object | null, fields: readonly NamedField[]): Typed =>
  Object.fromEntries(
    ['name', ...fields.map(([name]) => name)].map((name) => {
      const value: unknown = row ? Reflect.get(row, name) : ''
      return [name, typeof value === 'boolean' ? value : String(value)]
    }),
  )

const readOf = ({ form, read }: Pick<RecordField<unknown>, 'form' | 'read'>, typed: string | boolean | undefined) =>
  form === 'tick' ? typed === true : read(String(typed))

/** The form as it is sent, without what cannot be read. */
const formOf = <Values,>({ name, ...typed }: Typed, fields: readonly NamedField[]) => {
  const values = fields.map(([field, of]) => [field, readOf(of, typed[field])] as const)
  return { name, ...Object.fromEntries(values.filter(([, value]) => value !== null)) } as Form<Values>
}

const hintOf = ({ hint, leftOut }: RecordField<unknown>, isNew: boolean): string | undefined =>
  isNew && leftOut ? `${hint} ${leftOut}` : hint

interface FieldProps {
  field: RecordField<unknown>
  hint: string | undefined
  value: string | boolean
  error: string | undefined
  onChange: (value: string | boolean) => void
}

function Field({ field: { label, asked = label, form, most = 0 }, hint, value, error, onChange }: FieldProps) {
  const id = useId()
  if (form === 'tick')
    return (
      <label data-layout="grid led target x3 center">
        <input
          type="checkbox"
          checked={value === true}
          aria-labelledby={id}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => onChange(target.checked)}
        />
        <span id={id}>{asked}</span>
        <span id={`${id}-hint`} data-text="small muted">
          {hint}
        </span>
      </label>
    )
  const text = String(value)
  if (form === 'prose')
    return (
      <ProseArea
        label={asked}
        rows={3}
        maxLength={most}
        value={text}
        error={error}
        counter={countedCharacters(text.length, most)}
        onChange={({ target }) => onChange(target.value)}
      />
    )
  return (
    <TextField
      label={asked}
      hint={hint}
      inputMode={form === 'number' ? 'numeric' : undefined}
      value={text}
      error={error}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

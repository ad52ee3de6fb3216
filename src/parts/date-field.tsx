import { type ClipboardEvent, type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react'
import { readWrittenClock } from '#domain/calendar/date-input.rules.ts'
import { clockTexts } from '#domain/calendar/date-input.texts.ts'
import { weekdayName } from '#domain/calendar/date-labels.ts'
import { monthName } from '#domain/calendar/month-name.ts'
import { Options, SelectField, TextField } from '#src/ui/field.tsx'
import { VisuallyHidden } from '#src/ui/icon.tsx'
import styles from './date-field.module.css'
import {
  dateError,
  dateFrom,
  dateTimeFrom,
  isEmpty,
  noTime,
  numberOf,
  readTypedDate,
  readTypedDateTime,
  shiftText,
  type TypedDate,
  type TypedDateTime,
} from './typed-time.ts'

interface DateFieldProps {
  legend: string
  value: TypedDate
  onChange: (date: TypedDate) => void
}

export function DateField({ legend, value, onChange }: DateFieldProps) {
  const id = useId()
  const error = dateError(value)
  return (
    <fieldset data-layout="shrinks" aria-describedby={error ? `${id}-error` : undefined}>
      <legend>{legend}</legend>
      <div
        className={styles.fields}
        data-layout="grid 3"
        onPaste={(event) => pasteInto(event, (text) => takeDate(value, text, onChange))}
      >
        <DayFields value={value} wrong={error?.field} onChange={(date) => onChange({ ...value, ...date })} />
      </div>
      {error && (
        <p id={`${id}-error`} data-text="small danger" data-above="1" role="alert">
          {error.text}
        </p>
      )}
    </fieldset>
  )
}

interface TimeFieldProps {
  label: string
  value: string
  problem?: string | undefined
  onChange: (value: string) => void
}

/**
 * A time of day in 24 hours, as people write it: '9', '9.30', '930'. A browser's own field asks for AM and PM in some
 * languages. The error is shown, and the time written out, only when the field is left or the form is sent: the first figure of
 * 13:30 is a valid time too.
 */
export function TimeField({ label, value, problem, onChange }: TimeFieldProps) {
  const [isTyping, setIsTyping] = useState(false)
  const isUnreadable = value.trim() !== '' && readWrittenClock(value) === null
  const settle = () => {
    setIsTyping(false)
    const time = readWrittenClock(value)
    if (time && time !== value) onChange(time)
  }
  return (
    <TextField
      label={label}
      inputMode="numeric"
      placeholder="uu:mm"
      value={value}
      error={isTyping ? undefined : isUnreadable ? clockTexts.unreadable : problem}
      onChange={(event) => {
        setIsTyping(true)
        onChange(event.target.value)
      }}
      onBlur={settle}
      onKeyDown={(event) => {
        if (event.key === 'Enter') settle()
      }}
    />
  )
}

interface DateTimeFieldProps {
  legend: string
  hint?: string
  value: TypedDateTime
  problem?: string | undefined
  /** a time is required; otherwise the field can be cleared, and shows no error when it is empty */
  isRequired?: boolean
  onChange: (time: TypedDateTime) => void
}

/**
 * Day, month, year and time, or nothing. The error is shown only when the group is left or the form is sent: the first figure
 * of 2026 is a valid year too, in the past.
 */
export function DateTimeField({ legend, hint, value, problem, isRequired = false, onChange }: DateTimeFieldProps) {
  const id = useId()
  const [isTyping, setIsTyping] = useState(false)
  const first = useRef<HTMLInputElement>(null)
  const reading = readTypedDateTime(value)
  const isMissing = isRequired && isEmpty(value)
  const fault = isMissing
    ? { field: 'day', text: clockTexts.missing }
    : !reading.valid
      ? reading
      : problem && { field: 'day', text: problem }
  const error = isTyping || !fault ? null : fault
  const remark = reading.valid && reading.shift ? shiftText(reading.shift, reading.instant) : null
  const settle = () => {
    setIsTyping(false)
    const clock = readWrittenClock(value.clock)
    if (clock && clock !== value.clock) onChange({ ...value, clock })
  }
  const type = (typed: Partial<TypedDateTime>) => {
    setIsTyping(true)
    onChange({ ...value, ...typed })
  }
  const notes = { error, hint, remark }
  const described = Object.entries(notes).flatMap(([name, note]) => (note ? [`${id}-${name}`] : []))
  return (
    <fieldset
      data-layout="shrinks full measured"
      aria-describedby={described.join(' ') || undefined}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) settle()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') settle()
      }}
      onPaste={(event) => pasteInto(event, (text) => takeDateTime(text, type))}
    >
      <legend>{legend}</legend>
      <div className={styles.withTime} data-layout="grid 3 end">
        <DayFields
          value={value}
          wrong={error?.field}
          first={first}
          mayBeEmpty
          onChange={(date) => takeDateTime(date.day ?? '', type) || type(date)}
        />
        <TextField
          label="Tijd"
          inputMode="numeric"
          placeholder="uu:mm"
          aria-invalid={error?.field === 'clock' || undefined}
          value={value.clock}
          onChange={(event) => type({ clock: event.target.value })}
        />
        {!isRequired && !isEmpty(value) && (
          <button
            type="button"
            data-layout="target self-start"
            data-text="accent"
            data-pad="x2"
            onClick={() => {
              onChange(noTime)
              first.current?.focus()
            }}
          >
            Leegmaken<VisuallyHidden>{`: ${legend}`}</VisuallyHidden>
          </button>
        )}
      </div>
      {remark && (
        <p id={`${id}-remark`} data-text="small muted" data-above="1">
          {remark}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} data-text="small muted" data-above="1">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} data-text="small danger" data-above="1" role="alert">
          {error.text}
        </p>
      )}
    </fieldset>
  )
}

interface DayFieldsProps {
  value: TypedDate
  /** name of the field with the error */
  wrong: string | undefined
  first?: RefObject<HTMLInputElement | null>
  mayBeEmpty?: boolean
  onChange: (date: Partial<TypedDate>) => void
}

const MONTHS = Array.from({ length: 12 }, (_, index) => index + 1)

function DayFields({ value, wrong, first, mayBeEmpty, onChange }: DayFieldsProps) {
  const reading = readTypedDate(value)
  return (
    <>
      <TextField
        ref={first}
        label="Dag"
        inputMode="numeric"
        autoComplete="off"
        aria-invalid={wrong === 'day' || undefined}
        suffix={
          reading.valid && (
            <span className={styles.weekday} data-text="muted">
              {weekdayName(reading.day)}
            </span>
          )
        }
        value={value.day}
        onChange={(event) => onChange(dateFrom(event.target.value) ?? { day: event.target.value })}
        onKeyDown={(event) => stepBy(event, value.day, (day) => onChange({ day }))}
      />
      <SelectField
        label="Maand"
        aria-invalid={wrong === 'month' || undefined}
        value={value.month}
        onChange={(event) => onChange({ month: event.target.value })}
      >
        {mayBeEmpty && <option value="">–</option>}
        <Options of={MONTHS.map((month) => [month, monthName(month)])} />
      </SelectField>
      <TextField
        label="Jaar"
        inputMode="numeric"
        aria-invalid={wrong === 'year' || undefined}
        value={value.year}
        onChange={(event) => onChange({ year: event.target.value })}
        onKeyDown={(event) => stepBy(event, value.year, (year) => onChange({ year }))}
      />
    </>
  )
}

/** The arrow keys count up and down, as in a browser's own number field. */
function stepBy(event: KeyboardEvent, typed: string, onChange: (typed: string) => void) {
  const step = { ArrowUp: 1, ArrowDown: -1 }[event.key]
  const number = numberOf(typed)
  if (step === undefined || !Number.isInteger(number)) return
  event.preventDefault()
  onChange(String(Math.max(1, number + step)))
}

/** Pasting a whole date or time into one of the fields fills all of them. */
function pasteInto(event: ClipboardEvent, take: (text: string) => boolean) {
  if (take(event.clipboardData.getData('text'))) event.preventDefault()
}

function takeDate(value: TypedDate, text: string, onChange: (date: TypedDate) => void): boolean {
  const date = dateFrom(text)
  if (date) onChange({ ...value, ...date })
  return date !== null
}

function takeDateTime(text: string, onChange: (time: Partial<TypedDateTime>) => void): boolean {
  const time = dateTimeFrom(text)
  if (time) onChange(time)
  return time !== null
}

import { useState } from 'react'
import { ASK_FIRST } from '#contract/refusals.ts'
import { createTestmoment } from '#contract/testmoments.ts'
import { dayOf } from '#domain/calendar/amsterdam.ts'
import type { ManagedTestmoment } from '#domain/enrollments/listed-testmoment.schema.ts'
import type { Link } from '#domain/entities/entity.schema.ts'
import { readTypedSeats } from '#domain/testmoments/limits.rules.ts'
import { placeRefusal } from '#domain/testmoments/place.rules.ts'
import { isCurrent } from '#domain/testmoments/testmoment.rules.ts'
import type { TestmomentCreation } from '#domain/testmoments/testmoment.schema.ts'
import { pastDaysText } from '#domain/testmoments/testmoment-edit.texts.ts'
import type { Api } from '#src/api/api.ts'
import { DateField } from '#src/parts/date-field.tsx'
import { FormDialog } from '#src/parts/editing/form-dialog.tsx'
import { Problem } from '#src/parts/editing/problem.tsx'
import { useChange } from '#src/parts/editing/use-change.tsx'
import { isChanged } from '#src/parts/editing/use-draft.ts'
import { DayRemarks } from '#src/parts/schoolyears.tsx'
import { readTypedDate, typedDateOf } from '#src/parts/typed-time.ts'
import { useServerTime } from '#src/session/session-view.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import { nowhere, PlaceFields, readPlaceDraft } from './place-fields.tsx'
import { SeatsField } from './settings-fields.tsx'
import styles from './testmoments.module.css'
import { testmomentsTexts as texts } from './testmoments.texts.ts'

interface NewTestmomentDialogProps {
  api: Api
  /** link of the school year that it is to be in */
  link: Link
  schoolyearId: number
  onMade: (testmoment: ManagedTestmoment) => void
  onClose: () => void
}

export function NewTestmomentDialog({ api, link, schoolyearId, onMade, onClose }: NewTestmomentDialogProps) {
  const now = useServerTime()
  const [today] = useState(() => typedDateOf(dayOf(now())))
  const [date, setDate] = useState(today)
  const [place, setPlace] = useState(nowhere)
  const [seats, setSeats] = useState('')
  const making = useChange({
    send: (creation: TestmomentCreation, { confirmed = ASK_FIRST }) =>
      api.follow(createTestmoment, link, { query: { confirmed }, body: creation }),
    onSaved: ({ entity }) => onMade(entity),
    failed: texts.createFailed,
    onYield: onClose,
    confirmTitle: texts.createQuestion,
    confirmLabel: 'Toch aanmaken',
    asksInPlace: true,
  })
  const edit = (typed: { date?: typeof date; place?: typeof place; seats?: string }) => {
    setDate(typed.date ?? date)
    setPlace(typed.place ?? place)
    setSeats(typed.seats ?? seats)
    making.showProblem(null)
    making.takeBack()
  }
  const reading = readTypedDate(date)
  const submit = () => {
    const where = readPlaceDraft(place, 'day')
    const fitting = readTypedSeats(seats)
    if (!reading.valid || !where || placeRefusal({ ...where, date: reading.day, duration: 'day' })) return
    if (fitting === null) return
    making.change({ moment: reading.day, enrollments_enabled: false, ...where, seats: fitting })
  }
  return (
    <FormDialog
      title="Nieuw Toetsmoment"
      explanation={texts.creationExplanation}
      submitLabel="Toetsmoment Aanmaken"
      isBusy={making.isBusy}
      isDirty={isChanged({ date, place, seats }, { date: today, place: nowhere, seats: '' })}
      question={making.question}
      onSubmit={submit}
      onClose={onClose}
    >
      <DateField legend="Datum" value={date} onChange={(typed) => edit({ date: typed })} />
      <DayRemarks api={api} schoolyearId={schoolyearId} date={date} duration="day" />
      <div role="status" className={styles.remark}>
        {reading.valid && !isCurrent({ date: reading.day, duration: 'day' }, now()) && (
          <StatusLine tone="warning" icon="info">
            {pastDaysText}
          </StatusLine>
        )}
      </div>
      <PlaceFields
        draft={place}
        duration="day"
        onEdit={(typed) => edit({ place: { ...place, ...typed } })}
        beside={<SeatsField value={seats} onChange={(typed) => edit({ seats: typed })} />}
      />
      <Problem text={making.problem} />
      {making.dialog}
    </FormDialog>
  )
}

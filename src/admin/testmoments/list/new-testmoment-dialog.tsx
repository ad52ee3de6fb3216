import { useState } from 'react'
import { ASK_FIRST } from '#contract/refusals.ts'
import { createTestmoment } from '#contract/testmoments.gen.ts'
import { dayOf } from '#domain/calendar/amsterdam.ts'
import type { ManagedTestmoment } from '#domain/enrollments/enrollment.schema.ts'
import type { Link } from '#domain/entities/entity.schema.ts'
import { placeRefusal } from '#domain/testmoments/place.rules.ts'
import { isCurrent } from '#domain/testmoments/testmoment.rules.ts'
import type { TestmomentCreation } from '#domain/testmoments/testmoment.schema.ts'
import { pastDaysText } from '#domain/testmoments/testmoment-edit.texts.ts'
import { useApi } from '#src/api/use-api.ts'
import { DateField } from '#src/parts/date-field.tsx'
import { FormDialog } from '#src/parts/editing/form-dialog.tsx'
import { useChange } from '#src/parts/editing/use-change.tsx'
import { isChanged } from '#src/parts/editing/use-draft.ts'
import { DayRemarks } from '#src/parts/schoolyears.tsx'
import { readTypedDate, typedDateOf } from '#src/parts/typed-time.ts'
import { Problem } from '#src/parts/writing/writing.tsx'
import { useServerTime } from '#src/session/session-view.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import { type ChosenModule, ModuleChecklist } from '../settings/module-checklist.tsx'
import { nowhere, PlaceFields } from '../settings/place-fields.tsx'
import { readMoment, type SettingsDraft } from '../settings/settings-draft.ts'
import { DurationField, LimitField, SeatsField } from '../settings/settings-fields.tsx'
import { testmomentsTexts as texts } from './testmoments.texts.ts'

interface NewTestmomentDialogProps {
  /** link of the school year that it is to be in */
  link: Link
  schoolyearId: number
  onMade: (testmoment: ManagedTestmoment) => void
  onClose: () => void
}

interface NewDraft extends Omit<SettingsDraft, 'enrollments_enabled' | 'opensAt' | 'closesAt'> {
  /** none: all */
  modules: readonly ChosenModule[]
}

const unsaid: Omit<NewDraft, 'date'> = { ...nowhere, duration: 'day', seats: '', limit: null, modules: [] }

/** Body of the request; null while a field is invalid, which then shows why. */
function creationOf(draft: NewDraft): TestmomentCreation | null {
  const read = readMoment(draft)
  if (!read || placeRefusal(read)) return null
  const { date: moment, ...fields } = read
  return { ...fields, moment, enrollments_enabled: false, module_ids: draft.modules.map(({ id }) => id) }
}

export function NewTestmomentDialog({ link, schoolyearId, onMade, onClose }: NewTestmomentDialogProps) {
  const api = useApi()
  const now = useServerTime()
  const [today] = useState(() => typedDateOf(dayOf(now())))
  const [draft, setDraft] = useState<NewDraft>({ ...unsaid, date: today })
  const { date, duration, seats, limit, modules } = draft
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
  const edit = (typed: Partial<NewDraft>) => {
    setDraft({ ...draft, ...typed })
    making.showProblem(null)
    making.dismissQuestion()
  }
  const reading = readTypedDate(date)
  const submit = () => {
    const creation = creationOf(draft)
    if (creation) making.change(creation)
  }
  return (
    <FormDialog
      title="Nieuw Toetsmoment"
      explanation={texts.creationExplanation}
      submitLabel="Toetsmoment Aanmaken"
      isBusy={making.isBusy}
      isDirty={isChanged(draft, { ...unsaid, date: today })}
      question={making.question}
      onSubmit={submit}
      onClose={onClose}
    >
      <div data-layout="row 4 x6 end">
        <DateField legend="Datum" value={date} onChange={(typed) => edit({ date: typed })} />
        <DurationField value={duration} onChange={(typed) => edit({ duration: typed })} />
      </div>
      <DayRemarks schoolyearId={schoolyearId} date={date} duration={duration} />
      <div role="status" data-layout="still">
        {reading.valid && !isCurrent({ date: reading.day, duration }, now()) && (
          <StatusLine tone="warning" icon="info">
            {pastDaysText}
          </StatusLine>
        )}
      </div>
      <PlaceFields
        draft={draft}
        duration={duration}
        onEdit={edit}
        beside={<SeatsField value={seats} onChange={(typed) => edit({ seats: typed })} />}
      />
      <LimitField value={limit} onChange={(typed) => edit({ limit: typed })} />
      <ModuleChecklist chosen={modules} onChoose={(chosen) => edit({ modules: chosen })} />
      {modules.length === 0 && <p data-text="small muted">{texts.noneChosen}</p>}
      <Problem text={making.problem} />
      {making.dialog}
    </FormDialog>
  )
}

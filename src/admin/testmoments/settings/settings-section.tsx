import { useEffect, useRef, useState } from 'react'
import { ASK_FIRST, type Doubled } from '#contract/refusals.ts'
import { editTestmoment, previewTestmomentEdit } from '#contract/testmoments.gen.ts'
import type { ManagedTestmoment } from '#domain/enrollments/enrollment.schema.ts'
import { momentChangedMessage } from '#domain/messages/change.texts.ts'
import { placeRefusal } from '#domain/testmoments/place.rules.ts'
import { isCurrent } from '#domain/testmoments/testmoment.rules.ts'
import type { TestmomentEdit, TestmomentEditPreview, TestmomentFields } from '#domain/testmoments/testmoment.schema.ts'
import { applyEdit, scheduleRefusal } from '#domain/testmoments/testmoment-edit.rules.ts'
import { pastDaysText } from '#domain/testmoments/testmoment-edit.texts.ts'
import { editBody } from '#src/api/api.ts'
import { isRefusedFor } from '#src/api/api-error.ts'
import { askLatest } from '#src/api/latest-answer.ts'
import { useApi } from '#src/api/use-api.ts'
import { EditSection } from '#src/parts/editing/edit-section.tsx'
import { type FormEdit, rebaseForm, useChange } from '#src/parts/editing/use-change.tsx'
import { useDraft } from '#src/parts/editing/use-draft.ts'
import { DayRemarks } from '#src/parts/schoolyears.tsx'
import { messagedText, saveFailureText } from '#src/parts/writing/save.texts.ts'
import { Problem, SubmitButton, UnsavedChanges } from '#src/parts/writing/writing.tsx'
import { useServerTime } from '#src/session/session-view.tsx'
import { useNotify } from '#src/toasts/toasts-context.ts'
import { Form } from '#src/ui/field.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import { promotedNowText, SeatEffects } from '../moment-students.tsx'
import { testmomentEditTexts as texts } from './settings.texts.ts'
import { editOf, type FieldRefusal, fieldRefusalOf, scheduleProblems, settingsOf } from './settings-draft.ts'
import { SettingsFields } from './settings-fields.tsx'

export function SettingsSection({ testmoment }: { testmoment: ManagedTestmoment }) {
  const api = useApi()
  const notify = useNotify()
  const draft = useDraft(testmoment, settingsOf)
  const now = useServerTime()()
  const form = useRef<HTMLFormElement>(null)
  const [refused, setRefused] = useState<FieldRefusal | null>(null)
  const edit = editOf(draft.fields)
  const preview = useEditPreview(draft.base, edit)
  const saving = useChange({
    send: ({ fields }: FormEdit<TestmomentFields>, { theirs, message, confirmed = ASK_FIRST }) =>
      api.follow(editTestmoment, testmoment._links.edit, {
        query: { confirmed },
        body: { ...editBody(draft.base, fields, theirs), message },
      }),
    rebase: rebaseForm,
    proposeMessage: ({ base, fields }) =>
      momentChangedMessage({ before: base, after: applyEdit(base, fields, now), now }),
    confirmTitle: texts.saveQuestion,
    asksInPlace: true,
    saved: ({ students_messaged }) => texts.saved + messagedText(students_messaged),
    onSaved: ({ entity, students_above_limit, students_promoted }) => {
      draft.startFrom(entity)
      if (students_promoted > 0) notify('neutral', promotedNowText(students_promoted))
      if (students_above_limit > 0 && entity.max_enrollments !== draft.base.max_enrollments)
        notify('neutral', texts.aboveLimit(students_above_limit))
    },
    onRefused: (error) => {
      setRefused(fieldRefusalOf(error))
      return false
    },
    failed: failureText,
    onYield: () => {
      draft.startFrom(draft.base)
      setRefused(null)
    },
  })
  const problems = scheduleProblems(refused ?? (edit && scheduleRefusal(draft.base, edit, now)))
  const submit = (sent: HTMLFormElement) => {
    const base = editOf(settingsOf(draft.base))
    const isSound = edit !== null && placeRefusal(edit) === null && Object.keys(problems).length === 0
    if (base && isSound) {
      setRefused(null)
      saving.change({ base, fields: edit })
    } else focusFault(sent)
  }
  useEffect(() => {
    if (refused && form.current) focusFault(form.current)
  }, [refused])
  return (
    <EditSection title="Instellingen">
      <Form ref={form} data-layout="grid 6" onSubmit={submit}>
        <SettingsFields
          fields={draft.fields}
          refused={refused}
          problems={problems}
          dayRemarks={
            <DayRemarks
              schoolyearId={testmoment.schoolyear_id}
              date={draft.fields.date}
              duration={draft.fields.duration}
            />
          }
          onEdit={(changes) => {
            draft.edit(changes)
            saving.dismissQuestion()
            saving.showProblem(null)
            setRefused(null)
          }}
        />
        {!saving.question && <PreviewNotes testmoment={draft.base} edit={edit} preview={preview} now={now} />}
        <Problem text={saving.problem} />
        {saving.question ?? (
          <div data-layout="row 3">
            <SubmitButton busy={saving.isBusy}>Opslaan</SubmitButton>
          </div>
        )}
      </Form>
      {saving.dialog}
      <UnsavedChanges isDirty={draft.isDirty} />
    </EditSection>
  )
}

const focusFault = (form: HTMLFormElement) => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()

function failureText(failure: unknown): string {
  // The field itself shows the reason.
  if (fieldRefusalOf(failure)) return `${texts.saveFailed}.`
  return saveFailureText(failure, texts.saveFailed, {
    ...(isRefusedFor<Doubled>(failure, 'enrollments-doubled') && {
      'enrollments-doubled': texts.doubled(failure.details.students_doubled),
    }),
  })
}

interface PreviewNotesProps {
  testmoment: ManagedTestmoment
  edit: Pick<TestmomentFields, 'date' | 'duration' | 'seats'> | null
  preview: TestmomentEditPreview | null
  now: number
}

function PreviewNotes({ testmoment, edit, preview, now }: PreviewNotesProps) {
  const { students_above_limit = 0, students_doubled = 0, students_enrolled = 0 } = preview ?? {}
  const { students_above_seats = 0, students_promoted = 0 } = preview ?? {}
  const days = { ...testmoment, ...edit }
  const isMoved = days.date !== testmoment.date || days.duration !== testmoment.duration
  return (
    <div role="status" data-layout="still">
      {students_doubled > 0 && <StatusLine tone="danger">{texts.doubled(students_doubled)}</StatusLine>}
      {isMoved && !isCurrent(days, now) && (
        <StatusLine tone="warning" icon="info">
          {pastDaysText}
        </StatusLine>
      )}
      {isMoved && students_doubled === 0 && students_enrolled > 0 && (
        <StatusLine tone="warning" icon="info">
          {texts.enrolledKeep(students_enrolled)}
        </StatusLine>
      )}
      {students_above_limit > 0 && (
        <StatusLine tone="warning" icon="info">
          {texts.aboveLimit(students_above_limit)}
        </StatusLine>
      )}
      <SeatEffects above={days.seats === testmoment.seats ? 0 : students_above_seats} promoted={students_promoted} />
    </div>
  )
}

/** Pause in typing after which the server is asked, so that not every key press sends a request. */
const REST_MS = 300

/** Effects on students while the edit is typed; null until they are known, and where nothing changes. */
function useEditPreview(
  testmoment: ManagedTestmoment,
  edit: Omit<TestmomentEdit, 'version'> | null,
): TestmomentEditPreview | null {
  const api = useApi()
  const [preview, setPreview] = useState<TestmomentEditPreview | null>(null)
  const { date, duration, max_enrollments, seats } = edit ?? testmoment
  const changes =
    date !== testmoment.date ||
    duration !== testmoment.duration ||
    max_enrollments !== testmoment.max_enrollments ||
    seats !== testmoment.seats
  const link = testmoment._links.edit_preview

  useEffect(() => {
    setPreview(null)
    if (!changes) return
    const query = { date, duration, max_enrollments, seats }
    // If no answer comes, the form shows no effects beforehand; saving still says what it did.
    return askLatest({
      ask: () => api.follow(previewTestmomentEdit, link, { query }),
      onAnswer: setPreview,
      afterMs: REST_MS,
    })
  }, [api, link, changes, date, duration, max_enrollments, seats])
  return preview
}

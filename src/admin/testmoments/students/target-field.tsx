import { listTestmoments } from '#contract/testmoments.gen.ts'
import { whenAndWhereLabel } from '#domain/calendar/date-labels.ts'
import type { ManagedTestmoment } from '#domain/enrollments/listed-testmoment.schema.ts'
import { takenSeatsLabel } from '#domain/enrollments/waiting.texts.ts'
import { isCurrent } from '#domain/testmoments/testmoment.rules.ts'
import { useApi } from '#src/api/use-api.ts'
import { useAnswer } from '#src/parts/plan/use-answer.ts'
import { saveFailureText } from '#src/parts/writing/save.texts.ts'
import { Alert } from '#src/ui/alert.tsx'
import { SelectField } from '#src/ui/field.tsx'
import { studentsTexts as texts } from './students.texts.ts'

/** Page size: more moments than a school year has. */
const ALL_MOMENTS = 1_000

interface TargetFieldProps {
  testmoment: ManagedTestmoment
  target: ManagedTestmoment | null
  onChoose: (target: ManagedTestmoment | null) => void
}

export function TargetField({ testmoment: { id, schoolyear_id }, target, onChoose }: TargetFieldProps) {
  const api = useApi()
  const { answer, error } = useAnswer({
    question: { schoolyear_id, paging: ALL_MOMENTS },
    ask: (params) => api.call(listTestmoments, { params }),
  })
  const moments = answer?.entities.filter((moment) => moment.id !== id && isCurrent(moment, Date.now()))
  if (error !== null) return <Alert>{saveFailureText(error, texts.momentsFailed)}</Alert>
  if (moments?.length === 0) return <Alert tone="neutral">{texts.momentsNone}</Alert>
  return (
    <SelectField
      label={texts.targetMoment}
      value={target?.id ?? ''}
      onChange={(event) => onChoose(moments?.find((moment) => moment.id === Number(event.target.value)) ?? null)}
    >
      <option value="">{moments ? texts.chooseMoment : 'Laden…'}</option>
      {moments?.map((moment) => (
        <option key={moment.id} value={moment.id}>
          {[
            whenAndWhereLabel(moment, Date.now()),
            moment.seats > 0 && `(${takenSeatsLabel(moment.students, moment.seats)} plaatsen bezet)`,
          ]
            .filter(Boolean)
            .join(' ')}
        </option>
      ))}
    </SelectField>
  )
}

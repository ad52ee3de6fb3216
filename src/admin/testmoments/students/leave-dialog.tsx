import { useState } from 'react'
import { previewGroupAct } from '#contract/enrolled-students.gen.ts'
import { listTestmoments } from '#contract/testmoments.gen.ts'
import { whenAndWhereLabel } from '#domain/calendar/date-labels.ts'
import type { ManagedTestmoment } from '#domain/enrollments/enrollment.schema.ts'
import type { BatchAct, Group, GroupAct } from '#domain/enrollments/group-act.schema.ts'
import { takenSeatsLabel } from '#domain/enrollments/waiting.texts.ts'
import { movedMessage, unenrolledMessage } from '#domain/messages/change.texts.ts'
import { isCurrent } from '#domain/testmoments/testmoment.rules.ts'
import { useApi } from '#src/api/use-api.ts'
import { Remarks } from '#src/parts/many/act-progress.tsx'
import { MessageOffer, useMessageOffer } from '#src/parts/messages/message-offer.tsx'
import { BatchPlanDialog } from '#src/parts/plan/batch-plan-dialog.tsx'
import { PlanButtons, PlanSentences, PlanState } from '#src/parts/plan/plan-dialog.tsx'
import { useAnswer } from '#src/parts/plan/use-answer.ts'
import { usePlan } from '#src/parts/plan/use-plan.ts'
import { saveFailureText } from '#src/parts/writing/save.texts.ts'
import { Alert } from '#src/ui/alert.tsx'
import { Options, SelectField } from '#src/ui/field.tsx'
import { AboveSeats, confirmLabel } from './above-seats.tsx'
import { plannedTests, remarksIn, remarksOn } from './act-outcome.ts'
import { actTexts, progressTexts, studentsTexts as texts } from './students.texts.ts'
import { useGroupAct } from './use-group-act.ts'

interface LeaveDialogProps {
  kind: 'unenroll' | 'move'
  testmoment: ManagedTestmoment
  group: Group
  modules: readonly { id: number; name: string }[]
  /** module of the list's filter */
  moduleId: number | null
  /** called on closing; `isDone`: something was carried out */
  onClose: (isDone: boolean) => void
}

interface Choice {
  target: ManagedTestmoment | null
  module: number | null
  isAbove: boolean
}

/** Ends or moves enrollments of many students at a moment, in batches. */
export function LeaveDialog({ kind, testmoment, group, modules, moduleId, onClose }: LeaveDialogProps) {
  const api = useApi()
  const [choice, setChoice] = useState<Choice>({ target: null, module: moduleId, isAbove: false })
  const { target, module } = choice
  const act = actOf(kind, choice)
  const batches = useGroupAct(testmoment.id)
  const plan = usePlan({
    question: act && { act, group },
    preview: async (body) => ({
      act: body.act,
      ...(await api.call(previewGroupAct, { params: { id: testmoment.id }, body })),
    }),
    failed: texts.previewFailed,
  })
  const { plan: preview, latest } = plan
  const tests = preview ? plannedTests(preview) : []
  const students = new Set(tests.map(({ user_id }) => user_id)).size
  const remarks = preview ? remarksIn(preview) : []
  const about = { modules: modules.filter(({ id }) => id === module).map(({ name }) => name), now: Date.now() }
  const { offer, confirm } = useMessageOffer(
    students === 0
      ? null
      : target
        ? movedMessage({ from: testmoment, to: target, ...about })
        : unenrolledMessage({ moment: testmoment, ...about }),
  )
  return (
    <BatchPlanDialog
      title={kind === 'unenroll' ? 'Studenten uitschrijven' : 'Studenten verplaatsen'}
      batches={batches}
      words={{ ...progressTexts, ...actTexts[kind] }}
      remarks={preview && batches.progress ? [...remarks, ...remarksOn(preview, batches.progress)] : remarks}
      onClose={onClose}
    >
      {(close) => (
        <>
          {kind === 'move' && (
            <TargetField
              testmoment={testmoment}
              target={target}
              onChoose={(moment) => setChoice({ ...choice, target: moment, isAbove: false })}
            />
          )}
          {modules.length > 1 && (
            <SelectField
              label="Waarvoor"
              value={module ?? ''}
              onChange={({ target: { value } }) =>
                setChoice({ ...choice, module: value === '' ? null : Number(value), isAbove: false })
              }
            >
              <option value="">{texts.allModules}</option>
              <Options of={modules.map(({ id, name }) => [id, `Alleen module ${name}`])} />
            </SelectField>
          )}
          <PlanState plan={plan} />
          <PlanSentences>
            {preview && (
              <p data-text="strong">
                {students > 0 ? actTexts[kind].plan(students, tests.length) : actTexts[kind].nothing}
              </p>
            )}
          </PlanSentences>
          {target && latest?.answer.act.kind === 'move' && latest.answer.act.testmoment_id === target.id && (
            <AboveSeats
              preview={latest.answer}
              seats={target.seats}
              isBusy={!preview}
              onAsk={(isAbove) => setChoice({ ...choice, isAbove })}
            />
          )}
          {remarks.length > 0 && <Remarks caption={texts.unable} remarks={remarks} />}
          {students > 0 && <MessageOffer offer={offer} recipients={students} />}
          <PlanButtons
            label={preview && students > 0 ? confirmLabel(preview, students) : null}
            tone={kind === 'unenroll' ? 'danger' : 'primary'}
            onConfirm={() => act && confirm((message) => batches.start(batchActOf(act), tests, message))}
            onClose={close}
          />
        </>
      )}
    </BatchPlanDialog>
  )
}

function actOf(kind: LeaveDialogProps['kind'], { target, module, isAbove }: Choice): GroupAct | null {
  const only = module === null ? {} : { module_ids: [module] }
  if (kind === 'unenroll') return { kind, ...only }
  return target && { kind, testmoment_id: target.id, ...only, ...(isAbove && { above_seats: true }) }
}

const batchActOf = (act: GroupAct): BatchAct =>
  act.kind === 'move' ? { kind: act.kind, testmoment_id: act.testmoment_id } : { kind: act.kind }

/** Page size: more moments than a school year has. */
const ALL_MOMENTS = 1_000

interface TargetFieldProps {
  testmoment: ManagedTestmoment
  target: ManagedTestmoment | null
  onChoose: (target: ManagedTestmoment | null) => void
}

function TargetField({ testmoment: { id, schoolyear_id }, target, onChoose }: TargetFieldProps) {
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

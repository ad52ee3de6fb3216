import { useEffect, useState } from 'react'
import { previewGroupAct } from '#contract/enrolled-students.ts'
import { listTestmoments } from '#contract/testmoments.ts'
import { whenAndWhereLabel } from '#domain/calendar/date-labels.ts'
import type { BatchAct, Group, GroupAct } from '#domain/enrollments/group-act.schema.ts'
import type { ManagedTestmoment } from '#domain/enrollments/listed-testmoment.schema.ts'
import { takenSeatsLabel } from '#domain/enrollments/waiting.texts.ts'
import { movedMessage, unenrolledMessage } from '#domain/messages/change.texts.ts'
import { isCurrent } from '#domain/testmoments/testmoment.rules.ts'
import type { Api } from '#src/api/api.ts'
import { ConnectionNotice } from '#src/offline/connection-view.tsx'
import { ServerButton, UnsavedChanges } from '#src/parts/editing/confirm-dialog.tsx'
import { saveFailureText } from '#src/parts/editing/save.texts.ts'
import { ActProgress, Remarks } from '#src/parts/many/act-progress.tsx'
import { MessageOffer, useMessageOffer } from '#src/parts/messages/message-offer.tsx'
import { Alert } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog, DialogActions } from '#src/ui/dialog.tsx'
import { SelectField } from '#src/ui/field.tsx'
import { Skeleton } from '#src/ui/progress.tsx'
import { AboveSeats, confirmLabel } from './above-seats.tsx'
import { type Preview, plannedTests, remarksIn, remarksOn } from './act-outcome.ts'
import styles from './students.module.css'
import { actTexts, progressTexts, studentsTexts as texts } from './students.texts.ts'
import { useGroupAct } from './use-group-act.ts'

interface LeaveDialogProps {
  api: Api
  kind: 'unenroll' | 'move'
  testmoment: ManagedTestmoment
  /** those that are ticked */
  group: Group
  /** those that anybody takes there */
  modules: readonly { id: number; name: string }[]
  /** the one that the list is narrowed to */
  moduleId: number | null
  /** closed; whether something was done */
  onClose: (isDone: boolean) => void
}

/** Ends or moves what many take at a moment: what would come of it first, then it happens, some at a time. */
export function LeaveDialog({ api, kind, testmoment, group, modules, moduleId, onClose }: LeaveDialogProps) {
  const [module, setModule] = useState(moduleId)
  const [target, setTarget] = useState<ManagedTestmoment | null>(null)
  const [isAbove, setIsAbove] = useState(false)
  const batches = useGroupAct(api, testmoment.id)
  const { progress } = batches
  const { preview, latest, problem, ask } = usePreview(
    api,
    testmoment.id,
    actOf(kind, { target, module, isAbove }),
    group,
  )
  const tests = preview ? plannedTests(preview) : []
  const students = new Set(tests.map(({ user_id }) => user_id)).size
  const now = Date.now()
  const about = { modules: modules.filter(({ id }) => id === module).map(({ name }) => name), now }
  const proposed =
    students === 0
      ? null
      : target
        ? movedMessage({ from: testmoment, to: target, ...about })
        : unenrolledMessage({ moment: testmoment, ...about })
  const { offer, confirm } = useMessageOffer(proposed)
  const isUnderWay = progress !== null && progress.state !== 'finished' && progress.state !== 'stopped'
  const close = () => (isUnderWay ? batches.stop() : onClose(progress !== null && progress.settled.length > 0))
  const remarks = preview ? remarksIn(preview) : []
  const goTo = (moment: ManagedTestmoment | null) => {
    setTarget(moment)
    setIsAbove(false)
  }
  const narrowTo = (id: number | null) => {
    setModule(id)
    setIsAbove(false)
  }
  return (
    <Dialog title={kind === 'unenroll' ? 'Studenten uitschrijven' : 'Studenten verplaatsen'} onClose={close}>
      <ConnectionNotice />
      {progress && preview ? (
        <ActProgress
          words={{ ...progressTexts, ...actTexts[kind] }}
          progress={progress}
          batches={batches}
          remarks={[...remarks, ...remarksOn(preview, progress)]}
        >
          <Button tone={progress.state === 'finished' ? 'primary' : 'secondary'} onClick={close}>
            Sluiten
          </Button>
        </ActProgress>
      ) : (
        <div className={styles.flow}>
          {kind === 'move' && <TargetField api={api} testmoment={testmoment} target={target} onChoose={goTo} />}
          {modules.length > 1 && (
            <SelectField
              label="Waarvoor"
              value={module ?? ''}
              onChange={(event) => narrowTo(event.target.value === '' ? null : Number(event.target.value))}
            >
              <option value="">Alle modules op dit toetsmoment</option>
              {modules.map(({ id, name }) => (
                <option key={id} value={id}>
                  Alleen module {name}
                </option>
              ))}
            </SelectField>
          )}
          {problem !== null && (
            <Alert>
              <p>{saveFailureText(problem, texts.previewFailed)}</p>
              <Button onClick={ask}>Opnieuw proberen</Button>
            </Alert>
          )}
          {(kind === 'unenroll' || target) && !preview && problem === null && <Skeleton lines={2} />}
          <div role="status">
            {preview && (
              <p className={styles.plan}>
                {students > 0 ? actTexts[kind].plan(students, tests.length) : actTexts[kind].nothing}
              </p>
            )}
          </div>
          {target && latest?.act.kind === 'move' && latest.act.testmoment_id === target.id && (
            <AboveSeats preview={latest} seats={target.seats} isBusy={!preview} onAsk={setIsAbove} />
          )}
          {remarks.length > 0 && <Remarks caption="Bij wie het niet kan" remarks={remarks} />}
          {proposed && <MessageOffer offer={offer} recipients={students} />}
          <DialogActions>
            <Button onClick={close}>Annuleren</Button>
            {preview && students > 0 && (
              <ServerButton
                tone={kind === 'unenroll' ? 'danger' : 'primary'}
                onClick={() => confirm((message) => batches.start(batchActOf(preview.act), tests, message))}
              >
                {confirmLabel(preview, students)}
              </ServerButton>
            )}
          </DialogActions>
        </div>
      )}
      <UnsavedChanges isDirty={isUnderWay} />
    </Dialog>
  )
}

interface Choice {
  target: ManagedTestmoment | null
  module: number | null
  isAbove: boolean
}

function actOf(kind: LeaveDialogProps['kind'], { target, module, isAbove }: Choice): GroupAct | null {
  const only = module === null ? {} : { module_ids: [module] }
  if (kind === 'unenroll') return { kind, ...only }
  return target && { kind, testmoment_id: target.id, ...only, ...(isAbove && { above_seats: true }) }
}

const batchActOf = (act: GroupAct): BatchAct =>
  act.kind === 'move' ? { kind: act.kind, testmoment_id: act.testmoment_id } : { kind: act.kind }

/** Preview of the act, fetched again whenever the act changes; null while unknown. `latest` is the last one. */
function usePreview(api: Api, testmomentId: number, act: GroupAct | null, group: Group) {
  const [found, setFound] = useState<{ of: string; preview: Preview } | null>(null)
  const [problem, setProblem] = useState<unknown>(null)
  const [attempt, setAttempt] = useState(0)
  const asked = JSON.stringify({ act, group })
  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` is all that is asked
  useEffect(() => {
    if (!act) return
    let isOutdated = false
    setProblem(null)
    api.call(previewGroupAct, { params: { id: testmomentId }, body: { act, group } }).then(
      (reply) => !isOutdated && setFound({ of: asked, preview: { act, ...reply } }),
      (error) => !isOutdated && setProblem(error),
    )
    return () => {
      isOutdated = true
    }
  }, [api, testmomentId, asked, attempt])
  const latest = found?.preview ?? null
  return { preview: found?.of === asked ? latest : null, latest, problem, ask: () => setAttempt((count) => count + 1) }
}

/** More than a school year has. */
const ALL_MOMENTS = 1_000

interface TargetFieldProps {
  api: Api
  testmoment: ManagedTestmoment
  target: ManagedTestmoment | null
  onChoose: (target: ManagedTestmoment | null) => void
}

/** The other moments of the school year that are still to come. */
function TargetField({ api, testmoment, target, onChoose }: TargetFieldProps) {
  const { id, schoolyear_id } = testmoment
  const [moments, setMoments] = useState<readonly ManagedTestmoment[] | null>(null)
  const [problem, setProblem] = useState<unknown>(null)
  useEffect(() => {
    let isOutdated = false
    api.call(listTestmoments, { params: { schoolyear_id, paging: ALL_MOMENTS } }).then(
      ({ entities }) =>
        !isOutdated && setMoments(entities.filter((moment) => moment.id !== id && isCurrent(moment, Date.now()))),
      (error) => !isOutdated && setProblem(error),
    )
    return () => {
      isOutdated = true
    }
  }, [api, id, schoolyear_id])
  if (problem !== null) return <Alert>{saveFailureText(problem, texts.momentsFailed)}</Alert>
  if (moments?.length === 0) return <Alert tone="neutral">{texts.momentsNone}</Alert>
  return (
    <SelectField
      label="Naar toetsmoment"
      value={target?.id ?? ''}
      onChange={(event) => onChoose(moments?.find((moment) => moment.id === Number(event.target.value)) ?? null)}
    >
      <option value="">{moments ? 'Kies een toetsmoment' : 'Laden…'}</option>
      {moments?.map((moment) => (
        <option key={moment.id} value={moment.id}>
          {whenAndWhereLabel(moment, Date.now())}
          {moment.seats > 0 && ` (${takenSeatsLabel(moment.students, moment.seats)} plaatsen bezet)`}
        </option>
      ))}
    </SelectField>
  )
}

import { useState } from 'react'
import { actOnMoments, previewMomentsAct } from '#contract/testmoments.gen.ts'
import { momentsActMessage } from '#domain/messages/moments-act-message.texts.ts'
import type { PlannedMoment } from '#domain/testmoments/moments-act.schema.ts'
import { useApi } from '#src/api/use-api.ts'
import { MessageOffer, useMessageOffer } from '#src/parts/messages/message-offer.tsx'
import { Arrival, PlanButtons, PlanDialog, PlanState } from '#src/parts/plan/plan-dialog.tsx'
import { useAct, usePlan } from '#src/parts/plan/use-plan.ts'
import { SubmitButton } from '#src/parts/writing/confirm-dialog.tsx'
import { Problem } from '#src/parts/writing/problem.tsx'
import { messagedText } from '#src/parts/writing/save.texts.ts'
import { Button } from '#src/ui/button.tsx'
import { DialogActions } from '#src/ui/dialog.tsx'
import { Form } from '#src/ui/field.tsx'
import { ActFields, newDraft, readAct } from './act-fields.tsx'
import { type ActKind, actTexts, manyTexts as texts } from './acts.texts.ts'
import { countsOf, doneRemark, MomentsPlan, MomentsTable } from './moments-plan.tsx'

interface ActDialogProps {
  kind: ActKind
  /** ids selected when the dialog opens */
  ids: readonly number[]
  /** called with the outcome for each moment */
  onDone: (moments: readonly PlannedMoment[]) => void
  onClose: () => void
}

/** Acts without fields, whose preview loads at once. */
const IMMEDIATE: readonly ActKind[] = ['open', 'close', 'delete']

export function ActDialog({ kind, ids, onDone, onClose }: ActDialogProps) {
  const api = useApi()
  const [draft, setDraft] = useState(newDraft)
  const [isTried, setTried] = useState(false)
  const [testmoment_ids] = useState(() => [...ids])
  const isImmediate = IMMEDIATE.includes(kind)
  const act = readAct(kind, draft)
  const plan = usePlan({
    question: act && { act, testmoment_ids },
    preview: (body) => api.call(previewMomentsAct, { body }),
    isOnDemand: !isImmediate,
    failed: texts.previewFailed,
  })
  const { done, isBusy, problem, confirm, clearProblem } = useAct(plan, {
    carryOut: (body) => api.call(actOnMoments, { body }),
    failed: texts.failed,
    onDone: ({ moments }) => onDone(moments),
    onAnswerLost: onClose,
  })
  const { moments = [], students_concerned = 0, confirmation = null } = plan.plan ?? {}
  const concerned = moments.flatMap(({ testmoment, students_concerned }) =>
    testmoment && students_concerned > 0 ? [testmoment] : [],
  )
  const about = { moduleNames: draft.modules.map(({ name }) => name), now: Date.now() }
  const message = useMessageOffer(act && concerned.length > 0 ? momentsActMessage(act, concerned, about) : null)
  const submit = (sent: HTMLFormElement) => {
    setTried(true)
    clearProblem()
    if (act) plan.ask()
    else sent.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }
  const edit = (changes: Partial<typeof draft>) => {
    setTried(false)
    setDraft({ ...draft, ...changes })
  }

  return (
    <PlanDialog
      title={actTexts[kind].title}
      isWide
      isDirty={!done && JSON.stringify(draft) !== JSON.stringify(newDraft)}
      onClose={onClose}
    >
      {done ? (
        <section data-layout="stack 4" aria-label="Resultaat">
          <Arrival>
            <p>
              <strong>
                {`${texts.done(kind, countsOf(done.moments).will)}${messagedText(done.students_messaged)}.`}
              </strong>
              <span>{texts.remaining(countsOf(done.moments).refused)}</span>
            </p>
          </Arrival>
          <MomentsTable moments={done.moments} done={doneRemark(kind)} />
          <DialogActions>
            <Button tone="primary" onClick={onClose}>
              Klaar
            </Button>
          </DialogActions>
        </section>
      ) : plan.plan || isImmediate ? (
        <section data-layout="stack 4" aria-label={texts.preview}>
          <PlanState plan={plan} changed={texts.changed} />
          {plan.plan && <MomentsPlan kind={kind} moments={moments} />}
          {concerned.length > 0 && <MessageOffer offer={message.offer} recipients={students_concerned} />}
          <PlanButtons
            label={confirmation === null ? null : texts.confirm(kind, countsOf(moments).will)}
            tone={kind === 'delete' ? 'danger' : 'primary'}
            isBusy={isBusy}
            problem={problem}
            onConfirm={() => message.confirm(confirm)}
            onClose={onClose}
            onAdjust={isImmediate ? undefined : plan.putAway}
          />
        </section>
      ) : (
        <Form data-layout="stack 4" onSubmit={submit}>
          <p>{`${texts.ticked(ids.length)}.`}</p>
          <ActFields kind={kind} draft={draft} onEdit={edit} />
          <Problem text={isTried && !act ? texts.nothing : plan.problem} />
          <DialogActions>
            <Button onClick={onClose}>Annuleren</Button>
            <SubmitButton busy={plan.isAsking}>{texts.preview}</SubmitButton>
          </DialogActions>
        </Form>
      )}
    </PlanDialog>
  )
}

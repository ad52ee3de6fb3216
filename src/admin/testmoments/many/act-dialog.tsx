import { useState } from 'react'
import { actOnMoments, previewMomentsAct } from '#contract/testmoments.gen.ts'
import { momentLabel } from '#domain/calendar/date-labels.ts'
import { momentsActMessage } from '#domain/messages/moments-act-message.texts.ts'
import type { PlannedMoment } from '#domain/testmoments/moments-act.schema.ts'
import { effectTexts, momentActRefusalTexts } from '#domain/testmoments/moments-act.texts.ts'
import { useApi } from '#src/api/use-api.ts'
import { MessageOffer, useMessageOffer } from '#src/parts/messages/message-offer.tsx'
import { TimeAndPlace } from '#src/parts/moment-name.tsx'
import { Arrival, PlanButtons, PlanDialog, PlanState } from '#src/parts/plan/plan-dialog.tsx'
import { useAct, usePlan } from '#src/parts/plan/use-plan.ts'
import { messagedText } from '#src/parts/writing/save.texts.ts'
import { Problem, SubmitButton } from '#src/parts/writing/writing.tsx'
import { Button } from '#src/ui/button.tsx'
import { DialogActions } from '#src/ui/dialog.tsx'
import { Form } from '#src/ui/field.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import { Table } from '#src/ui/table.tsx'
import { ActFields, newDraft, readAct } from './act-fields.tsx'
import { type ActKind, actTexts, manyTexts as texts } from './acts.texts.ts'
import styles from './many-moments.module.css'

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

const countsOf = (moments: readonly PlannedMoment[]) => {
  const count = (which: PlannedMoment['outcome']) => moments.filter(({ outcome }) => outcome === which).length
  return { will: count('will'), already: count('already'), refused: count('refused') }
}

function MomentsPlan({ kind, moments }: { kind: ActKind; moments: readonly PlannedMoment[] }) {
  const sum = (name: 'enrollments_deleted' | 'waits_ended') => moments.reduce((total, plan) => total + plan[name], 0)
  const losses = texts.losses(kind, { enrollments: sum('enrollments_deleted'), waits: sum('waits_ended') })
  return (
    <>
      <Arrival>
        <p>
          <strong>{texts.summary(kind, countsOf(moments))}</strong>
        </p>
        {losses && <StatusLine tone="warning">{losses}</StatusLine>}
      </Arrival>
      <MomentsTable moments={moments} />
    </>
  )
}

/** Moments that cannot change come first: these must be read. */
const MomentsTable = ({ moments, done }: { moments: readonly PlannedMoment[]; done?: string }) => {
  const now = Date.now()
  const order = { refused: 0, will: 1, already: 2 }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard
    <section className={styles.scrolling} aria-label="Per toetsmoment" tabIndex={0}>
      <Table
        caption="Per toetsmoment"
        rows={moments.toSorted((one, other) => order[one.outcome] - order[other.outcome])}
        keyOf={({ id }) => id}
        columns={[
          {
            key: 'moment',
            label: 'Moment',
            cell: ({ testmoment }) => (
              <strong className={styles.moment} data-layout="block">
                <span>{testmoment ? momentLabel(testmoment, now) : texts.gone}</span>
                {testmoment && <TimeAndPlace moment={testmoment} />}
              </strong>
            ),
          },
          { key: 'what', label: texts.changes, cell: (plan) => <Changes plan={plan} done={done} /> },
        ]}
      />
    </section>
  )
}

const Changes = ({ plan, done }: { plan: PlannedMoment; done: string | undefined }) => (
  <ul data-layout="grid 1">
    <Remark plan={plan} done={done} />
    {plan.changes.map(({ label, old, new: current }) => (
      <li key={label}>
        <span>{`${label}: `}</span>
        <del data-text="muted">{old}</del>
        <span>{` → ${current}`}</span>
      </li>
    ))}
    {effectTexts(plan).map((text) => (
      <li key={text}>{text}</li>
    ))}
  </ul>
)

function Remark({ plan: { refusal, outcome }, done }: { plan: PlannedMoment; done: string | undefined }) {
  const [tone, icon, text] = refusal
    ? (['danger', 'alert', `${texts.refused}: ${momentActRefusalTexts[refusal]}`] as const)
    : outcome === 'already'
      ? (['neutral', 'info', texts.already] as const)
      : (['success', 'check', outcome === 'will' ? done : undefined] as const)
  if (text === undefined) return null
  return (
    <li>
      <StatusLine tone={tone} icon={icon}>
        {text}
      </StatusLine>
    </li>
  )
}

/** Remark for the table, with a capital. */
const doneRemark = (kind: ActKind): string => actTexts[kind].done.replace(/^./, (first) => first.toUpperCase())

import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { PlanChanged } from '#contract/refusals.ts'
import { actOnMoments, type MomentsActReply, previewMomentsAct } from '#contract/testmoments.ts'
import { momentLabel } from '#domain/calendar/date-labels.ts'
import { momentsActMessage } from '#domain/messages/moments-act-message.texts.ts'
import type { MomentsAct, MomentsPreview, PlannedMoment } from '#domain/testmoments/moments-act.schema.ts'
import { effectTexts, momentActRefusalTexts } from '#domain/testmoments/moments-act.texts.ts'
import type { Api } from '#src/api/api.ts'
import { isRefusedFor } from '#src/api/api-error.ts'
import { ConnectionNotice } from '#src/offline/connection-view.tsx'
import { ServerButton, UnsavedChanges } from '#src/parts/editing/confirm-dialog.tsx'
import { notifyDone } from '#src/parts/editing/notify-done.ts'
import { Problem } from '#src/parts/editing/problem.tsx'
import { messagedText, saveFailureText } from '#src/parts/editing/save.texts.ts'
import { MessageOffer, useMessageOffer } from '#src/parts/messages/message-offer.tsx'
import { TimeAndPlace } from '#src/parts/moment-name.tsx'
import { useNotify } from '#src/toasts/toasts-context.ts'
import { Alert } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog, DialogActions } from '#src/ui/dialog.tsx'
import { Skeleton } from '#src/ui/progress.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import { Table } from '#src/ui/table.tsx'
import { ActFields, newDraft, readAct } from './act-fields.tsx'
import { type ActKind, actTexts, manyTexts as texts } from './acts.texts.ts'
import styles from './many-moments.module.css'

interface ActDialogProps {
  api: Api
  kind: ActKind
  /** those that are ticked */
  ids: readonly number[]
  /** what became of each */
  onDone: (moments: readonly PlannedMoment[]) => void
  onClose: () => void
}

/** What can be done at once needs no more words than its button. */
const IMMEDIATE: readonly ActKind[] = ['open', 'close', 'delete']

/** Something done to many moments: what it takes, what would become of each, and what became of it. */
export function ActDialog({ api, kind, ids, onDone, onClose }: ActDialogProps) {
  const [draft, setDraft] = useState(newDraft)
  const [shown, setShown] = useState<{ act: MomentsAct; preview: MomentsPreview; isNews: boolean } | null>(null)
  const [done, setDone] = useState<MomentsActReply | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const notify = useNotify()
  const act = readAct(kind, draft)
  const concerned = shown?.preview.moments.flatMap(({ testmoment, students_concerned }) =>
    testmoment && students_concerned > 0 ? [testmoment] : [],
  )
  const about = { moduleNames: draft.modules.map(({ name }) => name), now: Date.now() }
  const proposed = shown && concerned && concerned.length > 0 ? momentsActMessage(shown.act, concerned, about) : null
  const { offer, confirm } = useMessageOffer(proposed)

  const attempt = async (work: () => Promise<void>, failed: string) => {
    setIsBusy(true)
    setProblem(null)
    try {
      await work()
    } catch (error) {
      if (!notifyDone(error, notify)) return setProblem(saveFailureText(error, failed))
      onClose()
    } finally {
      setIsBusy(false)
    }
  }
  const look = (wished: MomentsAct) =>
    attempt(async () => {
      const preview = await api.call(previewMomentsAct, { body: { act: wished, testmoment_ids: [...ids] } })
      setShown({ act: wished, preview, isNews: false })
    }, texts.previewFailed)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, as it opens
  useEffect(() => {
    if (act && IMMEDIATE.includes(kind)) void look(act)
  }, [])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (act) void look(act)
    else {
      setProblem(texts.nothing)
      event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    }
  }
  const carryOut = () => {
    const { confirmation = null } = shown?.preview ?? {}
    if (!shown || confirmation === null) return
    confirm((message) =>
      attempt(async () => {
        try {
          const body = { act: shown.act, testmoment_ids: [...ids], confirmation, message }
          const reply = await api.call(actOnMoments, { body })
          setDone(reply)
          onDone(reply.moments)
        } catch (error) {
          if (!isRefusedFor<PlanChanged<MomentsPreview>>(error, 'plan-changed')) throw error
          setShown({ act: shown.act, preview: error.details.preview, isNews: true })
        }
      }, texts.failed),
    )
  }
  const isDirty = !done && JSON.stringify(draft) !== JSON.stringify(newDraft)

  return (
    <Dialog title={actTexts[kind].title} isWide onClose={onClose}>
      <ConnectionNotice />
      {done ? (
        <Done kind={kind} reply={done} onClose={onClose} />
      ) : shown ? (
        <section className={styles.flow} aria-label={texts.preview}>
          {shown.isNews && <Alert tone="warning">{texts.changed}</Alert>}
          <Summary kind={kind} moments={shown.preview.moments} />
          <MomentsTable moments={shown.preview.moments} outcomes={remarksBefore} />
          {proposed && <MessageOffer offer={offer} recipients={shown.preview.students_concerned} />}
          <Problem text={problem} />
          <DialogActions>
            {IMMEDIATE.includes(kind) ? (
              <Button onClick={onClose}>Annuleren</Button>
            ) : (
              <Button onClick={() => setShown(null)}>Nog aanpassen</Button>
            )}
            {shown.preview.confirmation !== null && (
              <ServerButton tone={kind === 'delete' ? 'danger' : 'primary'} busy={isBusy} onClick={carryOut}>
                {texts.confirm(kind, countsOf(shown.preview.moments).will)}
              </ServerButton>
            )}
          </DialogActions>
        </section>
      ) : (
        <form className={styles.flow} noValidate onSubmit={submit}>
          <p>{texts.ticked(ids.length)}.</p>
          <ActFields
            api={api}
            kind={kind}
            draft={draft}
            onEdit={(changes) => {
              setDraft({ ...draft, ...changes })
              setProblem(null)
            }}
          />
          {IMMEDIATE.includes(kind) && isBusy && <Skeleton lines={4} />}
          <Problem text={problem} />
          <DialogActions>
            <Button onClick={onClose}>Annuleren</Button>
            <ServerButton type="submit" tone="primary" busy={isBusy}>
              {IMMEDIATE.includes(kind) && problem ? 'Opnieuw proberen' : texts.preview}
            </ServerButton>
          </DialogActions>
        </form>
      )}
      <UnsavedChanges isDirty={isDirty} />
    </Dialog>
  )
}

const countsOf = (moments: readonly PlannedMoment[]) => {
  const count = (which: PlannedMoment['outcome']) => moments.filter(({ outcome }) => outcome === which).length
  return { will: count('will'), already: count('already'), refused: count('refused') }
}

/** The numbers, before it is done: the focus goes there when they come. */
function Summary({ kind, moments }: { kind: ActKind; moments: readonly PlannedMoment[] }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  const sum = (name: 'enrollments_deleted' | 'waits_ended') => moments.reduce((total, plan) => total + plan[name], 0)
  const takes = sum('enrollments_deleted') + sum('waits_ended') > 0 || kind === 'delete'
  return (
    <div ref={place} tabIndex={-1} className={styles.summary}>
      <p>
        <strong>{texts.summary(kind, countsOf(moments))}</strong>
      </p>
      {takes && (
        <StatusLine tone="warning" icon="alert">
          {[
            sum('enrollments_deleted') > 0 &&
              `${sum('enrollments_deleted') === 1 ? '1 inschrijving vervalt' : `${sum('enrollments_deleted')} inschrijvingen vervallen`}.`,
            sum('waits_ended') > 0 &&
              `${sum('waits_ended') === 1 ? '1 plaats op een wachtlijst vervalt' : `${sum('waits_ended')} plaatsen op wachtlijsten vervallen`}.`,
            kind === 'delete' && texts.irrevocable,
          ]
            .filter(Boolean)
            .join(' ')}
        </StatusLine>
      )}
    </div>
  )
}

interface MomentsTableProps {
  moments: readonly PlannedMoment[]
  outcomes: (
    plan: PlannedMoment,
  ) => { tone: 'success' | 'neutral' | 'danger'; icon: 'check' | 'info' | 'alert'; text: string } | null
}

/** Those to which it cannot be done first: they are what there is to read. */
const MomentsTable = ({ moments, outcomes }: MomentsTableProps) => {
  const now = Date.now()
  const order = { refused: 0, will: 1, already: 2 }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
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
              <strong className={styles.moment}>
                {testmoment ? momentLabel(testmoment, now) : texts.gone}
                {testmoment && <TimeAndPlace moment={testmoment} />}
              </strong>
            ),
          },
          {
            key: 'what',
            label: 'Wat er verandert',
            cell: (plan) => {
              const remark = outcomes(plan)
              return (
                <ul className={styles.lines}>
                  {remark && (
                    <li>
                      <StatusLine tone={remark.tone} icon={remark.icon}>
                        {remark.text}
                      </StatusLine>
                    </li>
                  )}
                  {plan.changes.map(({ label, old, new: current }) => (
                    <li key={label}>
                      {label}: <del className={styles.old}>{old}</del> → {current}
                    </li>
                  ))}
                  {effectTexts(plan).map((text) => (
                    <li key={text}>{text}</li>
                  ))}
                </ul>
              )
            },
          },
        ]}
      />
    </section>
  )
}

const refusalOf = ({ refusal }: PlannedMoment) =>
  refusal && ({ tone: 'danger', icon: 'alert', text: `${texts.refused}: ${momentActRefusalTexts[refusal]}` } as const)

const already = { tone: 'neutral', icon: 'info', text: texts.already } as const

const remarksBefore = (plan: PlannedMoment) => refusalOf(plan) ?? (plan.outcome === 'already' ? already : null)

const remarksAfter =
  (kind: ActKind) =>
  (plan: PlannedMoment): ReturnType<MomentsTableProps['outcomes']> =>
    plan.outcome === 'will'
      ? { tone: 'success', icon: 'check', text: actTexts[kind].done.replace(/^./, (first) => first.toUpperCase()) }
      : remarksBefore(plan)

interface DoneProps {
  kind: ActKind
  reply: MomentsActReply
  onClose: () => void
}

/** What became of each. */
function Done({ kind, reply: { moments, students_messaged }, onClose }: DoneProps) {
  const place = useRef<HTMLParagraphElement>(null)
  useEffect(() => place.current?.focus(), [])
  const { will, refused } = countsOf(moments)
  return (
    <section className={styles.flow} aria-label="Resultaat">
      <p ref={place} tabIndex={-1}>
        <strong>
          {texts.done(kind, will)}
          {messagedText(students_messaged)}.
        </strong>
        {refused > 0 && ` Bij ${refused} kon het niet: die ${refused === 1 ? 'blijft' : 'blijven'} aangevinkt.`}
      </p>
      <MomentsTable moments={moments} outcomes={remarksAfter(kind)} />
      <DialogActions>
        <Button tone="primary" onClick={onClose}>
          Klaar
        </Button>
      </DialogActions>
    </section>
  )
}

import { momentLabel } from '#domain/calendar/date-labels.ts'
import type { PlannedMoment } from '#domain/testmoments/moments-act.schema.ts'
import { effectTexts, momentActRefusalTexts } from '#domain/testmoments/moments-act.texts.ts'
import { TimeAndPlace } from '#src/parts/moment-name.tsx'
import { Arrival } from '#src/parts/plan/plan-dialog.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import { Table } from '#src/ui/table.tsx'
import { type ActKind, actTexts, manyTexts as texts } from './acts.texts.ts'
import styles from './many-moments.module.css'

export const countsOf = (moments: readonly PlannedMoment[]) => {
  const count = (which: PlannedMoment['outcome']) => moments.filter(({ outcome }) => outcome === which).length
  return { will: count('will'), already: count('already'), refused: count('refused') }
}

export function MomentsPlan({ kind, moments }: { kind: ActKind; moments: readonly PlannedMoment[] }) {
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
export const MomentsTable = ({ moments, done }: { moments: readonly PlannedMoment[]; done?: string }) => {
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
export const doneRemark = (kind: ActKind): string => actTexts[kind].done.replace(/^./, (first) => first.toUpperCase())

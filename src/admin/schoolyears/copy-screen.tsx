import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { ASK_FIRST } from '#contract/refusals.ts'
import type { CopyPreview, CopyReply } from '#contract/schoolyears.calls.ts'
import { copyTestmoments } from '#contract/schoolyears.gen.ts'
import { momentLabel } from '#domain/calendar/date-labels.ts'
import { type Shift, yearsBetween } from '#domain/testmoments/copy.rules.ts'
import type { TestmomentCopy } from '#domain/testmoments/copy.schema.ts'
import { useApi } from '#src/api/use-api.ts'
import { EditSection } from '#src/parts/editing/edit-section.tsx'
import { useChange } from '#src/parts/editing/use-change.tsx'
import { FootBar } from '#src/parts/foot-bar.tsx'
import { BackLink } from '#src/parts/list-page/kept-list.tsx'
import { EmptyList, ScreenLink } from '#src/parts/list-page/list-page.tsx'
import { TimeAndPlace } from '#src/parts/moment-name.tsx'
import { SchoolyearField } from '#src/parts/schoolyears.tsx'
import { unseatedText } from '#src/parts/writing/save.texts.ts'
import { Problem, ServerButton, UnsavedChanges } from '#src/parts/writing/writing.tsx'
import { useServerTime } from '#src/session/session-view.tsx'
import { Card } from '#src/ui/card.tsx'
import { TextField } from '#src/ui/field.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import styles from './copy.module.css'
import { copyRows, readDays, tickRows } from './copy-rows.ts'
import { CopyTable } from './copy-table.tsx'
import type { LoadedCopy } from './load-schoolyears.ts'
import { copyTexts as texts } from './schoolyears.texts.ts'

/** Test moments of another school year, taken over by this one: looked at in a table, and made all at once. */
export function CopyScreen({ loaded: { schoolyear, sources, preview } }: { loaded: LoadedCopy }) {
  const navigate = useNavigate()
  const choose = (from: number) =>
    navigate({
      to: '/schoolyear/$schoolyearId/copy',
      params: { schoolyearId: String(schoolyear.id) },
      search: { from },
      replace: true,
    })
  return (
    <div data-layout="stack 4" data-room="wide">
      <BackLink to="/admin/testmoments" search={{ schoolyear: schoolyear.id }}>
        {`Toetsmomenten ${schoolyear.name}`}
      </BackLink>
      {preview ? (
        <CopyFlow preview={preview}>
          <SchoolyearField
            label={texts.source}
            schoolyears={sources.map(({ id, name, testmoments }) => ({ id, name: `${name} (${testmoments})` }))}
            chosen={preview.source}
            onChoose={choose}
          />
        </CopyFlow>
      ) : (
        <EmptyList action={<ScreenLink to="/admin/schoolyears">{texts.toSchoolyears}</ScreenLink>}>
          {texts.noSource}
        </EmptyList>
      )}
    </div>
  )
}

interface CopyFlowProps {
  preview: CopyPreview
  /** control that chooses the other year */
  children: ReactNode
}

function CopyFlow({ preview, children }: CopyFlowProps) {
  const api = useApi()
  const { schoolyear, source, testmoments } = preview
  const now = useServerTime()
  const [by, setBy] = useState<Shift['by']>('weekday')
  const [days, setDays] = useState(() => String(364 * yearsBetween({ source: source.name, target: schoolyear.name })))
  const [plans, setPlans] = useState(true)
  const [moved, setMoved] = useState<ReadonlyMap<number, string>>(new Map())
  const [turned, setTurned] = useState<ReadonlySet<number>>(new Set())
  const [made, setMade] = useState<CopyReply | null>(null)
  const navigate = useNavigate()
  const making = useChange({
    send: (copies: readonly TestmomentCopy[], { confirmed = ASK_FIRST }) =>
      api.call(copyTestmoments, {
        params: { id: schoolyear.id },
        query: { confirmed },
        body: { source_id: source.id, testmoments: [...copies] },
      }),
    onSaved: (reply) => {
      setMoved(new Map())
      setTurned(new Set())
      setMade(reply)
    },
    failed: texts.failed,
    onAnswerLost: () =>
      void navigate({ to: '/admin/testmoments', search: { schoolyear: schoolyear.id }, ignoreBlocker: true }),
    confirmTitle: texts.question,
    confirmLabel: texts.confirm,
  })
  if (made) return <Made reply={made} schoolyear={schoolyear} now={now()} />

  const shifting = readDays(days)
  const shift: Shift = by === 'weekday' ? { by } : { by, days: shifting ?? 0 }
  const rows = copyRows(preview, { shift, plans, moved, turned }, now())
  const chosen = rows.filter(({ isChosen }) => isChosen)
  const hasPlans = testmoments.some((moment) => moment.enrollments_open_at ?? moment.enrollments_close_at)
  return (
    <>
      <Card>
        <div className={styles.head} data-layout="stack 4">
          <p>
            <span>{texts.intro(schoolyear.name)}</span>
            {testmoments.some(({ rooms }) => rooms > 0) && <span>{` ${texts.withoutRooms}`}</span>}
          </p>
          <div data-layout="row 4 x8 start">
            {children}
            <ShiftFields by={by} onBy={setBy} days={days} isUnreadable={shifting === null} onDays={setDays} />
            <fieldset className={styles.shift} data-layout="grid 1 shrinks">
              <legend>{texts.plans}</legend>
              {hasPlans ? (
                <label data-layout="row 2 nowrap">
                  <input type="checkbox" checked={plans} onChange={({ target }) => setPlans(target.checked)} />
                  Meeverschuiven
                </label>
              ) : null}
              <p data-text="small muted" data-width="24">
                {hasPlans ? texts.plansHint : texts.noPlans}
              </p>
            </fieldset>
          </div>
        </div>
      </Card>
      <Problem text={making.problem} />
      {rows.length === 0 ? (
        <EmptyList>{texts.empty(source.name)}</EmptyList>
      ) : (
        <>
          <CopyTable
            rows={rows}
            hasPlans={hasPlans && plans}
            onTick={(ids, isOn) => setTurned(tickRows(rows, { turned, ids, isOn }))}
            onMove={(id, day) => setMoved(day === null ? without(moved, id) : new Map(moved).set(id, day))}
          />
          <FootBar data-layout="row 3 x6 between" data-box="accent" data-pad="2 x4">
            <p role="status" data-text="strong figures">
              {texts.counted(chosen.length, rows.length)}
            </p>
            <ServerButton
              tone="primary"
              busy={making.isBusy}
              disabled={chosen.length === 0 || (by === 'days' && shifting === null)}
              onClick={() => making.change(chosen.map(({ copy }) => copy))}
            >
              {texts.make(chosen.length)}
            </ServerButton>
          </FootBar>
        </>
      )}
      {making.dialog}
      <UnsavedChanges isDirty={moved.size > 0 || turned.size > 0} />
    </>
  )
}

interface ShiftFieldsProps {
  by: Shift['by']
  onBy: (by: Shift['by']) => void
  /** typed number */
  days: string
  isUnreadable: boolean
  onDays: (days: string) => void
}

const ShiftFields = ({ by, onBy, days, isUnreadable, onDays }: ShiftFieldsProps) => (
  <fieldset className={styles.shift} data-layout="grid 1 shrinks">
    <legend>{texts.newDates}</legend>
    <label data-layout="row 2 nowrap">
      <input type="radio" name="shift" checked={by === 'weekday'} onChange={() => onBy('weekday')} />
      {texts.sameWeekday}
    </label>
    <label data-layout="row 2 nowrap">
      <input type="radio" name="shift" checked={by === 'days'} onChange={() => onBy('days')} />
      {texts.daysLater}
    </label>
    {by === 'days' && (
      <div data-width="16">
        <TextField
          label="Dagen"
          inputMode="numeric"
          value={days}
          error={isUnreadable ? texts.daysUnreadable : undefined}
          onChange={(event) => onDays(event.target.value)}
        />
      </div>
    )}
  </fieldset>
)

function without(moved: ReadonlyMap<number, string>, id: number): Map<number, string> {
  const rest = new Map(moved)
  rest.delete(id)
  return rest
}

interface MadeProps {
  reply: CopyReply
  schoolyear: CopyPreview['schoolyear']
  now: number
}

function Made({ reply, schoolyear: { id, name }, now }: MadeProps) {
  return (
    <EditSection title="Overgenomen" headingRef={(heading) => heading?.focus()}>
      <div role="status">
        <StatusLine tone="success" icon="done">
          {`${texts.made(reply.entities.length, name)}${unseatedText(reply)}.`}
        </StatusLine>
      </div>
      <ul className={styles.made} data-layout="grid 3 x6">
        {reply.entities.map((moment) => (
          <li data-layout="grid" key={moment.id}>
            <Link
              to="/schoolyear/$schoolyearId/testmoment/$testmomentId/edit"
              params={{ schoolyearId: String(id), testmomentId: String(moment.id) }}
            >
              {momentLabel(moment, now)}
            </Link>
            <TimeAndPlace moment={moment} />
          </li>
        ))}
      </ul>
      <p>
        <Link to="/admin/testmoments" search={{ schoolyear: id }}>
          {texts.allMoments(name)}
        </Link>
      </p>
    </EditSection>
  )
}

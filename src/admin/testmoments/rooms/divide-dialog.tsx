import { useState } from 'react'
import { divideStudents, previewDivision } from '#contract/dividing.gen.ts'
import type { DividedRoom, DivisionPlan, DivisionReply, DivisionWish } from '#domain/rooms/dividing.schema.ts'
import { divisionWays } from '#domain/rooms/filling.rules.ts'
import { registerLabel } from '#domain/users/names.ts'
import { useApi } from '#src/api/use-api.ts'
import { PlanButtons, PlanDialog, PlanSentences, PlanState } from '#src/parts/plan/plan-dialog.tsx'
import { useAct, usePlan } from '#src/parts/plan/use-plan.ts'
import { useNotify } from '#src/toasts/toasts-context.ts'
import { Checklist } from '#src/ui/checklist.tsx'
import { Fold } from '#src/ui/fold.tsx'
import { RadioList } from '#src/ui/radio-list.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import { type Column, Table } from '#src/ui/table.tsx'
import { RevealingRooms, revealedBy } from '../moment-students.tsx'
import { notifiedText, seatingTexts, divideTexts as texts } from './seating.texts.ts'

type WishForAll = DivisionWish & { kind: 'all' }

interface DivideDialogProps {
  /** all students, or those who have no chair yet */
  kind: DivisionWish['kind']
  division: DivisionReply
  /** number of students who were placed by hand */
  byHand: number
  onClose: (isDone: boolean) => void
}

export function DivideDialog({ kind, division, byHand, onClose }: DivideDialogProps) {
  const api = useApi()
  const notify = useNotify()
  const [all, setAll] = useState<WishForAll>({
    kind: 'all',
    way: 'alphabet',
    numbered: division.numbered,
    keeps_by_hand: true,
  })
  const plan = usePlan({
    question: { wish: kind === 'all' ? all : { kind } },
    preview: (body) => api.follow(previewDivision, division._links.preview, { body }),
    failed: texts.previewFailed,
  })
  const act = useAct(plan, {
    carryOut: ({ wish, confirmation }) =>
      api.follow(divideStudents, division._links.divide, { body: { wish, confirmation } }),
    failed: texts.failed,
    onDone: ({ without_chair }) => {
      notify('success', texts.done(without_chair))
      onClose(true)
    },
    onAnswerLost: () => onClose(true),
  })
  const edit = (changes: Partial<WishForAll>) => {
    act.clearProblem()
    setAll({ ...all, ...changes })
  }
  // The old numbers stay until those of another choice arrive.
  const seen = plan.problem === null ? (plan.latest?.answer ?? null) : null
  const hasChanges = seen !== null && seen.confirmation !== null
  return (
    <PlanDialog title={texts.title[kind]} isWide onClose={() => onClose(false)}>
      {kind === 'all' && <WishFields wish={all} byHand={byHand} onEdit={edit} />}
      <PlanState plan={{ ...plan, plan: seen }} changed={texts.changed} />
      {seen && <Plan plan={seen} kind={kind} />}
      <PlanButtons
        label={hasChanges ? texts.title[kind] : null}
        isBusy={act.isBusy}
        isDisabled={plan.plan === null}
        problem={act.problem}
        onConfirm={() => act.confirm()}
        onClose={() => onClose(false)}
      />
    </PlanDialog>
  )
}

interface WishFieldsProps {
  wish: WishForAll
  byHand: number
  onEdit: (changes: Partial<WishForAll>) => void
}

const NUMBERED = 1
const KEEPS_BY_HAND = 2

const WishFields = ({ wish, byHand, onEdit }: WishFieldsProps) => (
  <>
    <RadioList
      legend={texts.way}
      options={divisionWays.map((way) => ({ value: way, ...texts.ways[way] }))}
      value={wish.way}
      onChange={(way) => onEdit({ way })}
    />
    <Checklist
      legend={texts.more}
      options={[
        { id: NUMBERED, label: texts.numbered, isChecked: wish.numbered },
        ...(byHand > 0 ? [{ id: KEEPS_BY_HAND, label: texts.keepsByHand(byHand), isChecked: wish.keeps_by_hand }] : []),
      ]}
      onChange={(id, isChecked) => onEdit(id === NUMBERED ? { numbered: isChecked } : { keeps_by_hand: isChecked })}
    />
  </>
)

function Plan({ plan, kind }: { plan: DivisionPlan; kind: DivisionWish['kind'] }) {
  const { rooms, without_chair, seatless, moved, students_notified, confirmation } = plan
  const isFull = confirmation === null && without_chair > 0
  const hasExtraTime = rooms.some(({ with_extra_time }) => with_extra_time > 0)
  return (
    <>
      <PlanSentences>
        <StatusLine tone={without_chair > 0 ? 'warning' : 'success'} icon={without_chair > 0 ? 'alert' : 'done'}>
          {texts.outcome(plan)}
        </StatusLine>
        {moved > 0 && <p>{texts.moved(moved)}</p>}
        {students_notified > 0 && <p>{notifiedText(students_notified)}</p>}
        {confirmation === null && <p>{isFull ? texts.full : texts.unchanged}</p>}
        {kind === 'all' && hasExtraTime && (
          <p data-text="small muted">
            {texts.extraTime(rooms.filter(({ extra_time }) => extra_time).map(({ name }) => name))}
          </p>
        )}
      </PlanSentences>
      <RoomsTable rooms={rooms} />
      {seatless.length > 0 && (
        <Fold title={texts.seatless(without_chair)} isOpen={without_chair <= MOST_OPEN}>
          <ul data-layout="grid 1" data-above="2">
            {seatless.map((person) => (
              <li key={person.id} translate="no">
                {registerLabel(person)}
              </li>
            ))}
          </ul>
          {without_chair > seatless.length && (
            <p data-text="small muted">{texts.others(without_chair - seatless.length)}</p>
          )}
        </Fold>
      )}
    </>
  )
}

/** Most names that are shown unfolded. */
const MOST_OPEN = 5

const RoomsTable = ({ rooms }: { rooms: readonly DividedRoom[] }) => (
  <>
    <Table caption={seatingTexts.rooms} rows={rooms} keyOf={({ id }) => id} columns={columns} />
    <RevealingRooms names={revealedBy(rooms)} />
  </>
)

const columns: Column<DividedRoom>[] = [
  {
    key: 'room',
    label: seatingTexts.columns.room,
    cell: ({ name }) => <strong data-text="breaks">{name}</strong>,
  },
  {
    key: 'who',
    label: seatingTexts.columns.who,
    cell: ({ label, students }) => label ?? (students > 0 ? seatingTexts.mixed : '—'),
  },
  { key: 'students', label: seatingTexts.columns.students, align: 'end', cell: ({ students }) => students },
  {
    key: 'extra_time',
    label: seatingTexts.columns.extraTime,
    align: 'end',
    cell: ({ with_extra_time }) => with_extra_time,
  },
  {
    key: 'free',
    label: seatingTexts.columns.free,
    align: 'end',
    cell: ({ students, seats }) =>
      students > seats ? (
        <StatusLine tone="warning">{seatingTexts.tooMany(students - seats)}</StatusLine>
      ) : (
        seats - students
      ),
  },
]

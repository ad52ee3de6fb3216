import { useEffect, useState } from 'react'
import type { MoveRefusal } from '#contract/enrollments.calls.ts'
import { leaveWaiting, promoteWaiting } from '#contract/waiting.gen.ts'
import type { Obstacle } from '#domain/enrollments/group-act.schema.ts'
import { moveRefusals } from '#domain/enrollments/move.rules.ts'
import type { WaitingCounts, WaitingStudent } from '#domain/enrollments/waiting-list.schema.ts'
import { personLabel, registerLabel } from '#domain/users/names.ts'
import type { Api } from '#src/api/api.ts'
import { isDone, isRefusedFor } from '#src/api/api-error.ts'
import { kindOfFailure } from '#src/api/failure.texts.ts'
import { useApi } from '#src/api/use-api.ts'
import { Remarks } from '#src/parts/many/act-progress.tsx'
import { useBatches } from '#src/parts/many/use-batches.ts'
import { BatchPlanDialog } from '#src/parts/plan/batch-plan-dialog.tsx'
import { PlanButtons } from '#src/parts/plan/plan-dialog.tsx'
import { ServerButton } from '#src/parts/writing/writing.tsx'
import { useNotify } from '#src/toasts/toasts-context.ts'
import { Note } from '#src/ui/alert.tsx'
import { refusalLabel, waitingTexts as texts, type WaitingAct, waitingProgress } from './waiting.texts.ts'

interface WaitingDialogProps {
  act: WaitingAct
  /** the selected entries, in the order of the waiting list */
  entries: readonly WaitingStudent[]
  counts: WaitingCounts
  /** called on closing; `isDone`: something was carried out */
  onClose: (isDone: boolean) => void
}

interface Settled {
  entry: WaitingStudent
  outcome: 'done' | 'refused'
  why?: string
}

/** Gives the selected students a seat, or removes them from the list, one by one, after a preview. */
export function WaitingDialog({ act, entries, counts, onClose }: WaitingDialogProps) {
  const api = useApi()
  const notify = useNotify()
  // Counts from before the act, which changes them.
  const [begun, setBegun] = useState<WaitingCounts | null>(null)
  const stands = begun ?? counts
  const batches = useBatches<WaitingStudent, Settled>(1)
  const { progress } = batches
  const now = Date.now()
  const able = act === 'remove' ? entries : entries.filter(({ _links }) => _links.promote)
  const unable = entries.filter((entry) => !able.includes(entry))
  const remarks = [
    ...unable.map((entry) => remarkOn(entry, refusalLabel(entry, now))),
    ...(progress?.settled ?? []).flatMap(({ entry, why }) => (why === undefined ? [] : [remarkOn(entry, why)])),
  ]
  const start = (wanted: readonly WaitingStudent[], isAbove: boolean) => {
    setBegun(counts)
    batches.start(wanted, ([entry], isRepeat) =>
      entry ? settle(api, { act, entry, isAbove, isRepeat }).then((settled) => [settled]) : Promise.resolve([]),
    )
  }

  const isDone = progress?.state === 'finished' && remarks.length === 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when everything is done
  useEffect(() => {
    if (!isDone) return
    const students = studentsOf(progress.settled.map(({ entry }) => entry)).length
    notify('success', act === 'remove' ? texts.removed(students) : texts.promoted(students))
    onClose(true)
  }, [isDone])

  const plan = planSeats(able, stands)
  const isAbove = act === 'promote' && plan.above > 0
  return (
    <BatchPlanDialog
      title={titleOf(act, entries, plan.above > 0 ? stands.seats : null)}
      batches={batches}
      words={waitingProgress[act]}
      remarks={remarks}
      onClose={onClose}
    >
      {(close) => (
        <>
          {act === 'promote' && <Plan able={able} plan={plan} counts={stands} />}
          {unable.length > 0 && <Remarks caption={texts.unable} remarks={remarks} />}
          {able.length > 0 && <p>{texts.notices[act]}</p>}
          <PlanButtons
            label={
              able.length === 0
                ? null
                : isAbove
                  ? texts.confirmAbove(stands.seats)
                  : texts.confirm(act, studentsOf(able).length)
            }
            tone={act === 'remove' || plan.above > 0 ? 'danger' : 'primary'}
            onConfirm={() => start(able, plan.above > 0)}
            onClose={close}
          >
            {isAbove && plan.fitting.length > 0 && (
              <ServerButton onClick={() => start(plan.fitting, false)}>
                {texts.giveSome(studentsOf(plan.fitting).length)}
              </ServerButton>
            )}
          </PlanButtons>
        </>
      )}
    </BatchPlanDialog>
  )
}

/** `above`: number of seats, if more will be given; else null. */
function titleOf(act: WaitingAct, entries: readonly WaitingStudent[], above: number | null): string {
  if (act === 'promote' && above !== null) return texts.aboveQuestion(above)
  const [one] = entries
  const count = studentsOf(entries).length
  const who = count === 1 && one ? personLabel(one.user) : texts.who(count)
  return act === 'remove' ? texts.removeQuestion(who) : texts.seatQuestion(who)
}

const remarkOn = ({ user }: WaitingStudent, why: string) => ({
  who: registerLabel(user),
  key: user.username,
  why: [why],
})

interface PlanProps {
  able: readonly WaitingStudent[]
  plan: SeatPlan<WaitingStudent>
  counts: WaitingCounts
}

/** Says how many seats it takes, whether these are free, and how many wait longer. */
function Plan({ able, plan: { newcomers, above, longer }, counts: { seats, taken, free } }: PlanProps) {
  if (able.length === 0) return <p>{texts.nothing}</p>
  return (
    <>
      <p data-text="strong">{texts.given(studentsOf(able).length, seats, taken + newcomers)}</p>
      {above > 0 && (
        <Note tone="warning">
          <p>{`${texts.full(free ?? 0)} ${texts.logged}`}</p>
        </Note>
      )}
      {longer > 0 && <Note tone="neutral">{texts.before(longer)}</Note>}
    </>
  )
}

interface Asked {
  act: WaitingAct
  entry: WaitingStudent
  isAbove: boolean
  /** sent before, and the answer was lost */
  isRepeat: boolean
}

/** Throws errors that are not about this student. */
async function settle(api: Api, { act, entry, isAbove, isRepeat }: Asked): Promise<Settled> {
  const { promote, leave } = entry._links
  try {
    if (act === 'remove') await api.follow(leaveWaiting, leave)
    else if (promote) await api.follow(promoteWaiting, promote, { body: { above_seats: isAbove } })
    return { entry, outcome: 'done' }
  } catch (error) {
    if (isDone(error)) return { entry, outcome: 'done' }
    // The requested state exists already.
    if (kindOfFailure(error) === 'gone')
      return isRepeat ? { entry, outcome: 'done' } : { entry, outcome: 'refused', why: texts.gone }
    const obstacle = obstacleIn(error)
    if (!obstacle) throw error
    return { entry, outcome: 'refused', why: refusalLabel({ ...entry, obstacle }, Date.now()) }
  }
}

/** Obstacle by the rule; null for other errors. */
function obstacleIn(error: unknown): Obstacle | null {
  for (const refusal of moveRefusals) {
    if (!isRefusedFor<MoveRefusal>(error, refusal)) continue
    const { half, held } = error.details
    return { refusal, ...(half && { half }), ...(held && { held: held.testmoment }) }
  }
  return null
}

type Entry = Pick<WaitingStudent, 'place' | 'has_seat'> & { user: Pick<WaitingStudent['user'], 'id'> }

/** Ids without duplicates: a student who waits for two modules takes one seat. */
const studentsOf = (entries: readonly Entry[]): number[] => [...new Set(entries.map(({ user }) => user.id))]

/** Effects of giving seats to some of the waiting students. */
interface SeatPlan<Given> {
  /** number of students who get a seat, and have none now */
  newcomers: number
  /** number of these above the limit of seats */
  above: number
  /** entries within the limit, in the order of the waiting list */
  fitting: Given[]
  /** number of students who wait longer than the last of them, and go on waiting */
  longer: number
}

/** `entries` are in the order of the waiting list. */
export function planSeats<Given extends Entry>(
  entries: readonly Given[],
  { free }: Pick<WaitingCounts, 'free'>,
): SeatPlan<Given> {
  const newcomers = studentsOf(entries.filter(({ has_seat }) => !has_seat))
  const fitting = new Set(newcomers.slice(0, free ?? newcomers.length))
  const last = Math.max(0, ...entries.map(({ place }) => place))
  return {
    newcomers: newcomers.length,
    above: newcomers.length - fitting.size,
    fitting: entries.filter(({ user, has_seat }) => has_seat || fitting.has(user.id)),
    longer: last - studentsOf(entries).length,
  }
}

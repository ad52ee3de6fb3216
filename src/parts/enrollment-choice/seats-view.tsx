import { useState } from 'react'
import { seeWaitingOutcome } from '#contract/waiting.gen.ts'
import { momentLabel, whenAndWhereLabel } from '#domain/calendar/date-labels.ts'
import { receivedLabel } from '#domain/calendar/time-labels.ts'
import { momentFactsOf } from '#domain/enrollments/choice.rules.ts'
import type { Testmoment } from '#domain/enrollments/enrollment.schema.ts'
import { standstillOf } from '#domain/enrollments/waiting.rules.ts'
import type { WaitingEntry, WaitingOutcome } from '#domain/enrollments/waiting.schema.ts'
import {
  freeSeatsLabel,
  frozenLineText,
  lineLengthText,
  placeLabel,
  waitedForLabel,
  waitingOutcomeTexts,
  waitingToMoveText,
} from '#domain/enrollments/waiting.texts.ts'
import { dotted } from '#domain/entities/dotted.ts'
import { isDone } from '#src/api/api-error.ts'
import { useApi } from '#src/api/use-api.ts'
import { standingOutcomes } from '#src/enrollment/standing-outcomes.ts'
import { type StudentLists, useStudentLists } from '#src/enrollment/student-lists.ts'
import { useIsConnected } from '#src/offline/connection-view.tsx'
import { useReceivedAt, useWaitReason } from '#src/offline/connection-waits.ts'
import { useNotify } from '#src/toasts/toasts-context.ts'
import { Button } from '#src/ui/button.tsx'
import { Icon, VisuallyHidden } from '#src/ui/icon.tsx'
import { Badge, StatusLine } from '#src/ui/status.tsx'
import { saveFailureText } from '../writing/save.texts.ts'
import type { EnrollmentChoice, Room } from './enrollment-choices.ts'
import styles from './seats-view.module.css'

/** Last line of a list with seats: how old their numbers are, where changes may be missed. Below them, so that it moves none. */
export function SeatsAge() {
  const receivedAt = useReceivedAt()
  return receivedAt && <p data-text="small muted">{`Plaatsen bijgewerkt ${receivedLabel(receivedAt, Date.now())}`}</p>
}

/** 'Je bent de 4e', without line breaks. */
const unbrokenPlaceLabel = (place: number): string => placeLabel(place).replaceAll(' ', '\u00a0')

export const SeatsLabel = ({ free, seated }: Pick<Room, 'free' | 'seated'>) => (
  <span>
    {free === undefined
      ? 'Aantal plaatsen nog niet bekend'
      : `${freeSeatsLabel(free)}${free === 0 && seated ? ', jij hebt een plaats' : ''}`}
  </span>
)

export const SeatsLine = (room: Pick<Room, 'free' | 'seated'>) => (
  <StatusLine tone={room.free === 0 ? 'neutral' : 'accent'} icon="person">
    <SeatsLabel {...room} />
  </StatusLine>
)

export const LineLength = ({ inLine }: Pick<Room, 'inLine'>) =>
  inLine !== undefined && <span>{lineLengthText(inLine)}</span>

/** Sentence in a row of a list: the student can join the waiting list, and how many wait. */
export const FullLine = ({ inLine }: Pick<Room, 'inLine'>) => (
  <p>
    Je kunt op de wachtlijst. <LineLength inLine={inLine} />
  </p>
)

interface WaitingBadgeProps {
  entry: WaitingEntry
  of: { moment: string } | { module: string }
  /** the student takes the module elsewhere in the meantime */
  isToMove: boolean
}

/** On a card: 'Op de wachtlijst voor di 24 nov · Je bent de 4e'. */
export function WaitingBadge({ entry, of, isToMove }: WaitingBadgeProps) {
  const place = unbrokenPlaceLabel(entry.place)
  const name = 'moment' in of ? of.moment : of.module
  const toMove = 'moment' in of ? `Wacht op verplaatsing naar ${name}` : `Wacht op verplaatsing van ${name}`
  return <Badge tone="accent">{dotted([isToMove ? toMove : `Op de wachtlijst voor ${name}`, place])}</Badge>
}

interface WaitingBadgesProps {
  waiting: readonly WaitingEntry[]
  moduleId: number
  testmoments: readonly Testmoment[]
  isToMove: boolean
  now: number
}

/** On a module's card: one badge for each moment at which the student waits with it. */
export const WaitingBadges = ({ waiting, moduleId, testmoments, isToMove, now }: WaitingBadgesProps) =>
  waiting.map((entry) => {
    const moment = testmoments.find(({ id }) => id === entry.testmoment_id)
    if (entry.module_id !== moduleId || !moment) return null
    return <WaitingBadge key={entry.id} entry={entry} of={{ moment: momentLabel(moment, now) }} isToMove={isToMove} />
  })

interface WaitingStatusProps {
  entry: WaitingEntry
  choice: EnrollmentChoice & { enrollment: null }
  now: number
}

/** In a dialog: the student's place, that the line stands still, and where they stay enrolled until there is a seat. */
export function WaitingStatus({ entry, choice, now }: WaitingStatusProps) {
  const from = entry.moves ? choice.held?.testmoment : null
  return (
    <section data-layout="grid 1 left" aria-live="polite">
      <Badge tone="accent">{dotted(['Je staat op de wachtlijst', unbrokenPlaceLabel(entry.place)])}</Badge>
      {standstillOf(momentFactsOf(choice.testmoment), now) && <p data-text="small muted breaks">{frozenLineText}</p>}
      {from && <p data-text="small muted breaks">{waitingToMoveText(whenAndWhereLabel(from, now))}</p>}
    </section>
  )
}

interface WaitingOutcomesProps {
  lists: StudentLists
  /** outcomes to show; left out for all */
  isHere?: (outcome: WaitingOutcome) => boolean
  /** module or moment of the card around them, which they do not name again; none outside a card */
  inCardOf?: Partial<Place>
  now: number
}

type Place = Pick<WaitingEntry, 'module_id' | 'testmoment_id'>

/** Shows that there is a seat, or why the student is off the list: each while it is true, until it is dismissed. */
export function WaitingOutcomes({ lists, isHere = () => true, inCardOf, now, ...rest }: WaitingOutcomesProps) {
  const currentLists = useStudentLists(lists)
  const isInCard = isAbout(inCardOf)
  const outcomes = standingOutcomes(currentLists, now).filter((outcome) => isInCard(outcome) && isHere(outcome))
  // No outcome will come for a module that the student does not wait for.
  const mayBeSaid = [...(currentLists.seats?.waiting ?? []), ...(currentLists.seats?.outcomes ?? [])].some(isInCard)
  if (inCardOf && !mayBeSaid) return null
  return (
    // A live region must exist before its first text.
    <div role="status" data-layout="still">
      {outcomes.length > 0 && (
        <ul data-layout="grid 3" data-above={inCardOf && '2'} aria-label="Van de wachtlijst">
          {outcomes.map((outcome) => (
            <Outcome key={outcome.id} lists={lists} outcome={outcome} inCardOf={inCardOf} now={now} {...rest} />
          ))}
        </ul>
      )}
    </div>
  )
}

const isAbout =
  ({ module_id, testmoment_id }: Partial<Place> = {}) =>
  (of: WaitingEntry | WaitingOutcome): boolean =>
    (module_id ?? of.module_id) === of.module_id && (testmoment_id ?? of.testmoment_id) === of.testmoment_id

/** Dialogs show only outcomes that gave a seat. */
export const isPromotion = ({ outcome }: WaitingOutcome): boolean => outcome === 'promoted'

interface OutcomeProps extends Pick<WaitingOutcomesProps, 'lists' | 'now'> {
  outcome: WaitingOutcome
  inCardOf: Partial<Place> | undefined
}

function Outcome({ lists, outcome, inCardOf, now }: OutcomeProps) {
  const api = useApi()
  const [isBusy, setBusy] = useState(false)
  const connected = useIsConnected()
  const waitReason = useWaitReason()
  const notify = useNotify()
  const hasSeat = outcome.outcome === 'promoted'
  const { seen } = outcome._links
  const module = outcome.module_name
  const moment = whenAndWhereLabel(outcome.testmoment, now)
  const waitedFor = waitedForLabel(
    !inCardOf ? { module, moment } : inCardOf.testmoment_id === undefined ? { moment } : { module },
  )
  const putAway = async () => {
    if (!seen) return
    setBusy(true)
    try {
      await api.follow(seeWaitingOutcome, seen).catch((error: unknown) => {
        if (!isDone(error)) throw error
      })
      await lists.loadSeats()
    } catch (error) {
      notify('error', saveFailureText(error, 'De melding sluiten is niet gelukt.'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <li
      className={styles.outcome}
      data-layout="grid 1 x3 start"
      data-text={inCardOf ? 'small breaks' : 'breaks'}
      data-in-card={inCardOf !== undefined}
      data-box={hasSeat ? 'toned' : ''}
      data-tone={hasSeat ? 'success' : 'neutral'}
    >
      <Icon name={hasSeat ? 'enrolled' : 'info'} />
      <p>{waitingOutcomeTexts[outcome.outcome](waitedFor)}</p>
      {seen && (
        <Button tone="quiet" busy={isBusy} disabled={!connected} title={waitReason} onClick={putAway}>
          Sluiten
          <VisuallyHidden>{`: melding over module ${module}, ${moment}`}</VisuallyHidden>
        </Button>
      )}
    </li>
  )
}

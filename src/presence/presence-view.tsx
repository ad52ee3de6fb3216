import { useSelector } from '@xstate/react'
import { type ReactNode, useDeferredValue, useMemo, useRef, useState } from 'react'
import { receivedLabel } from '#domain/calendar/time-labels.ts'
import { presencePhase } from '#domain/presence/presence.rules.ts'
import type { PresenceList, PresenceStatus, WalkIn } from '#domain/presence/presence.schema.ts'
import { roomLabel } from '#domain/rooms/chair.texts.ts'
import { Alert, Note } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { Dialog, DialogActions } from '#src/ui/dialog.tsx'
import { Form, Options, SelectField, TextField } from '#src/ui/field.tsx'
import { Fold } from '#src/ui/fold.tsx'
import { Icon, VisuallyHidden } from '#src/ui/icon.tsx'
import { Illustration } from '#src/ui/illustration.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import { Elsewhere, type FindElsewhere } from './elsewhere.tsx'
import type { PresenceActor } from './presence.machine.ts'
import { presenceFailure, scannerTexts, presenceTexts as texts } from './presence.texts.ts'
import { moveByArrow, Noted, placeIn, Row } from './presence-rows.tsx'
import styles from './presence-view.module.css'
import { RestActs } from './rest-acts.tsx'
import { Scanner } from './scanner.tsx'
import {
  type Asked,
  countsOf,
  countsPerRoom,
  nameOf,
  rowsFor,
  type StudentRow,
  standing,
  walkInsOf,
} from './shown-list.ts'
import { readTwice } from './verdict.ts'

/** The list as it is known here, if it is. */
export const usePresenceList = (actor: PresenceActor): PresenceList | null =>
  useSelector(actor, (state) => state.context.list)

interface PresenceViewProps {
  actor: PresenceActor
  /** makes the part above the list, given the button that starts the scanner, if codes can be read now */
  heading: (scan: ReactNode) => ReactNode
  /** somebody came who is not on the list, in the room that is shown */
  onWalkIn: (room_id: number | null) => void
  walkInActions?: (walkIn: WalkIn) => ReactNode
  /** finds in which other rooms somebody sits, for a reader of one room */
  findElsewhere?: FindElsewhere
}

/** Attendance list: students are found by typing, and ticked by one tap. Teachers and invigilators see the same. */
export function PresenceView({ actor, heading, onWalkIn, walkInActions, findElsewhere }: PresenceViewProps) {
  const { list, ticks, notes, now, offset, isGuest } = useSelector(actor, (state) => state.context)
  const unsent = useMemo(() => standing(ticks), [ticks])
  const [asked, setAsked] = useState<Asked>({ search: '', module_id: null, room_id: null, onlyUnticked: false })
  const [isScanning, setScanning] = useState(false)
  const [justTicked, setJustTicked] = useState<ReadonlySet<number>>(new Set())
  const [said, setSaid] = useState('')
  const rows = useRef<HTMLUListElement>(null)
  const search = useDeferredValue(asked.search)
  const tick = useRef(({ student, entries }: StudentRow, status: PresenceStatus | null) => {
    for (const { enrollment_id } of entries) actor.send({ type: 'tick.made', enrollment_id, status })
    setJustTicked((before) => new Set([...before, student.user_id]))
    setSaid(texts.ticked(nameOf(student), status))
  }).current
  if (!list) return <WithoutList actor={actor} heading={heading(null)} />

  const ask = (change: Partial<Asked>) => {
    setAsked({ ...asked, ...change })
    setJustTicked(new Set())
    setSaid('')
  }
  const perRoom = countsPerRoom(list, unsent)
  const room_id = roomStill(perRoom, asked.room_id)
  const narrowed = { module_id: asked.module_id, room_id }
  const shown = rowsFor(list, unsent, { ...asked, ...narrowed, search }, justTicked)
  const serverNow = now() + offset
  const phase = presencePhase(list.testmoment, serverNow)
  const canTick = mayTick(phase, isGuest)
  const canScan = phase === 'open' && list.codes.length > 0
  const hasHead = list.entities.length > 0 || unsent.size > 0
  const left = unsent.size + notes.length
  const walkInButton = canTick && (
    <Button icon="plus" onClick={() => onWalkIn(room_id === 'none' ? null : room_id)}>
      {texts.walkIn}
    </Button>
  )
  const scanButton = canScan && !isScanning && (
    <Button icon="device" tone="primary" onClick={() => setScanning(true)}>
      {scannerTexts.scan}
    </Button>
  )
  return (
    <div className={styles.view} data-layout="stack 2">
      {canScan && isScanning && (
        <Scanner actor={actor} room_id={room_id === 'none' ? null : room_id} onClose={() => setScanning(false)} />
      )}
      <div data-layout="row 2 x4 between">
        {heading(scanButton)}
        {walkInButton}
      </div>
      <Failure actor={actor} />
      {hasHead && (
        <Head
          actor={actor}
          perRoom={perRoom}
          counts={texts.counts(countsOf(list, unsent, narrowed))}
          left={left}
          acts={
            canTick ? (
              <RestActs actor={actor} rows={shown} isSearching={search.trim() !== ''} onSaid={setSaid} />
            ) : (
              <NotYet />
            )
          }
        >
          <Questions
            list={list}
            perRoom={perRoom}
            asked={{ ...asked, room_id }}
            onAsk={ask}
            onEnter={() => rows.current?.querySelector('button')?.focus()}
          />
          <p role="status" data-text="small muted">
            <VisuallyHidden>{said} </VisuallyHidden>
            <span>{foundText(asked, shown.length, list.entities.length)}</span>
          </p>
        </Head>
      )}
      {!hasHead && !canTick && <NotYet />}
      <Noted
        list={{ ...list, walk_ins: walkInsOf(list, room_id) }}
        notes={notes}
        now={serverNow}
        actions={walkInActions}
      />
      {findElsewhere && search.trim() !== '' && <Elsewhere key={search} search={search} find={findElsewhere} />}
      {shown.length === 0 && search.trim() !== '' && <div>{walkInButton}</div>}
      {list.entities.length === 0 && <NoneEnrolled />}
      <ul
        ref={rows}
        className={styles.rows}
        data-box
        data-layout="if-any"
        aria-label="Presentielijst"
        onKeyDown={moveByArrow}
      >
        {shown.map((row) => (
          <Row key={row.student.user_id} row={row} place={placeIn(list, row.student)} canTick={canTick} onTick={tick} />
        ))}
      </ul>
    </div>
  )
}

interface HeadProps extends SendingProps {
  perRoom: ReturnType<typeof countsPerRoom>
  counts: string
  acts: ReactNode
  children: ReactNode
}

/** Stays in sight above the list: how many came, what can be done for the rest, and what narrows the list. */
const Head = ({ actor, perRoom, counts, left, acts, children }: HeadProps) => (
  <div className={styles.head} data-layout="stack 1" data-pad="y1">
    <div data-layout="row 1 x4">
      <p className={styles.counts} data-text="large strong figures">
        {counts}
      </p>
      {acts}
      {perRoom.length > 0 && <PerRoom perRoom={perRoom} />}
    </div>
    <div data-layout="row 2 x3">
      {children}
      <Sending actor={actor} left={left} />
    </div>
    <Remarks actor={actor} left={left} />
  </div>
)

/** A guest ticks while the test is held, a teacher afterwards too. */
const mayTick = (phase: ReturnType<typeof presencePhase>, isGuest: boolean): boolean =>
  isGuest ? phase === 'open' : phase !== 'coming'

/** A room that the moment has no more narrows nothing. */
const roomStill = (perRoom: ReturnType<typeof countsPerRoom>, room_id: Asked['room_id']): Asked['room_id'] =>
  perRoom.some(({ id }) => id === room_id) ? room_id : null

const PerRoom = ({ perRoom }: { perRoom: ReturnType<typeof countsPerRoom> }) => (
  <div className={styles.rooms}>
    <Fold title={texts.perRoom} isOpen={false}>
      <dl className={styles.perRoom} data-layout="grid 1 x4" data-text="figures">
        {perRoom.map(({ id, name, counts }) => (
          <div key={id} data-layout="row 0 x3 between">
            <dt data-text="strong breaks">{name === null ? texts.withoutChair : roomLabel(name)}</dt>
            <dd>{texts.present(counts)}</dd>
          </div>
        ))}
      </dl>
    </Fold>
  </div>
)

const NotYet = () => <StatusLine icon="clock">{texts.notYet}</StatusLine>

const NoneEnrolled = () => (
  <Card>
    <div data-layout="row 4 x6">
      <Illustration name="empty" />
      <p data-layout="grows">{texts.noneEnrolled}</p>
    </div>
  </Card>
)

/** Number of students found, or why nobody was found. Null while nothing narrows the list. */
function foundText({ search, onlyUnticked }: Asked, shown: number, enrolled: number): string | null {
  const isSearching = search.trim() !== ''
  if (shown > 0) return isSearching || onlyUnticked ? texts.found(shown) : null
  if (enrolled === 0) return null
  return onlyUnticked && !isSearching ? texts.allTicked : texts.nobody
}

/** Nothing was ever read here: it is on its way, or there is no connection yet. */
function WithoutList({ actor, heading }: Pick<PresenceViewProps, 'actor'> & { heading: ReactNode }) {
  const hasFailed = useSelector(actor, ({ context }) => context.failure !== null)
  return (
    <div className={styles.view} data-layout="stack 2">
      {heading}
      <Failure actor={actor} />
      <p role="status" data-text="muted">
        {hasFailed ? texts.noList : texts.firstLoad}
      </p>
    </div>
  )
}

interface SendingProps {
  actor: PresenceActor
  /** number of ticks and names that the server does not have yet */
  left: number
}

/** Says whether all ticks of this device have reached the server. */
function Sending({ actor, left }: SendingProps) {
  const failure = useSelector(actor, ({ context }) => context.failure)
  const isWaiting = left > 0 || failure !== null
  return (
    <div role="status">
      <StatusLine tone={isWaiting ? 'warning' : 'success'} icon={isWaiting ? 'unplugged' : 'check'}>
        {left > 0 ? texts.unsent(left) : failure ? texts.allSentBefore : texts.allSent}
      </StatusLine>
    </div>
  )
}

/** Warnings about ticks: this device cannot store them, or the server did not accept some. */
function Remarks({ actor, left }: SendingProps) {
  const { isForgetful, remarks } = useSelector(actor, (state) => state.context)
  const remark = texts.remarks(remarks)
  const list = usePresenceList(actor)
  const twice = list ? readTwice(list).map(nameOf) : []
  return (
    <>
      {twice.length > 0 && <Alert tone="warning">{texts.readTwice(twice)}</Alert>}
      {isForgetful && left > 0 && <Alert tone="warning">{texts.forgetful}</Alert>}
      {remark && (
        <Alert tone="warning">
          <p>{remark}</p>
          <Button tone="quiet" onClick={() => actor.send({ type: 'remarks.read' })}>
            Gelezen
          </Button>
        </Alert>
      )}
    </>
  )
}

function Failure({ actor }: { actor: PresenceActor }) {
  const { failure, receivedAt } = useSelector(actor, (state) => state.context)
  const isWaiting = useSelector(actor, (state) => state.matches('waiting') || state.matches({ closed: 'waiting' }))
  // A failure is shown until a retry has succeeded.
  if (failure === null) return <div role="status" data-layout="still" />
  const { title, text } = presenceFailure(failure, receivedAt === null ? null : receivedLabel(receivedAt, Date.now()))
  return (
    <div role="status">
      <Note tone="warning" title={title}>
        <div data-layout="row 2 x4">
          <p data-layout="grows">{text}</p>
          <Button busy={!isWaiting} onClick={() => actor.send({ type: 'network.returned' })}>
            {texts.tryNow}
          </Button>
        </div>
      </Note>
    </div>
  )
}

interface QuestionsProps {
  list: PresenceList
  perRoom: ReturnType<typeof countsPerRoom>
  asked: Asked
  onAsk: (change: Partial<Asked>) => void
  onEnter: () => void
}

function Questions({ list, perRoom, asked, onAsk, onEnter }: QuestionsProps) {
  const modules = useMemo(
    () => [...new Map(list.entities.map(({ module_id, module_name }) => [module_id, module_name]))].sort(byName),
    [list],
  )
  return (
    <search className={styles.questions} data-layout="row 3 end bare">
      <TextField
        label="Zoek op naam of nummer"
        placeholder="Zoek op naam of nummer"
        type="search"
        autoCorrect="off"
        spellCheck={false}
        maxLength={100}
        value={asked.search}
        onChange={({ target }) => onAsk({ search: target.value })}
        onKeyDown={(event) => event.key === 'Enter' && onEnter()}
      />
      {perRoom.length > 0 && (
        <SelectField
          label={texts.room}
          value={asked.room_id ?? ''}
          onChange={({ target: { value } }) =>
            onAsk({ room_id: value === '' || value === 'none' ? value || null : Number(value) })
          }
        >
          <option value="">{texts.allRooms}</option>
          <Options of={perRoom.map(({ id, name }) => [id, name ?? texts.withoutChair])} />
        </SelectField>
      )}
      {modules.length > 1 && (
        <SelectField
          label="Module"
          value={asked.module_id ?? ''}
          onChange={({ target }) => onAsk({ module_id: target.value === '' ? null : Number(target.value) })}
        >
          <option value="">Alle modules</option>
          <Options of={modules} />
        </SelectField>
      )}
      <button
        type="button"
        className={styles.filter}
        data-layout="inline 2 centered target hovers"
        data-box="control"
        data-text="strong"
        data-pad="x3"
        aria-pressed={asked.onlyUnticked}
        onClick={() => onAsk({ onlyUnticked: !asked.onlyUnticked })}
      >
        <Icon name={asked.onlyUnticked ? 'check' : 'list'} />
        Nog niet afgetekend
      </button>
    </search>
  )
}

const byName = ([, one]: [number, string], [, other]: [number, string]) => one.localeCompare(other, 'nl')

/** Notes a name, for users who cannot enroll a student here. */
export function NoteDialog({ actor, onClose }: { actor: PresenceActor; onClose: () => void }) {
  const [name, setName] = useState('')
  const [isMissing, setMissing] = useState(false)
  return (
    <Dialog title={texts.noteTitle} onClose={onClose}>
      <Form
        data-layout="grid 4"
        onSubmit={() => {
          if (name.trim() === '') return setMissing(true)
          actor.send({ type: 'name.noted', name: name.trim() })
          onClose()
        }}
      >
        <p>{texts.noteExplanation}</p>
        <TextField
          label="Naam en studentnummer"
          maxLength={120}
          value={name}
          error={isMissing ? 'Vul de naam in.' : undefined}
          onChange={({ target }) => setName(target.value)}
        />
        <DialogActions>
          <Button onClick={onClose}>Annuleren</Button>
          <Button type="submit" tone="primary">
            Noteren
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}

import { useSelector } from '@xstate/react'
import { type ReactNode, useDeferredValue, useMemo, useRef, useState } from 'react'
import { receivedLabel } from '#domain/calendar/time-labels.ts'
import { presencePhase } from '#domain/presence/presence.rules.ts'
import type { PresenceList, PresenceStatus, WalkIn } from '#domain/presence/presence.schema.ts'
import { Alert } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { Dialog, DialogActions } from '#src/ui/dialog.tsx'
import { SelectField, TextField } from '#src/ui/field.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Illustration } from '#src/ui/illustration.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import type { PresenceActor } from './presence.machine.ts'
import { presenceFailure, presenceTexts as texts } from './presence.texts.ts'
import { moveByArrow, Noted, Row } from './presence-rows.tsx'
import styles from './presence-view.module.css'
import { RestActs } from './rest-acts.tsx'
import { type Asked, countsOf, nameOf, rowsFor, type StudentRow, standing } from './shown-list.ts'

/** The list as it is known here, if it is. */
export const usePresenceList = (actor: PresenceActor): PresenceList | null =>
  useSelector(actor, (state) => state.context.list)

interface PresenceViewProps {
  actor: PresenceActor
  /** name of the moment */
  heading: ReactNode
  /** other tools */
  tools?: ReactNode
  /** somebody came who is not on the list */
  onWalkIn: () => void
  /** actions for a walk-in */
  walkInActions?: (walkIn: WalkIn) => ReactNode
}

/** The list as a room needs it: found by typing, ticked by one tap. The same for teachers and for who came by a link. */
export function PresenceView({ actor, heading, tools, onWalkIn, walkInActions }: PresenceViewProps) {
  const { list, ticks, notes, now, offset, isGuest } = useSelector(actor, (state) => state.context)
  const unsent = useMemo(() => standing(ticks), [ticks])
  const [asked, setAsked] = useState<Asked>({ search: '', module_id: null, onlyUnticked: false })
  const [justTicked, setJustTicked] = useState<ReadonlySet<number>>(new Set())
  const [said, setSaid] = useState('')
  const rows = useRef<HTMLUListElement>(null)
  const search = useDeferredValue(asked.search)
  const tick = useRef(({ student, entries }: StudentRow, status: PresenceStatus | null) => {
    for (const { enrollment_id } of entries) actor.send({ type: 'tick.made', enrollment_id, status })
    setJustTicked((before) => new Set([...before, student.user_id]))
    setSaid(texts.ticked(nameOf(student), status))
  }).current
  if (!list) return <WithoutList actor={actor} tools={tools} />

  const ask = (change: Partial<Asked>) => {
    setAsked({ ...asked, ...change })
    setJustTicked(new Set())
    setSaid('')
  }
  const shown = rowsFor(list, unsent, { ...asked, search }, justTicked)
  const serverNow = now() + offset
  const phase = presencePhase(list.testmoment, serverNow)
  const canTick = isGuest ? phase === 'open' : phase !== 'coming'
  const walkInButton = canTick && (
    <Button icon="plus" onClick={onWalkIn}>
      {texts.walkIn}
    </Button>
  )
  return (
    <div className={styles.view} data-layout="stack 3">
      <div className={styles.top} data-layout="row 2 x4 between">
        {heading}
        <div data-layout="row 2 x3 stretch">
          {walkInButton}
          {tools}
        </div>
      </div>
      <Failure actor={actor} />
      {(list.entities.length > 0 || unsent.size > 0) && (
        <div className={styles.head} data-layout="grid 3" data-pad="y3">
          <Summary actor={actor} list={list} asked={asked} unsent={unsent} />
          <Questions
            list={list}
            asked={asked}
            onAsk={ask}
            onEnter={() => rows.current?.querySelector('button')?.focus()}
          />
          {canTick && <RestActs actor={actor} rows={shown} isSearching={search.trim() !== ''} onSaid={setSaid} />}
        </div>
      )}
      {!canTick && (
        <StatusLine tone="neutral" icon="clock">
          {texts.notYet}
        </StatusLine>
      )}
      <Noted list={list} notes={notes} now={serverNow} actions={walkInActions} />
      <p role="status" className={styles.found} data-text="muted">
        <VisuallyHidden>{said} </VisuallyHidden>
        {(asked.search.trim() !== '' || asked.onlyUnticked) && shown.length > 0 && texts.found(shown.length)}
        {shown.length === 0 && list.entities.length > 0 && emptyText(asked)}
      </p>
      {shown.length === 0 && search.trim() !== '' && <div>{walkInButton}</div>}
      {list.entities.length === 0 && (
        <Card>
          <div className={styles.empty} data-layout="row 4 x6">
            <Illustration name="empty" />
            <p>{texts.noneEnrolled}</p>
          </div>
        </Card>
      )}
      <ul
        ref={rows}
        className={styles.rows}
        data-box
        data-layout="if-any"
        aria-label="Presentielijst"
        onKeyDown={moveByArrow}
      >
        {shown.map((row) => (
          <Row key={row.student.user_id} row={row} canTick={canTick} onTick={tick} />
        ))}
      </ul>
    </div>
  )
}

function emptyText({ search, onlyUnticked }: Asked): string {
  return onlyUnticked && search.trim() === '' ? texts.allTicked : texts.nobody
}

/** Nothing was ever read here: it is on its way, or there is no connection yet. */
function WithoutList({ actor, tools }: Pick<PresenceViewProps, 'actor' | 'tools'>) {
  const hasFailed = useSelector(actor, ({ context }) => context.failure !== null)
  return (
    <div className={styles.view} data-layout="stack 3">
      {tools && <div data-layout="row 2 x3 stretch">{tools}</div>}
      <Failure actor={actor} />
      <p role="status" className={styles.found} data-text="muted">
        {hasFailed ? texts.noList : texts.firstLoad}
      </p>
    </div>
  )
}

interface SummaryProps {
  actor: PresenceActor
  list: PresenceList
  asked: Asked
  unsent: ReturnType<typeof standing>
}

/** How many are there, and whether the server knows. */
function Summary({ actor, list, asked, unsent }: SummaryProps) {
  const { notes, isForgetful, remarks, failure } = useSelector(actor, (state) => state.context)
  const counts = countsOf(list, unsent, asked.module_id)
  const left = unsent.size + notes.length
  const remark = texts.remarks(remarks)
  return (
    <>
      <div data-layout="row 1 x4 baseline between">
        <p data-text="large strong figures">{texts.counts(counts)}</p>
        <div role="status">
          <StatusLine
            tone={left > 0 || failure ? 'warning' : 'success'}
            icon={left > 0 || failure ? 'unplugged' : 'check'}
          >
            {left > 0 ? texts.unsent(left) : failure ? texts.allSentBefore : texts.allSent}
          </StatusLine>
        </div>
      </div>
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
  // One that is being tried again is still one.
  if (failure === null) return <div role="status" />
  const { title, text } = presenceFailure(failure, receivedAt === null ? null : receivedLabel(receivedAt, Date.now()))
  return (
    <div role="status">
      <Alert tone="warning" title={title} live={false}>
        <p className={styles.advice}>{text}</p>
        <Button busy={!isWaiting} onClick={() => actor.send({ type: 'network.returned' })}>
          {texts.tryNow}
        </Button>
      </Alert>
    </div>
  )
}

interface QuestionsProps {
  list: PresenceList
  asked: Asked
  onAsk: (change: Partial<Asked>) => void
  onEnter: () => void
}

function Questions({ list, asked, onAsk, onEnter }: QuestionsProps) {
  const modules = useMemo(
    () => [...new Map(list.entities.map(({ module_id, module_name }) => [module_id, module_name]))].sort(byName),
    [list],
  )
  return (
    <search className={styles.questions} data-layout="row 3 end">
      <TextField
        label="Zoek op naam of nummer"
        type="search"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        maxLength={100}
        value={asked.search}
        onChange={({ target }) => onAsk({ search: target.value })}
        onKeyDown={(event) => event.key === 'Enter' && onEnter()}
      />
      {modules.length > 1 && (
        <SelectField
          label="Module"
          value={asked.module_id ?? ''}
          onChange={({ target }) => onAsk({ module_id: target.value === '' ? null : Number(target.value) })}
        >
          <option value="">Alle modules</option>
          {modules.map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      <button
        type="button"
        className={styles.filter}
        data-layout="inline 2 centered target"
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

interface NoteDialogProps {
  actor: PresenceActor
  onClose: () => void
}

/** A name, for who can't enroll anybody here and now. */
export function NoteDialog({ actor, onClose }: NoteDialogProps) {
  const [name, setName] = useState('')
  const [isMissing, setMissing] = useState(false)
  return (
    <Dialog title={texts.noteTitle} onClose={onClose}>
      <form
        noValidate
        data-layout="grid 4"
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim() === '') return setMissing(true)
          actor.send({ type: 'name.noted', name: name.trim() })
          onClose()
        }}
      >
        <p>{texts.noteExplanation}</p>
        <TextField
          label="Naam en studentnummer"
          autoComplete="off"
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
      </form>
    </Dialog>
  )
}

import { useSelector } from '@xstate/react'
import { useRef } from 'react'
import type { PresenceStatus } from '#domain/presence/presence.schema.ts'
import { Button } from '#src/ui/button.tsx'
import type { PresenceActor, PresenceEvent } from './presence.machine.ts'
import { presenceTexts as texts } from './presence.texts.ts'
import { type StudentRow, untickedIn } from './shown-list.ts'

interface RestActsProps {
  actor: PresenceActor
  /** the rows shown: only these are ticked */
  rows: readonly StudentRow[]
  isSearching: boolean
  onSaid: (said: string) => void
}

/** Buttons that give one status to all students without any, and undo it. No question first: it can be undone, even offline. */
export function RestActs({ actor, rows, isSearching, onSaid }: RestActsProps) {
  const act = useSelector(actor, ({ context }) => context.act)
  const { enrollment_ids, students } = untickedIn(rows)
  const isFresh = !isSearching && rows.every(({ statuses }) => statuses.every((status) => status === null))
  const names = isSearching
    ? { present: texts.foundPresent(students), absent: texts.foundAbsent(students) }
    : {
        present: isFresh ? texts.everyonePresent : texts.restPresent(students),
        absent: texts.restAbsent(students),
      }
  const canUndo = act !== null && act.ticks.length > 0
  const line = useRef<HTMLDivElement>(null)
  // The pressed button disappears, so the focus moves to this line.
  const send = (event: PresenceEvent, said: string) => {
    line.current?.focus()
    actor.send(event)
    onSaid(said)
  }
  const tickRest = (status: PresenceStatus) =>
    send({ type: 'rest.ticked', enrollment_ids, students, status }, texts.acted(status, students))
  return (
    <div ref={line} tabIndex={-1} data-layout="row 2 x3 target">
      {students > 0 && (
        <>
          <Button icon="check" onClick={() => tickRest('present')}>
            {names.present}
          </Button>
          <Button icon="cross" onClick={() => tickRest('absent')}>
            {names.absent}
          </Button>
        </>
      )}
      {students === 0 && rows.length > 0 && !isSearching && !canUndo && <p data-text="muted">{texts.allTicked}</p>}
      {canUndo && (
        // At the other end of the line, so that a second tap on an act does not undo it.
        <div data-layout="row 1 x3 apart" data-text="small figures">
          <span>{texts.acted(act.status, act.students)}</span>
          <Button tone="quiet" onClick={() => send({ type: 'act.undone' }, texts.undone)}>
            {texts.undo}
          </Button>
        </div>
      )}
    </div>
  )
}

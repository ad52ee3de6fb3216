import { type KeyboardEvent, memo, type ReactNode } from 'react'
import { timeOfLabel } from '#domain/calendar/time-labels.ts'
import type { PresenceEntry, PresenceList, PresenceStatus, WalkIn } from '#domain/presence/presence.schema.ts'
import { presenceStatusTexts } from '#domain/presence/presence.texts.ts'
import { chairLabel } from '#domain/rooms/chair.texts.ts'
import { Icon, type IconName } from '#src/ui/icon.tsx'
import { useIsTurning } from '#src/ui/use-is-turning.ts'
import { presenceTexts as texts } from './presence.texts.ts'
import styles from './presence-view.module.css'
import { nameOf, nameOfRoom, type StudentRow, wholeStatus } from './shown-list.ts'

const STATUSES = [
  { status: 'present', icon: 'check' },
  { status: 'late', icon: 'clock' },
  { status: 'absent', icon: 'cross' },
] as const satisfies { status: PresenceStatus; icon: IconName }[]

/** 'Zaal 3.14, plaats 12'; of one room only the seat. */
export function placeIn(list: PresenceList, { room_id, seat_number }: PresenceEntry): string | null {
  if (list.room) return seat_number === null ? null : texts.seat(seat_number)
  const room = nameOfRoom(list, room_id)
  if (room !== null) return chairLabel({ room, seat_number })
  return list.rooms.length > 0 ? texts.withoutChair : null
}

interface RowProps {
  row: StudentRow
  /** where the student sits; null if the list does not say */
  place: string | null
  canTick: boolean
  onTick: (row: StudentRow, status: PresenceStatus | null) => void
}

/** A student, with one tick for all of their modules. Rendered only when it changes: there may be two thousand rows. */
export const Row = memo(
  function Row({ row, place, canTick, onTick }: RowProps) {
    const { student, entries, statuses } = row
    const name = nameOf(student)
    const whole = wholeStatus(statuses)
    const isTurning = useIsTurning(whole)
    const isMixed = whole === null && statuses.some((status) => status !== null)
    return (
      <li className={styles.row} data-layout="row 2 x4 between" data-pad="2 x3" data-status={whole ?? 'none'}>
        <div data-layout="grows" data-text="tight">
          <p translate="no" data-text="strong breaks">
            {name}
          </p>
          <p data-layout="row 0 x3 stretch" data-text="small muted figures breaks">
            {student.student_number && student.student_number !== name && (
              <span translate="no" data-layout="inline 1">
                {student.student_number}
              </span>
            )}
            {place !== null && (
              <span translate="no" data-layout="inline 1" data-text="strong">
                {place}
              </span>
            )}
            {entries.map(({ enrollment_id, module_name }, at) => (
              <span data-layout="inline 1" key={enrollment_id}>
                {isMixed ? texts.moduleStatus(module_name, statuses[at] ?? null) : module_name}
              </span>
            ))}
            {student.extra_time && (
              <span data-layout="inline 1" data-text="accent strong">
                <Icon name="clock" />
                {texts.extraTime}
              </span>
            )}
            <Tickers row={row} />
          </p>
        </div>
        {canTick ? (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset for each of two thousand rows would name each twice
          <div role="group" aria-label={name} className={styles.toggles} data-layout="grid 2">
            {STATUSES.map(({ status: own, icon }) => (
              <button
                key={own}
                type="button"
                className={styles.toggle}
                data-layout="inline 2 centered target hovers"
                data-box="control"
                data-text="strong"
                data-pad="x3"
                data-status={own}
                aria-pressed={whole === own || (statuses.includes(own) && 'mixed')}
                onClick={() => {
                  if (whole !== own) onTick(row, own)
                  else if (!isTurning) onTick(row, null)
                }}
              >
                <Icon name={icon} />
                <span>{presenceStatusTexts[own]}</span>
              </button>
            ))}
          </div>
        ) : (
          whole && <p>{presenceStatusTexts[whole]}</p>
        )}
      </li>
    )
  },
  (before, { row, place, canTick }) =>
    before.canTick === canTick &&
    before.place === place &&
    before.row.isUnsent === row.isUnsent &&
    isSame(before.row.entries, row.entries) &&
    isSame(before.row.statuses, row.statuses),
)

const isSame = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((item, at) => item === other[at])

function Tickers({ row: { entries, isUnsent } }: { row: StudentRow }) {
  const time = (at: string) => timeOfLabel(Date.parse(at), Date.now())
  const ticked = new Set(
    entries.flatMap(({ ticked }) => (ticked ? texts.by(ticked.who, time(ticked.at), ticked.by_code === true) : [])),
  )
  const others = new Set(
    entries.flatMap(({ others }) => others.map(({ who, status, at }) => texts.other(who, status, time(at)))),
  )
  return (
    <>
      {isUnsent && (
        <span data-layout="inline 1" data-text="warning strong">
          <Icon name="unplugged" />
          {texts.rowUnsent}
        </span>
      )}
      {!isUnsent &&
        [...ticked].map((text) => (
          <span data-layout="inline 1" key={text}>
            {text}
          </span>
        ))}
      {[...others].map((text) => (
        <span data-layout="inline 1" key={text} data-text="warning strong">
          <Icon name="alert" />
          <span>{text}</span>
        </span>
      ))}
    </>
  )
}

/** The next row directly below or above: on wide screens two rows are side by side. */
function rowFrom(row: HTMLElement, side: 'previousElementSibling' | 'nextElementSibling'): Element | null {
  let to = row[side]
  while (to instanceof HTMLElement && to.offsetLeft !== row.offsetLeft) to = to[side]
  return to
}

/** Up and down move to the same button of another row, left and right within the row. */
export function moveByArrow(event: KeyboardEvent<HTMLUListElement>): void {
  const button = (event.target as HTMLElement).closest('button')
  const row = button?.closest('li')
  if (!button || !row) return
  const inRow = (of: Element | null) => [...(of?.querySelectorAll('button') ?? [])]
  const at = inRow(row).indexOf(button)
  const to = {
    ArrowUp: inRow(rowFrom(row, 'previousElementSibling'))[at],
    ArrowDown: inRow(rowFrom(row, 'nextElementSibling'))[at],
    ArrowLeft: inRow(row)[at - 1],
    ArrowRight: inRow(row)[at + 1],
  }[event.key]
  if (!to) return
  event.preventDefault()
  to.focus()
}

interface NotedProps {
  list: PresenceList
  notes: readonly { key: string; name: string; at: string }[]
  now: number
  actions: ((walkIn: WalkIn) => ReactNode) | undefined
}

/** People who came without being on the list, until a teacher settles them. */
export function Noted({ list, notes, now, actions }: NotedProps) {
  const open = list.walk_ins.filter(({ settled, key }) => !settled && notes.every((note) => note.key !== key))
  if (open.length + notes.length === 0) return null
  const time = (at: string) => timeOfLabel(Date.parse(at), now)
  return (
    <section aria-label={texts.noted} className={styles.noted} data-layout="grid 2" data-box data-pad="3">
      <h2 data-text="base">{`${texts.noted} (${open.length + notes.length})`}</h2>
      <ul>
        {open.map((walkIn) => (
          <li key={walkIn.key} data-layout="row 2 x4 between" data-pad="y2">
            <div>
              <p data-text="strong breaks">{walkIn.name}</p>
              <p data-layout="row 0 x3 stretch" data-text="small muted figures breaks">
                {texts.notedBy(walkIn.who, time(walkIn.at), nameOfRoom(list, walkIn.room_id))}
              </p>
            </div>
            {actions && <div data-layout="row 2 x3 stretch">{actions(walkIn)}</div>}
          </li>
        ))}
        {notes.map(({ key, name }) => (
          <li key={key} data-layout="row 2 x4 between" data-pad="y2">
            <div>
              <p translate="no" data-text="strong breaks">
                {name}
              </p>
              <p data-layout="row 0 x3 stretch" data-text="small muted figures breaks">
                <span data-layout="inline 1" data-text="warning strong">
                  <Icon name="unplugged" />
                  {texts.rowUnsent}
                </span>
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

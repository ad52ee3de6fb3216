import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import type { WhenAndWhere } from '#domain/calendar/when-and-where.schema.ts'
import type { ModuleStatus } from '#domain/enrollments/enrollment.schema.ts'
import { DateTile, type TileState } from '#src/parts/date-tile.tsx'
import { TimeAndPlace } from '#src/parts/moment-name.tsx'
import styles from './now.module.css'

interface MomentRowProps {
  moment: WhenAndWhere & { id: number }
  state: TileState
  modules: readonly ModuleStatus['module'][]
  /** hidden on a phone until the user asks for more */
  isLater?: boolean
  now: number
  children: ReactNode
}

/** A moment with the student's modules there. The whole row opens the moment's dialog, through one link that covers it. */
export function MomentRow({ moment, state, modules, isLater, now, children }: MomentRowProps) {
  const id = useId()
  return (
    <li className={styles.row} data-later={isLater}>
      <Tile id={`${id}-when`} moment={moment} state={state} now={now} />
      <div data-layout="stack top shrinks">
        <p>
          <MomentLink id={`${id}-what`} momentId={moment.id} labelledBy={`${id}-when ${id}-what`} covers>
            <ModuleNames modules={modules} />
          </MomentLink>
        </p>
        <TimeAndPlace moment={moment} weekAt={now} />
        <div className={styles.facts}>{children}</div>
      </div>
    </li>
  )
}

interface TileProps {
  id: string
  moment: MomentRowProps['moment']
  state: TileState
  now: number
}

/** Has an id, so that a link beside it can be read aloud with its day, and a moment's id for its flight (flight.ts). */
export const Tile = ({ id, moment, state, now }: TileProps) => (
  <span id={id} className={styles.tile} data-moment={moment.id} data-state={state}>
    <DateTile moment={moment} state={state} now={now} />
  </span>
)

const MOST = 4

/** 'ALG1 Algebra 1', or of several the codes alone: 'ALG1, ALG2, EXP1, STAT en nog 2'. The list of modules says what they are. */
export function ModuleNames({ modules }: Pick<MomentRowProps, 'modules'>) {
  const more = modules.length - MOST
  const [only] = modules.length === 1 ? modules : []
  return (
    <span className={styles.name}>
      <span className={styles.code} translate="no">
        {modules
          .slice(0, MOST)
          .map(({ name }) => name)
          .join(', ')}
      </span>
      {only && <span data-text="small muted">{` ${only.description}`}</span>}
      {more > 0 && <span data-text="small muted">{` en nog ${more}`}</span>}
    </span>
  )
}

interface MomentLinkProps {
  id?: string
  momentId: number
  labelledBy: string
  /** the whole box around the link is clickable */
  covers?: boolean
  children: ReactNode
}

export const MomentLink = ({ id, momentId, labelledBy, covers, children }: MomentLinkProps) => (
  <Link
    id={id}
    to="/student/modules"
    search={{ moment: momentId }}
    state={{ openedDialog: true }}
    resetScroll={false}
    className={covers ? styles.cover : styles.action}
    data-covers={covers}
    aria-labelledby={labelledBy}
  >
    {children}
  </Link>
)

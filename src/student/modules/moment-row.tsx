import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import type { WhenAndWhere } from '#domain/calendar/when-and-where.schema.ts'
import type { ModuleStatus } from '#domain/enrollments/module-status.schema.ts'
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
  /** status lines */
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
            <ModuleNames modules={modules} most={2} />
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

interface ModuleNamesProps extends Pick<MomentRowProps, 'modules'> {
  /** most modules to list */
  most: number
}

/** 'ALG1 Algebra 1', one per line; the last line says how many more there are. */
export const ModuleNames = ({ modules, most }: ModuleNamesProps) => {
  const more = modules.length - most
  return modules.slice(0, most).map(({ id, name, description }, index) => (
    <span key={id} className={styles.module}>
      <span className={styles.name}>
        <span className={styles.code}>{name}</span> <span data-text="small muted">{description}</span>
      </span>
      {more > 0 && index === most - 1 && <span data-text="small muted"> en nog {more}</span>}
    </span>
  ))
}

interface MomentLinkProps {
  id?: string
  momentId: number
  labelledBy: string
  /** the whole box around the link is clickable */
  covers?: boolean
  children: ReactNode
}

/** Link that opens the moment's dialog. */
export const MomentLink = ({ id, momentId, labelledBy, covers, children }: MomentLinkProps) => (
  <Link
    id={id}
    to="/student/modules"
    search={{ moment: momentId }}
    state={{ openedDialog: true }}
    resetScroll={false}
    className={covers ? styles.cover : styles.action}
    aria-labelledby={labelledBy}
  >
    {children}
  </Link>
)

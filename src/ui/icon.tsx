import type { ReactNode } from 'react'
import styles from './icon.module.css'

/** Hidden from assistive technology, since the same words are always beside it. */
export const Icon = ({ name }: { name: IconName }) => <Stroke stroke={strokes[name]} />

/** Draws an icon that only some screens have. */
export function Stroke({ stroke }: { stroke: string }) {
  return (
    <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={stroke} />
    </svg>
  )
}

/** SVG paths on a grid of 24, drawn for this app. */
export const strokes = {
  alert: 'M12 4 2.8 20h18.4L12 4Zm0 6v4.5m0 2.6v.1',
  bell: 'M6 17v-6a6 6 0 0 1 12 0v6l1.5 2h-15L6 17Zm4 2a2 2 0 0 0 4 0',
  calendar: 'M4 6h16v14H4V6Zm0 4.5h16M8 3.5V8m8-4.5V8',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  chevron: 'm10 6 6 6-6 6',
  clock: 'M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0Zm-9-5v5.5l3.5 2',
  cross: 'm6 6 12 12M18 6 6 18',
  device: 'M7 3h10v18H7V3Zm4 15h2',
  done: 'M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0Zm-13 .3 2.8 2.8L16 9.5',
  download: 'M12 4v11m-4.5-4.5L12 15l4.5-4.5M5 20h14',
  /** The mark: a root sign that is also a tick. It means 'ingeschreven', and is used for nothing else. */
  enrolled: 'M3.5 13.4 8 18.6 14.4 5.6h6.1',
  edit: 'M4 20h4L19 9l-4-4L4 16v4Zm9.5-13.5 4 4',
  info: 'M12 11v5.5m0-9v.1M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0Z',
  lock: 'M6 11h12v9H6v-9Zm2.5 0V8a3.5 3.5 0 0 1 7 0v3',
  exit: 'M14 4H5v16h9m-4-8h11m-4-4 4 4-4 4',
  list: 'M8.5 6.5H20M8.5 12H20M8.5 17.5H20M4 6.5h.1M4 12h.1M4 17.5h.1',
  place: 'M12 21c4-4.6 6-8.2 6-11a6 6 0 0 0-12 0c0 2.8 2 6.4 6 11Zm0-8.7a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6Z',
  mail: 'M3.5 6h17v12.5h-17V6Zm.5.5 8 7 8-7',
  menu: 'M4 7h16M4 12h16M4 17h16',
  minus: 'M6 12h12',
  plus: 'M12 5v14M5 12h14',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-8 8.5c.8-4 4-6 8-6s7.2 2 8 6',
  share: 'M12 15V4m-4 3.5 4-3.5 4 3.5M6.5 11H5v9.5h14V11h-1.5',
  unplugged: 'M3 4l18 17M8.5 16a5 5 0 0 1 6-.8M5 12.4a10 10 0 0 1 5-2.6m4 .1a10 10 0 0 1 5 2.5M12 19.6v.1',
} as const

export type IconName = keyof typeof strokes

/** Text for screen readers only, where sight needs no words. */
export const VisuallyHidden = ({ children }: { children: ReactNode }) => <span data-layout="unseen">{children}</span>

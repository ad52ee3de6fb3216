import type { LiveNews } from '#contract/app-events.ts'

/** What the server said: that something is new, what time it is, or no more than that it is there. */
export interface Told {
  /** where to go on from, after a break */
  eventId: string
  news?: LiveNews
  /** ms since the epoch, at this moment */
  serverTime?: number
  /** the app that the server gives out now; null where it gives none */
  release?: string | null
}

export type LiveEvent =
  /** of all tabs of this browser, it is this one that has the connection */
  | { type: 'lead.granted' }
  | { type: 'stream.told'; told: Told }
  /** by the tab that has the connection, or by one in which the person changed something */
  | { type: 'sibling.told'; told: Told }
  /** the person changed something here, which the screen shows */
  | { type: 'own.changed'; news: LiveNews }
  /** hidden for long, or set aside by the browser */
  | { type: 'page.left' }
  | { type: 'page.returned' }
  /** it was away, and answers again */
  | { type: 'server.returned' }

export type LiveEmitted =
  /** for this tab */
  | { type: 'told'; told: Told }
  /** for the other tabs */
  | { type: 'shared'; told: Told }
  /** from now on something is heard every few seconds, here or in the tab that leads */
  | { type: 'awaited' }
  /** the connection broke, or could not be made */
  | { type: 'lost' }
  /** nothing is listened to */
  | { type: 'left' }

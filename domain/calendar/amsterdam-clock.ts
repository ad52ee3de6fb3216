import { amsterdamOffset } from './amsterdam-offset.ts'

/** What clocks in Amsterdam show at `now` (milliseconds since the epoch): 'YYYY-MM-DD HH:mm:ss', as Swedes write it. */
export const amsterdamClock = (now: number): string =>
  new Date(now + amsterdamOffset(now)).toISOString().slice(0, -'.000Z'.length).replace('T', ' ')

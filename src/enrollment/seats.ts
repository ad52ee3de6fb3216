import { useSyncExternalStore } from 'react'
import type { SeatsReply } from '#contract/waiting.ts'
import type { Testmoment } from '#domain/testmoments/testmoment.schema.ts'

/** How it stands with seats and waiting; null while that is not known, and where nobody needs to know. */
export type Seats = SeatsReply | null

/** Apart from the lists: a number that changes with each enrollment must not have them fetched. */
export interface SeatsStore {
  known: () => Seats
  /** Returns how to stop. */
  subscribe: (hear: () => void) => () => void
  /** Asks the server anew. Never fails: what was known stays, and the server refuses where that is wrong. */
  load: () => Promise<void>
  /** The server said how many seats newcomers find at that moment. */
  hear: (momentId: number, free: number) => void
}

const never = () => () => {}
const nothing = () => null

export const useSeats = (store: SeatsStore | null): Seats =>
  useSyncExternalStore(store?.subscribe ?? never, store?.known ?? nothing)

/** For the rule of enrolling: undefined without a limit, and while nothing is known of it. */
export const freeSeatsAt = (seats: Seats | undefined, { id, seats: limit }: Pick<Testmoment, 'id' | 'seats'>) =>
  limit > 0 ? seats?.entities.find(({ testmoment_id }) => testmoment_id === id)?.free : undefined

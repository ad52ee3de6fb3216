import type { Endpoint } from '#contract/endpoint.ts'
import { listModuleStatuses, listUserTestmoments } from '#contract/first-reads.gen.ts'
import type { ListsRead } from './connection.machine.ts'

/** Lists that `mayEnroll` depends on; no other list prevents enrolling. */
export const DECIDING: readonly Endpoint[] = [listModuleStatuses, listUserTestmoments]

interface Given {
  at: number
  isKept: boolean
  isHeld: boolean
  hasFailed: boolean
}

/** Tracks how current the lists on the screen are; calls `onRead` after each change. */
export function listsShown(onRead: (read: ListsRead) => void) {
  const lists = new Map<string, Given>()
  /** lists that the server has sent since the page was loaded or the connection returned */
  const answered = new Set<string>()
  const askedFor = new Set<string>()

  const notify = () => {
    const shown = [...lists.values()]
    onRead({
      areKept: shown.some(({ isKept }) => isKept),
      isHeld: shown.some(({ isHeld }) => isHeld),
      hasFailed: shown.some(({ hasFailed }) => hasFailed),
      updatedAt: shown.length > 0 ? Math.min(...shown.map(({ at }) => at)) : null,
    })
  }

  return {
    /** Records the server's answer from that time (ms since the epoch); `list` is null if it is not a list. */
    give: (target: Endpoint, list: string | null, at: number, { isKept = false, hasFailed = false } = {}): void => {
      if (list === null) return
      if (!isKept) answered.add(list)
      lists.set(list, { at, isKept, isHeld: DECIDING.includes(target) && !answered.has(list), hasFailed })
      notify()
    },
    noteAsked: (list: string): void => void askedFor.add(list),
    /** Returns how to end it: lists that were not requested in between belong to an earlier screen, and are forgotten. */
    beginRenewal: (isBack: boolean): (() => void) => {
      if (isBack) answered.clear()
      askedFor.clear()
      return () => {
        for (const list of lists.keys()) if (!askedFor.has(list)) lists.delete(list)
        notify()
      }
    },
  }
}

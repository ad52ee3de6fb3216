import { useRef, useState } from 'react'
import { toggled } from '#src/parts/many/ticks.tsx'

/** Selection in a list, in which Shift selects all rows from the last one on. */
export function useTicks() {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  const last = useRef<number>(undefined)
  return {
    ids,
    has: (id: number) => ids.has(id),
    /** `shown`: the ids of the list as it stands, for a range */
    toggle: (id: number, isRange: boolean, shown: readonly number[]) => {
      setIds(isRange ? withRange(ids, { from: last.current, to: id, shown }) : toggled(ids, id))
      last.current = id
    },
    tick: (some: readonly number[]) => setIds(new Set([...ids, ...some])),
    keepOnly: (some: readonly number[]) => setIds(new Set(some.filter((id) => ids.has(id)))),
    clear: () => setIds(new Set()),
  }
}

interface Range {
  from: number | undefined
  to: number
  shown: readonly number[]
}

/** All from the one to the other become what that one becomes; just the one where the other is not in the list. */
export function withRange(ids: ReadonlySet<number>, { from, to, shown }: Range): Set<number> {
  const [start, end] = [from === undefined ? -1 : shown.indexOf(from), shown.indexOf(to)]
  if (start < 0 || end < 0) return toggled(ids, to)
  const range = shown.slice(Math.min(start, end), Math.max(start, end) + 1)
  const now = new Set(ids)
  const isTicking = !ids.has(to)
  for (const id of range) isTicking ? now.add(id) : now.delete(id)
  return now
}

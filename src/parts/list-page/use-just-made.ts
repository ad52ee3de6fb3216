import { useState } from 'react'

/** What was made on this screen since it was opened, to be found at a glance in its list. */
export function useJustMade() {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  return {
    has: (id: number) => ids.has(id),
    /** the last of them */
    last: [...ids].at(-1),
    add: (id: number) => setIds((made) => new Set([...made, id])),
  }
}

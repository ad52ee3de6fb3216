import { useMemo, useState } from 'react'
import type { UserGroup } from '#domain/users/user-act.schema.ts'
import type { UserFilter } from '#domain/users/user-filter.schema.ts'
import { toggled } from '#src/parts/many/ticks.tsx'

type Ticked = { all: false; ids: ReadonlySet<number> } | { all: true; except: ReadonlySet<number> }

const nobody: Ticked = { all: false, ids: new Set() }

/** Who is ticked: some one by one; or, by a second step, all of whom the filter holds, but for some. */
export function useUserTicks(found: number, filter: UserFilter) {
  const [ticked, setTicked] = useState<Ticked>(nobody)
  const context = useMemo(
    () => ({
      has: (id: number) => (ticked.all ? !ticked.except.has(id) : ticked.ids.has(id)),
      toggle: (id: number) =>
        setTicked((now) =>
          now.all ? { all: true, except: toggled(now.except, id) } : { all: false, ids: toggled(now.ids, id) },
        ),
    }),
    [ticked],
  )
  const group: UserGroup = ticked.all
    ? { by: 'filter', filter, except: [...ticked.except] }
    : { by: 'users', user_ids: [...ticked.ids] }
  return {
    context,
    group,
    isAll: ticked.all && ticked.except.size === 0,
    count: ticked.all ? Math.max(0, found - ticked.except.size) : ticked.ids.size,
    clear: () => setTicked(nobody),
    tick: (ids: readonly number[]) =>
      setTicked((now) => ({ all: false, ids: new Set([...(now.all ? [] : now.ids), ...ids]) })),
    tickAll: () => setTicked({ all: true, except: new Set() }),
  }
}

import type { Database } from '#database/engine/open-database.ts'

/** Within the 2 s in which an open screen shows a change. */
const PAUSE = 1_000

/** Looks every second whether an administrator or a schedule changed anything; a question of some microseconds. */
export function watchAudit({ kysely }: Database, changed: () => void): { stop(): void } {
  let last: number | null | undefined
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  const look = async () => {
    try {
      const row = await kysely
        .selectFrom('audit')
        .select(({ fn }) => fn.max('id').as('id'))
        .executeTakeFirst()
      const id = row?.id ?? null
      if (last !== undefined && id !== last) changed()
      last = id
    } catch {
      // The database is away: what changes meanwhile is found when it is back.
    }
    if (!stopped) timer = setTimeout(look, PAUSE)
  }
  void look()

  return {
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}

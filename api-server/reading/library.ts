import { randomUUID } from 'node:crypto'
import type { Database } from '#database/engine/open-database.ts'
import { loadSchool } from './load-school.ts'
import type { School } from './school.ts'
import { type SchoolNow, schoolAt } from './school-now.ts'

/** Keeps the school that was read last, as it looks between two turning points. */
export interface Library {
  /** Gives the school a new revision: a former release, or a database of which a backup was put back, answered otherwise. */
  start(): Promise<void>
  /** ours, if it is the one of this revision */
  schoolAt(revision: string, now: number): SchoolNow | undefined
  /** the one of now, which may already be another than the one looked for */
  renew(now: number): Promise<SchoolNow>
}

export function openLibrary({ kysely }: Database): Library {
  let known: SchoolNow | undefined
  let loading: Promise<School> | undefined

  let started = false

  const start = async () => {
    await kysely.updateTable('school_state').set({ revision: randomUUID() }).execute()
    started = true
  }
  const load = async () => {
    // The database may have been away when this process started.
    if (!started) await start()
    return loadSchool(kysely)
  }

  return {
    start,
    schoolAt: (revision, now) => {
      if (known?.school.revision !== revision) return undefined
      if (now < known.since || now >= known.until) known = schoolAt(known.school, now)
      return known
    },
    renew: async (now) => {
      // Whoever misses the same school waits for the same answer.
      loading ??= load().finally(() => {
        loading = undefined
      })
      known = schoolAt(await loading, now)
      return known
    },
  }
}

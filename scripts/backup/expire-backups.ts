import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Number of latest days and months whose backup is kept. Days and months without a backup do not count. */
export interface BackupsKept {
  days: number
  months: number
}

/** Name that `newBackupName` gives: the UTC time of the backup. */
const TIMED = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z$/
/** A half-written backup of a run that was killed. */
const DRAFT = /^\..+\.[0-9a-f]{8}$/

const DAY_MS = 86_400_000
/** Age (ms) at which a backup that a person named is removed. */
const NAMED_KEPT_MS = 30 * DAY_MS
/** Age (ms) of the last write at which a draft counts as left by a killed run. A running backup writes all the time. */
const DRAFT_KEPT_MS = 3_600_000

export const newBackupName = (now: number): string =>
  `${new Date(now).toISOString().slice(0, 19).replaceAll(':', '-')}Z`

/**
 * Names of regular backups that are no longer kept. The newest backup of a day represents that day, the newest of a
 * month that month. Only days and months with a backup count, so nothing expires while no backups are made.
 */
function supersededBackups(names: readonly string[], { days, months }: BackupsKept): string[] {
  const timed = names
    .filter((name) => TIMED.test(name))
    .sort()
    .reverse()
  const kept = new Set([...newestOf(timed, '2026-01-31'.length, days), ...newestOf(timed, '2026-01'.length, months)])
  return timed.filter((name) => !kept.has(name))
}

/** The first of `names` (newest first) in each of the latest `most` periods. Its first `length` characters name the period. */
function newestOf(names: readonly string[], length: number, most: number): string[] {
  const newest = new Map<string, string>()
  for (const name of names) if (!newest.has(name.slice(0, length))) newest.set(name.slice(0, length), name)
  return [...newest.values()].slice(0, most)
}

/** Returns the removed names. Leaves other files alone, and always keeps the newest regular backup. */
export async function expireBackups(folder: string, kept: BackupsKept, now: number): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  const expired = supersededBackups(names, kept)
  for (const name of names) {
    if (TIMED.test(name)) continue
    const isDraft = DRAFT.test(name)
    const isOurs = isDraft || (await readdir(join(folder, name))).includes('manifest.json')
    if (!isOurs) continue
    const age = now - (isDraft ? await lastWritten(join(folder, name)) : await changedAt(join(folder, name)))
    if (age > (isDraft ? DRAFT_KEPT_MS : NAMED_KEPT_MS)) expired.push(name)
  }
  for (const name of expired) await rm(join(folder, name), { recursive: true, force: true })
  return expired.sort()
}

/** Time of the last change (ms). A file that has disappeared gives Infinity: somebody is working here. */
const changedAt = (path: string): Promise<number> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => Number.POSITIVE_INFINITY,
  )

async function lastWritten(folder: string): Promise<number> {
  const paths = await readdir(folder, { recursive: true })
  return Math.max(...(await Promise.all([folder, ...paths.map((path) => join(folder, path))].map(changedAt))))
}

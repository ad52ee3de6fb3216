import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** How many days and months keep a backup, of those that have one. */
export interface BackupsKept {
  days: number
  months: number
}

/** A folder that `newBackupName` named: the UTC time at which it was made. */
const TIMED = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z$/
/** A half-written backup of a run that was killed. */
const DRAFT = /^\..+\.[0-9a-f]{8}$/

const DAY_MS = 86_400_000
/** Backups that a person named go after this long (ms). */
const NAMED_KEPT_MS = 30 * DAY_MS
/** A run writes to its draft all the time. One that nothing was written to for this long (ms) is of a run that was killed. */
const DRAFT_KEPT_MS = 3_600_000

/** The name of a backup that is made now, among those that are made regularly. */
export const newBackupName = (now: number): string =>
  `${new Date(now).toISOString().slice(0, 19).replaceAll(':', '-')}Z`

/**
 * Names of regular backups that are no longer kept. The newest of a day represents that day, the newest of a month that
 * month; the latest days and months that have a backup are kept, so that none expires while none is made.
 */
function supersededBackups(names: readonly string[], { days, months }: BackupsKept): string[] {
  const timed = names
    .filter((name) => TIMED.test(name))
    .sort()
    .reverse()
  const kept = new Set([...newestOf(timed, '2026-01-31'.length, days), ...newestOf(timed, '2026-01'.length, months)])
  return timed.filter((name) => !kept.has(name))
}

/** `names`, newest first: the first of each of the latest `most` periods, which are the names' first `length` characters. */
function newestOf(names: readonly string[], length: number, most: number): string[] {
  const newest = new Map<string, string>()
  for (const name of names) if (!newest.has(name.slice(0, length))) newest.set(name.slice(0, length), name)
  return [...newest.values()].slice(0, most)
}

/**
 * Removes from `folder` what is no longer kept, and gives back the names. What is no backup of ours is left alone, and the
 * newest regular backup always stays.
 */
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

/** A file that is gone meanwhile was being written to. */
const changedAt = (path: string): Promise<number> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => Number.POSITIVE_INFINITY,
  )

/** The last time (ms) that anything in this folder was written to. */
async function lastWritten(folder: string): Promise<number> {
  const paths = await readdir(folder, { recursive: true })
  return Math.max(...(await Promise.all([folder, ...paths.map((path) => join(folder, path))].map(changedAt))))
}

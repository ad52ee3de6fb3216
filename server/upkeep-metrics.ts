import { execFile } from 'node:child_process'
import { readFile, statfs } from 'node:fs/promises'
import { get } from 'node:http'
import { get as getSecurely } from 'node:https'
import { dirname, join } from 'node:path'
import { connect } from 'node:tls'
import { promisify } from 'node:util'
import type { Registry } from 'prom-client'
import { gaugesIn, sharedReading } from './metrics.ts'

/** File in DATA_DIR with the time of the last complete backup, as ISO text. */
export const LAST_BACKUP = 'last-backup'

export interface Upkeep {
  dataDir: string
  databaseUrl: string
  /** folders on other disks, e.g. PostgreSQL's */
  watchDisks: readonly string[]
  publicUrl: string
  clock: () => number
}

/**
 * Measures what an operator must fix before it breaks: disks, backups, the clock and the certificate. Measured when the page is
 * requested.
 */
export function measureUpkeep(registry: Registry, upkeep: Upkeep): void {
  const { dataDir, databaseUrl, watchDisks, publicUrl, clock } = upkeep
  const { gauge, gaugeBy } = gaugesIn(registry)
  const ofSqlite = databaseUrl.startsWith('sqlite:/') ? [dirname(databaseUrl.slice('sqlite:'.length))] : []
  const folders = [...new Set([dataDir, ...ofSqlite, ...watchDisks])]
  const readDisks = sharedReading(() => Promise.all(folders.map(roomIn)))

  const disk = (name: string, help: string, of: 'free' | 'size') =>
    gaugeBy('folder', name, help, async () =>
      ((await readDisks()) ?? []).flatMap((room) => (room ? [[room.folder, room[of]] as const] : [])),
    )
  disk('disk_free_bytes', 'What this server may still write on the disk of that folder.', 'free')
  disk('disk_size_bytes', 'How large that disk is.', 'size')

  const ofBackup = 'When the last backup was made that is whole; 0 for never.'
  gauge('backup_last_success_timestamp_seconds', ofBackup, async () => {
    const backupAt = Date.parse((await readFile(join(dataDir, LAST_BACKUP), 'utf8').catch(() => '')).trim())
    return Number.isNaN(backupAt) ? 0 : backupAt / 1_000
  })

  const ofClock = '1 when the machine’s clock follows a time server; not there where nobody knows.'
  gauge('clock_synchronised', ofClock, rememberedReading(readClockState, clock, ASKED_EVERY_MS))

  const { protocol, hostname, port } = new URL(publicUrl)
  if (!OWN_ADDRESS.test(hostname)) {
    const answer = rememberedReading(async () => Number(await answersAt(publicUrl)), clock, ASKED_EVERY_MS)
    const ofAnswer = '1 when PUBLIC_URL/health/live answered within the last minute.'
    gauge('public_url_up', ofAnswer, async () => (await answer()) ?? 0)
  }
  if (protocol !== 'https:') return
  const certificate = rememberedReading(() => lastDayOf(hostname, Number(port || 443)), clock, KNOWN_FOR_MS)
  const ofCertificate = 'Until when the certificate is valid that PUBLIC_URL shows; 0 where none was seen.'
  gauge('certificate_expiry_timestamp_seconds', ofCertificate, async () => ((await certificate()) ?? 0) / 1_000)
}

/** Free space; none for a folder that does not exist or is not readable. */
const roomIn = async (folder: string) => {
  const found = await statfs(folder).catch(() => undefined)
  return found && { folder, free: found.bavail * found.bsize, size: found.blocks * found.bsize }
}

/** ms */
const PROBE_TIMEOUT_MS = 2_000
const KNOWN_FOR_MS = 3_600_000
const UNKNOWN_FOR_MS = 60_000

/**
 * Expiry (ms) of the certificate that visitors get, as opposed to that in a file, which may have been renewed without reloading
 * the web server. Does not check whether it is trusted.
 */
function lastDayOf(host: string, port: number): Promise<number | undefined> {
  const socket = connect({ host, port, servername: host, rejectUnauthorized: false, timeout: PROBE_TIMEOUT_MS })
  return new Promise<number | undefined>((resolve) => {
    socket.once('secureConnect', () => resolve(socket.getPeerX509Certificate()?.validToDate.getTime()))
    for (const trouble of ['error', 'timeout', 'close']) socket.once(trouble, () => resolve(undefined))
  }).finally(() => socket.destroy())
}

/** Addresses that only this machine can reach, without a web server in front. */
const OWN_ADDRESS = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/

const ASKED_EVERY_MS = 60_000

/** Whether the app answers at its public address, by name and through the web server in front. Does not check trust either. */
async function answersAt(publicUrl: string): Promise<boolean> {
  const url = new URL(`${publicUrl}/health/live`)
  const options = { timeout: PROBE_TIMEOUT_MS, agent: false, signal: AbortSignal.timeout(2 * PROBE_TIMEOUT_MS) }
  const request =
    url.protocol === 'https:' ? getSecurely(url, { ...options, rejectUnauthorized: false }) : get(url, options)
  return new Promise<boolean>((resolve) => {
    request.once('response', ({ statusCode }) => resolve(statusCode === 200))
    request.once('timeout', () => resolve(false))
    // An error may follow the answer.
    request.on('error', () => resolve(false))
  }).finally(() => request.destroy())
}

/**
 * 1 or 0 by the kernel's flag that time programs set (adjtimex, STA_UNSYNC), read through systemd since Node can't. Undefined
 * without systemd, as in a container.
 */
async function readClockState(): Promise<number | undefined> {
  const asked = ['show', '--property=NTPSynchronized', '--value']
  const { stdout } = await promisify(execFile)('timedatectl', asked, { timeout: PROBE_TIMEOUT_MS }).catch(() => ({
    stdout: '',
  }))
  const answer = stdout.trim()
  return answer === 'yes' || answer === 'no' ? Number(answer === 'yes') : undefined
}

/** Shares a reading between requests and repeats it after `seenLasts` ms, or after a minute if nothing was found. */
function rememberedReading(
  read: () => Promise<number | undefined>,
  clock: () => number,
  seenLasts: number,
): () => Promise<number | undefined> {
  const ask = sharedReading(read)
  let seen: { value: number | undefined; until: number } | undefined
  return async () => {
    if (!seen || clock() >= seen.until) {
      const value = await ask()
      seen = { value, until: clock() + (value === undefined ? UNKNOWN_FOR_MS : seenLasts) }
    }
    return seen.value
  }
}

import { execFileSync } from 'node:child_process'
import { chownSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { findPostgresPrograms, type PostgresCluster, runCluster } from './postgres-cluster.ts'
import { unprivilegedOwner } from './unprivileged-owner.ts'

export interface PostgresStandby extends PostgresCluster {
  /** makes it the primary, as an operator does; resolves once it is */
  promote(): Promise<void>
  /** hears nothing of the primary any more */
  stopFollowing(): Promise<void>
}

const POLL_MS = 20

/**
 * A copy of a running cluster that follows it. When `synchronous`, from here on a commit of the primary is acknowledged
 * only once the standby has it on disk too.
 */
export async function startStandby(primary: PostgresCluster, { synchronous = true } = {}): Promise<PostgresStandby> {
  const programs = findPostgresPrograms()
  if (!programs) throw new Error('PostgreSQL is missing (apt-get install postgresql).')
  const folder = mkdtempSync(join(tmpdir(), 'wiskunde-'))
  const owner = unprivilegedOwner()
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const url = primary.url('postgres')
  execFileSync(
    join(programs, 'pg_basebackup'),
    ['--dbname', url, '--pgdata', folder, '--write-recovery-conf', '--checkpoint=fast', '--no-sync'],
    { stdio: ['ignore', 'ignore', 'inherit'], cwd: folder, ...owner },
  )
  const standby = await runCluster(folder)
  // Set after the copy was made, or the standby would wait for one of its own once it is the primary.
  if (synchronous) await set(url, 'synchronous_standby_names', '*')
  const state = synchronous ? 'sync' : 'async'
  while (!(await holds(url, `select 1 from pg_stat_replication where sync_state = '${state}'`))) await delay(POLL_MS)

  return {
    ...standby,
    stopFollowing: async () => {
      await set(standby.url('postgres'), 'primary_conninfo', '')
      while (await holds(url, 'select 1 from pg_stat_replication')) await delay(POLL_MS)
    },
    promote: async () => {
      await ask(standby.url('postgres'), 'select pg_promote()')
    },
  }
}

/** What an operator does when a standby is lost: the primary acknowledges by itself again, and lets go who waits. */
export const waitForNoStandby = (primary: PostgresCluster): Promise<void> =>
  set(primary.url('postgres'), 'synchronous_standby_names', '')

async function ask(url: string, question: string): Promise<unknown[]> {
  const client = new Client(url)
  await client.connect()
  try {
    return (await client.query(question)).rows
  } finally {
    await client.end()
  }
}

async function set(url: string, name: string, value: string): Promise<void> {
  await ask(url, `alter system set ${name} = '${value}'`)
  await ask(url, 'select pg_reload_conf()')
}

const holds = async (url: string, question: string): Promise<boolean> => (await ask(url, question)).length > 0

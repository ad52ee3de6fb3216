import { execFileSync } from 'node:child_process'
import { chownSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { findPostgresPrograms, type PostgresCluster, runCluster } from '../../support/postgres-cluster.ts'
import { unprivilegedOwner } from '../../support/unprivileged-owner.ts'
import type { Fault } from '../fault-row.ts'
import { openPostgresPlace, within } from '../support/database-place.ts'
import { endure } from './endure.ts'

/** Without its synchronous standby a primary acknowledges nothing, until an operator tells it not to wait. */
export const standbyLost: Fault = {
  quick: false,
  run: (extent) =>
    within(openPostgresPlace(), async (place) => {
      const standby = await startStandby(place.cluster)
      const rows = await endure(
        place,
        {
          databaseUrl: place.url,
          troubles: [
            {
              name: 'standby killed',
              done: 'commits wait for it until the primary is told not to',
              begin: standby.crash,
              end: () => waitForNoStandby(place.cluster),
              felt: 'unwritable',
            },
          ],
        },
        extent,
      )
      await standby.stop()
      return rows
    }),
}

const POLL_MS = 20

/** A copy of a running cluster that follows it. From here on a commit is acknowledged once the copy has it on disk too. */
async function startStandby(primary: PostgresCluster): Promise<PostgresCluster> {
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
  await set(url, 'synchronous_standby_names', '*')
  while ((await ask(url, `select 1 from pg_stat_replication where sync_state = 'sync'`)).length === 0)
    await delay(POLL_MS)
  return standby
}

/** What an operator does when a standby is lost: the primary acknowledges by itself again, and lets go who waits. */
const waitForNoStandby = (primary: PostgresCluster): Promise<void> =>
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

import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '#database/engine/open-database.ts'
import { DATABASE_MACHINES, type DatabaseMachine, type ThreeMachines } from './three-machines.ts'

/** Writers that bypass HAProxy, and the writes that both machines acknowledged to them. */
export interface DirectWriters {
  /** acknowledged by now and not in the database that there is now */
  lost(database: Database): Promise<number>
  /** number of writes acknowledged by `before` that began after `after` had acknowledged one begun since `since` */
  overlapping(before: DatabaseMachine, after: DatabaseMachine, since: number): number
  count(): number
  stop(): Promise<void>
}

/** Each row is numbered with the microsecond in which it was begun. */
const WRITE = (name: string) =>
  `runuser -u postgres -- bash -c 'cd /; while :; do n=\${EPOCHREALTIME/[.,]/}
  PGCONNECT_TIMEOUT=2 psql -qXd wiskunde -c "insert into direct_write values ('"'${name}'"', $n)" 2> /dev/null && echo $n
  sleep 0.2; done'`

/** Writes on each of the two by itself, like a client that still takes that one for the primary. */
export async function startDirectWriters(machines: ThreeMachines, database: Database): Promise<DirectWriters> {
  await sql`create table direct_write (machine text not null, n bigint not null)`.execute(database.kysely)
  // The superuser writes; the table is the application's.
  const acknowledged = { one: [] as number[], two: [] as number[] }
  let stopping = false
  const write = async (name: DatabaseMachine) => {
    let rest = ''
    const onOutput = (text: string) => {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      acknowledged[name].push(...lines.filter((line) => /^\d+$/.test(line)).map(Number))
    }
    // Ends with its machine, and begins again when that is back.
    for (; !stopping; await delay(500))
      await machines
        .at(name)
        .run(WRITE(name), { onOutput })
        .catch(() => undefined)
  }
  const writing = DATABASE_MACHINES.map(write)
  return {
    lost: async ({ kysely }) => {
      const acknowledgedRows = DATABASE_MACHINES.flatMap((name) => acknowledged[name].map((n) => `${name} ${n}`))
      const { rows } = await sql<{ machine: string; n: number }>`select machine, n from direct_write`.execute(kysely)
      const stored = new Set(rows.map(({ machine, n }) => `${machine} ${n}`))
      return acknowledgedRows.filter((one) => !stored.has(one)).length
    },
    overlapping: (before, after, since) => {
      const first = acknowledged[after].find((n) => n > since * 1_000)
      return first === undefined ? 0 : acknowledged[before].filter((n) => n > first).length
    },
    count: () => acknowledged.one.length + acknowledged.two.length,
    stop: async () => {
      stopping = true
      for (const name of DATABASE_MACHINES)
        await machines
          .at(name)
          .run('pkill -f direct_write')
          .catch(() => undefined)
      await Promise.all(writing)
    },
  }
}

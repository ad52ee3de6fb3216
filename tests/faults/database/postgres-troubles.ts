import { type Client, postgresClient } from '../../support/postgres-client.ts'
import type { TcpProxy } from '../../support/tcp-proxy.ts'
import type { Trouble } from './endure.ts'

/** Troubles on the network between the server and PostgreSQL. */
export const networkTroubles = (proxy: TcpProxy): Trouble[] => {
  const end = () => proxy.become('fine')
  return [
    {
      name: 'database slow to answer',
      done: 'each answer 40 ms late, each way',
      begin: () => proxy.become({ late: 40 }),
      end,
      felt: 'slow',
    },
    {
      name: 'database far too slow',
      done: 'each answer 1.5 s late, each way',
      begin: () => proxy.become({ late: 1_500 }),
      end,
      felt: 'away',
    },
    { name: 'database gone', done: 'connections refused', begin: () => proxy.become('away'), end, felt: 'away' },
    { name: 'database silent', done: 'no byte comes back', begin: () => proxy.become('silent'), end, felt: 'away' },
  ]
}

/**
 * Another session of PostgreSQL locks what every reading asks, and what is asked before the server calls itself ready: few people
 * on a busy machine would leave a connection for that. Of a deadlock on its way to them this session must not be the victim.
 */
export function exhaustedPool(admin: string): Trouble {
  const holder = postgresClient(admin)
  return {
    name: 'pool exhausted',
    done: 'all its connections wait for tables that another session locks',
    begin: async () => {
      await holder.connect()
      await holder.query("set deadlock_timeout = '1h'")
      await holder.query('begin; lock table school_state, "user", enrollment, session in access exclusive mode')
    },
    end: async () => {
      await holder.query('rollback')
      await holder.end()
    },
    felt: 'away',
  }
}

/** Others take every connection that PostgreSQL has, and the server loses those that it had. */
export function noConnectionLeft(admin: string): Trouble {
  const others: Client[] = []
  return {
    name: 'no connection left',
    done: 'others take all that PostgreSQL allows, and the server loses its own',
    begin: async () => {
      const first = await connected(admin)
      if (first) others.push(first)
      // Refused clients try again, as these do, until nothing is free.
      for (let free = true; free; ) {
        await first?.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where datname = 'school' and usename is not null and application_name <> 'crowd'",
        )
        const more = await Promise.all(Array.from({ length: 40 }, () => connected(admin)))
        free = more.some((client) => client !== undefined)
        others.push(...more.filter((client) => client !== undefined))
      }
    },
    end: async () => {
      await Promise.all(others.map((client) => client.end()))
    },
    felt: 'away',
  }
}

async function connected(url: string): Promise<Client | undefined> {
  const client = postgresClient({ connectionString: url, application_name: 'crowd' })
  try {
    await client.connect()
    return client
  } catch {
    return undefined
  }
}

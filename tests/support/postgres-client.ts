import { Client, type ClientConfig } from 'pg'

export type { Client } from 'pg'

/**
 * A client whose lost connection fails the query that waits for it, and nothing else: pg also emits 'error', which ends the
 * process, and so a whole run of tests, where nobody listens.
 */
export function postgresClient(config: string | ClientConfig): Client {
  const client = new Client(config)
  client.on('error', () => undefined)
  return client
}

/** Runs SQL over a connection of its own. */
export async function askPostgres(url: string, sql: string): Promise<void> {
  const client = postgresClient(url)
  try {
    await client.connect()
    await client.query(sql)
  } finally {
    await client.end().catch(() => undefined)
  }
}

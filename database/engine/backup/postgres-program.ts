import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { DatabaseRefusal } from './database-refusal.ts'

const execute = promisify(execFile)

/** A long list of what went wrong is still told, and no more than that. */
const MOST_SAID = 1_048_576

/**
 * A limit that PostgreSQL does not have by itself either. A pooler refuses to be told of it: it may not take these
 * programs, which set what the session's next user would find (search_path).
 */
const ONLY_POSTGRES_TAKES = '-c idle_session_timeout=0'

/** Runs pg_dump or pg_restore on the database of `url`, to its end. Throws `DatabaseRefusal`. */
export async function runPostgresProgram(name: 'pg_dump' | 'pg_restore', url: string, args: string[]): Promise<void> {
  const { address, password } = withoutPassword(url)
  // Arguments can be read by everybody on the machine, the environment by its owner.
  const env = {
    ...process.env,
    PGOPTIONS: ONLY_POSTGRES_TAKES,
    // Where the address names a standby too, the primary is meant, as everywhere.
    PGTARGETSESSIONATTRS: 'read-write',
    ...(password !== undefined && { PGPASSWORD: password }),
  }
  try {
    await execute(find(name), ['--no-password', `--dbname=${address}`, ...args], { env, maxBuffer: MOST_SAID })
  } catch (error) {
    if (!(error instanceof Error)) throw error
    if ('code' in error && error.code === 'ENOENT') throw new DatabaseRefusal('program-missing', name)
    const said = 'stderr' in error ? String(error.stderr).trim() : error.message
    throw new DatabaseRefusal(/unsupported startup parameter/.test(said) ? 'pooled' : 'failed', said)
  }
}

/** By text, since an address with several hosts is no URL. */
function withoutPassword(url: string): { address: string; password: string | undefined } {
  const [, scheme = '', user = '', password, rest = ''] = /^(\w+:\/\/)([^:@/?#]*)(?::([^@/?#]*))?(@.*)$/.exec(url) ?? []
  if (password === undefined) return { address: url, password }
  return { address: scheme + user + rest, password: decodeURIComponent(password) }
}

/** Where it is not on the PATH, the newest of those that Debian keeps by version: it reads the older ones' too. */
function find(name: string): string {
  const onPath = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => globSync(join(folder, name)))
  return onPath[0] ?? globSync(`/usr/lib/postgresql/*/bin/${name}`).sort().at(-1) ?? name
}

import { execFileSync } from 'node:child_process'

/** PostgreSQL and PgBouncer refuse to run as root; their packages bring a user for it. */
export function unprivilegedOwner(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

import { execFileSync } from 'node:child_process'

/** User to run PostgreSQL and PgBouncer as, which refuse root; their packages create it. Undefined when not root. */
export function unprivilegedOwner(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

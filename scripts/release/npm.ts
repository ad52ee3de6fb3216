import { execFileSync } from 'node:child_process'

/** Stands in for a machine's own npm that is older than this: only from 11 on it knows `sbom`, `--cpu` and `--libc` alike. */
const PINNED = 'npm@11.19.1'

interface Options {
  /** folder in which it runs */
  cwd: string
}

/** Runs npm 11 or newer to its end and gives what it wrote to stdout. An older machine's fetches one for it. */
export function runNpm(args: readonly string[], { cwd }: Options): string {
  const run = (command: string[]) =>
    execFileSync('npm', command, { cwd, encoding: 'utf8', maxBuffer: 2 ** 27, stdio: ['ignore', 'pipe', 'pipe'] })
  const isRecent = Number.parseInt(run(['--version']), 10) >= 11
  return run(isRecent ? [...args] : ['exec', '--yes', `--package=${PINNED}`, '--', 'npm', ...args])
}

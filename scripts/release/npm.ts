import { execFileSync } from 'node:child_process'

/** Used if the machine's npm is older than 11: earlier versions lack one of `sbom`, `--cpu` and `--libc`. */
const PINNED = 'npm@11.19.1'

interface Options {
  cwd: string
}

/** Runs npm 11 or newer and returns its stdout. An older npm downloads a newer one for it. */
export function runNpm(args: readonly string[], { cwd }: Options): string {
  const run = (command: string[]) =>
    execFileSync('npm', command, { cwd, encoding: 'utf8', maxBuffer: 2 ** 27, stdio: ['ignore', 'pipe', 'pipe'] })
  const isRecent = Number.parseInt(run(['--version']), 10) >= 11
  return run(isRecent ? [...args] : ['exec', '--yes', `--package=${PINNED}`, '--', 'npm', ...args])
}

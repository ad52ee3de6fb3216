import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { programs } from './programs.ts'

/**
 * Installs what the tests need and the machine lacks, where that can be done without asking: as root on Debian. Gives
 * back what is still missing and how to get it.
 */
export function prepareMachine(): string[] {
  const packages = missing().flatMap((program) => program.debianPackages)
  if (packages.length > 0 && process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    aptGet('update')
    aptGet('install', '--yes', '--no-install-recommends', ...packages)
  }
  return missing().map(({ name, debianPackages }) => `${name} (apt-get install ${debianPackages.join(' ')})`)
}

const missing = () => programs.filter((program) => program.find() === undefined)

function aptGet(...args: string[]): void {
  console.log(`apt-get ${args.join(' ')}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { status, stderr } = spawnSync('apt-get', ['-qq', ...args], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  if (status !== 0) console.log(String(stderr).trim())
}

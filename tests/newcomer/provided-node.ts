import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { KEPT } from '../support/bare-debian.ts'

/** The newest of each, as people have them: 18 and 20 are no longer supported by Node's makers, and are still installed. */
export const NODES = { 18: '18.20.8', 20: '20.20.2', 22: '22.23.3', 24: '24.21.0' } as const
export const NPMS = { 9: '9.2.0', 10: '10.9.9', 11: '11.19.1' } as const

/**
 * Lays a Node and an npm in a machine's /usr/local, as the archives of nodejs.org do. They come from npm's registry, once:
 * after that they are kept beside the bare Debians.
 */
export function provideNode(machine: string, node: keyof typeof NODES, npm: keyof typeof NPMS): void {
  const kept = join(KEPT, `node-${NODES[node]}-npm-${NPMS[npm]}`)
  if (!existsSync(kept)) fetchNode(kept, NODES[node], NPMS[npm])
  const local = join(machine, 'usr/local')
  for (const folder of ['bin', 'lib/node_modules']) mkdirSync(join(local, folder), { recursive: true })
  cpSync(join(kept, 'node_modules', PLATFORM, 'bin/node'), join(local, 'bin/node'))
  cpSync(join(kept, 'node_modules/npm'), join(local, 'lib/node_modules/npm'), { recursive: true })
  for (const name of ['npm', 'npx']) symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(local, 'bin', name))
}

const PLATFORM = `node-linux-${process.arch}`

/** Whole under its name, or not there at all. */
function fetchNode(kept: string, node: string, npm: string): void {
  const making = `${kept}.${process.pid}`
  mkdirSync(making, { recursive: true })
  const packages = [`${PLATFORM}@${node}`, `npm@${npm}`]
  execFileSync('npm', ['install', '--prefix', making, '--no-save', '--no-audit', '--no-fund', '--silent', ...packages])
  renameSync(making, kept)
}

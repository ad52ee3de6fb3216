import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../root.ts'
import type { Outcome } from './outcome.ts'
import { runVitest } from './vitest-runner.ts'

/**
 * Runs the files with properties again and again, from a random seed each time, until the time is up. fast-check prints the seed
 * and the path of what it finds: keep that as one of the property's `examples`, since every other run has a fixed seed.
 */
export async function explore(minutes: number, reportFolder: string): Promise<Outcome[]> {
  const files = globSync('tests/**/*.test.{ts,tsx}', { cwd: ROOT }).filter((file) =>
    /\bfc\.(assert|check|sample)\(/.test(readFileSync(join(ROOT, file), 'utf8')),
  )
  const outcomes: Outcome[] = []
  const end = performance.now() + minutes * 60_000
  while (performance.now() < end)
    outcomes.push(await runVitest(`round ${outcomes.length + 1}`, { reportFolder, files, env: { EXPLORE: '1' } }))
  return outcomes
}

/** Minutes of '10m', '1h' or '90s'. */
export function minutesOf(text: string): number {
  const [, count, unit = ''] = /^(\d+)([smh])$/.exec(text) ?? []
  const minutes = { s: 1 / 60, m: 1, h: 60 }[unit]
  if (minutes === undefined) throw new Error(`'${text}' is no time: 10m`)
  return Number(count) * minutes
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../root.ts'
import { filesInGit } from './read-house.ts'

/**
 * Shapes of the contract that are written by hand beside the schema that says the same: calls that spell out what travels,
 * and replies whose interface takes nothing from a schema.
 */
const HAND_WRITTEN = [
  /export const (\w+) = endpoint<\{/g,
  /export interface (\w+)(?:<\w+>)? extends (?:ErrorReply|Refusal|EntityReply<[^{]*) \{/g,
]

export function listShapesDeclaredTwice(): readonly string[] {
  const files = filesInGit('contract/*.ts').filter((file) => !/\.(schema|calls|gen|texts)\.ts$/.test(file))
  return files.flatMap((file) => {
    const source = readFileSync(join(ROOT, file), 'utf8')
    return HAND_WRITTEN.flatMap((pattern) => [...source.matchAll(pattern)].map(([, name]) => `${file} ${name}`))
  })
}

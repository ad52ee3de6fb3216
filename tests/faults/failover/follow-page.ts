import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../../scripts/root.ts'
import { MACHINES, type MachineName } from './cluster-network.ts'

/** Commands of a page that belong together. */
export interface PageBlock {
  /** the heading above it */
  heading: string
  machines: MachineName[]
  commands: string
  /** outputs that the page announces: `# → text` at the end of a line */
  prints: string[]
}

/** All blocks of shell of docs/high-availability.md. Throws where one does not say on which machines it is for. */
export function readPage(path = 'docs/high-availability.md'): PageBlock[] {
  const text = readFileSync(join(ROOT, path), 'utf8')
  return text.split(/^## /m).flatMap((section) => {
    const heading = section.split('\n', 1)[0] ?? ''
    return [...section.matchAll(/^```sh\n(.*?)^```/gms)].map(([, commands = '']) => {
      const named = /^# on (.+)$/m.exec(commands)?.[1] ?? ''
      const machines = MACHINES.filter((name) => new RegExp(`\\b${name}\\b`).test(named))
      if (machines.length === 0) throw new Error(`${path}, ${heading}: a block does not begin with '# on …'`)
      const prints = [...commands.matchAll(/# → (.+)$/gm)].map(([, expected = '']) => expected.trim())
      return { heading, machines, commands, prints }
    })
  })
}

export const headed = (blocks: readonly PageBlock[], heading: string): PageBlock[] => {
  const found = blocks.filter((block) => block.heading === heading)
  if (found.length === 0) throw new Error(`the page has no commands under '${heading}'`)
  return found
}

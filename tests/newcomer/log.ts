import type { NODES, NPMS } from './provided-node.ts'

/** Steps and outcome of one newcomer, on a machine of their own. */
export interface Attempt {
  debian: 12 | 13
  /** `debian`: the one of Debian's own package, with its npm */
  node: keyof typeof NODES | 'debian'
  npm: keyof typeof NPMS
  as: 'root' | 'user'
  versions: string
  steps: { what: string; seconds: number; said: string }[]
  /** why it did not go as README says */
  fault: string | undefined
}

/** Which one it is, in few letters. */
export const titleOf = ({ debian, node, npm, as }: Pick<Attempt, 'debian' | 'node' | 'npm' | 'as'>) =>
  `Debian ${debian}, ${node === 'debian' ? 'its own Node' : `Node ${node}, npm ${npm}`}, ${as}`

/** Writes the page of what was seen. */
export function writePage(attempts: readonly Attempt[], commit: string): string {
  const day = new Date().toISOString().slice(0, 10)
  return `# The first command, tried

Written by \`deploy/try-newcomer\` on ${day} at commit ${commit}: README's first commands in a fresh clone on bare Debian
machines. Each started twice, and left no process behind: after SIGTERM to all of it, and after ctrl+C. (To npm alone: 9.9 and 10.2 pass no SIGTERM on.) Seconds, on two cores that others used too.

| Debian | With | As | What was typed |
| --- | --- | --- | --- |
${attempts.map(rowOf).join('\n')}
`
}

function rowOf({ debian, versions, as, steps, fault }: Attempt): string {
  const typed = steps.map(
    ({ what, seconds, said }) => `\`${what}\` ${seconds.toFixed(0)}${said && ` (${oneLine(said)})`}`,
  )
  const ended = fault ? [`**${oneLine(fault)}**`] : []
  return `| ${debian} | ${versions} | ${as} | ${[...typed, ...ended].join(' · ')} |`
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').slice(0, 300)

import type { Engine } from './page.ts'
import type { Done } from './terminal.ts'

/** Results on one machine, and on the other one on which its backup was restored. */
export interface Trial {
  debian: 12 | 13
  engine: Engine
  /** commands by terminal */
  done: Done[][]
  checks: { section: string; what: string; result: string }[]
  versions: string
  fault: string | undefined
}

const LONGEST = 110

/** Writes the page of what was seen. */
export function writePage(trials: readonly Trial[]): string {
  const day = new Date().toISOString().slice(0, 10)
  const named = trials.map(({ debian, engine, versions, fault, done, checks }) => {
    const count = done.flat().length
    const verdict = fault
      ? `**stopped**: ${oneLine(fault)}`
      : `${count} commands and ${checks.length} checks, all as the page says`
    return `| ${debian} | ${engine} | ${verdict} | ${versions} |`
  })
  return `# The runbook, tried

Written by \`deploy/try-runbook\` on ${day}: each command of docs/runbook.md as it stands there, on bare
Debian machines. Up to three machines at a time shared two cores; a command that did not do what the page says ends the trial.

| Debian | Database | Seen | With |
| --- | --- | --- | --- |
${named.join('\n')}

## What was looked at

| Section | What | ${trials.map(titleOf).join(' | ')} |
| --- | --- | ${trials.map(() => '---').join(' | ')} |
${checksOf(trials).join('\n')}

## The commands

Seconds; '–' where the page does not ask for it. One that is there twice was done on two machines, or twice.

| | ${trials.map(titleOf).join(' | ')} |
| --- | ${trials.map(() => '---:').join(' | ')} |
${commandsOf(trials).join('\n')}
`
}

/** Which one it is, in few letters. */
export const titleOf = ({ debian, engine }: Pick<Trial, 'debian' | 'engine'>) => `${debian} ${engine}`

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').slice(0, 300)

function checksOf(trials: readonly Trial[]): string[] {
  const rows = new Map<string, string[]>()
  for (const [at, { checks }] of trials.entries())
    for (const [index, { section, what, result }] of checks.entries()) {
      const earlier = checks.slice(0, index).filter((check) => check.what === what).length
      const key = `| ${section} | ${what}${earlier > 0 ? `, ${earlier + 1}` : ''}`
      const cells = rows.get(key) ?? trials.map(() => '–')
      cells[at] = result.replaceAll('|', '\\|')
      rows.set(key, cells)
    }
  return [...rows].map(([key, cells]) => `${key} | ${cells.join(' | ')} |`)
}

/** A row a command of the page, with the seconds that it took each time that it was done. */
function commandsOf(trials: readonly Trial[]): string[] {
  const rows = new Map<string, string[]>()
  for (const [at, { done }] of trials.entries())
    for (const { section, part, command, seconds, fault } of done.flat()) {
      const title = [section, part].filter(Boolean).join(': ')
      const first = (command.split('\n')[0] ?? '').replace(/\s+# .*$/, '')
      const key = `${title}\n${first.length > LONGEST ? `${first.slice(0, LONGEST)}…` : first}`
      const cells = rows.get(key) ?? trials.map(() => '')
      const cell = fault ? '**no**' : seconds.toFixed(1)
      cells[at] = cells[at] ? `${cells[at]}, ${cell}` : cell
      rows.set(key, cells)
    }
  let last = ''
  return [...rows].flatMap(([key, cells]) => {
    const [title = '', command = ''] = key.split('\n')
    const heading = title === last ? [] : [`| **${title}** | ${trials.map(() => '').join(' | ')} |`]
    last = title
    return [...heading, `| \`${command.replaceAll('|', '\\|')}\` | ${cells.map((cell) => cell || '–').join(' | ')} |`]
  })
}

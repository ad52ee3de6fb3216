import { spawnSync } from 'node:child_process'

export type Engine = 'PostgreSQL' | 'SQLite'

/** Those of docs/runbook.md that have commands: each is tried. */
export const SECTIONS = [
  'Install',
  'Upgrade without downtime',
  'Backup and restore',
  'Through the years',
  'Outgrowing SQLite',
  'Keys',
  'Removal',
  'Seeing',
] as const

export interface Command {
  /** the command as it stands, with all its lines */
  text: string
  /** answer that the page announces in quotation marks behind the command; it may contain shell variables */
  answers: string | undefined
}

export interface Block {
  /** the headings that it stands under: 'Install', 'The first start' */
  section: string
  part: string
  /** the only one that it is for */
  engine: Engine | undefined
  commands: Command[]
}

/** The blocks of commands of a page, in order. */
export function readPage(text: string): Block[] {
  let section = ''
  let part = ''
  const blocks: Block[] = []
  for (const [, heading, title = '', code] of text.matchAll(/^(##+) (.*)$|^```sh\n([\s\S]*?)^```$/gm)) {
    if (heading === '##') [section, part] = [title, '']
    else if (heading) part = title
    else if (code !== undefined) {
      const engine = /^# (PostgreSQL|SQLite)$/m.exec(code)?.[1] === 'SQLite' ? 'SQLite' : undefined
      const only = engine ?? (/^# PostgreSQL$/m.test(code) ? 'PostgreSQL' : undefined)
      blocks.push({ section, part, engine: only, commands: commandsOf(code) })
    }
  }
  return blocks
}

/** Splits code into commands as a shell does: a loop or a function is one command, however many lines it has. */
function commandsOf(code: string): Command[] {
  const commands: Command[] = []
  let text = ''
  for (const line of code.split('\n')) {
    if (text === '' && /^\s*(#.*)?$/.test(line)) continue
    text += text === '' ? line : `\n${line}`
    if (!isWhole(text)) continue
    commands.push({ text, answers: /\s# '(.+)'$/.exec(text)?.[1] })
    text = ''
  }
  if (text !== '') throw new Error(`the page has half a command: ${text}`)
  return commands
}

function isWhole(text: string): boolean {
  if (text.endsWith('\\')) return false
  const { status, stderr } = spawnSync('bash', ['-n'], { input: text, encoding: 'utf8' })
  return status === 0 && stderr === ''
}

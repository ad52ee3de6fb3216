import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Fills `root` with the folders and settings of a machine on which a school with PostgreSQL is about to be installed. */
export function makeMachine(root: string): string {
  for (const folder of ['wiskunde', 'nginx', 'pgbouncer', 'postgresql/17/main/conf.d'])
    mkdirSync(join(root, 'etc', folder), { recursive: true })
  const settings = readFileSync('deploy/wiskunde.env', 'utf8').replace('wiskunde.school.example', 'toetsen.school.nl')
  writeFileSync(join(root, 'etc/wiskunde/wiskunde.env'), settings)
  return root
}

/** Runs deploy/renew-files of `release` on the machine in `root`, with an API server on each of `ports`; returns its output. */
export function renewFiles(root: string, { release = '.', before = '', ports = '3000 3002' } = {}): string {
  // As of root after `su`: nginx lies elsewhere.
  const env = { ...process.env, PATH: '/usr/bin:/bin', DESTDIR: root, PORTS: ports }
  const args = before === '' ? [] : [before]
  return execFileSync(join(release, 'deploy/renew-files'), args, { env, encoding: 'utf8' })
}

/** Reads an environment file. Throws on a line that a shell and systemd's EnvironmentFile would read differently. */
export function readEnvironment(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return Object.fromEntries(
    lines.map((line) => {
      const [, name, quoted, plain] = /^([A-Z_]+)=(?:"([^"$`\\]*)"|([^\s"'<>|&;$`\\]*))$/.exec(line) ?? []
      if (name === undefined) throw new Error(`'${line}' is read differently by a shell and by systemd`)
      return [name, quoted ?? plain ?? '']
    }),
  )
}

/** Directive of nginx: its name and arguments and, for a block, its contents. */
interface Directive {
  words: string[]
  inner: Directive[]
}

/** Parses an nginx file. Throws if a brace or a semicolon is missing. */
export function readNginx(text: string): Directive[] {
  const tokens =
    text.match(/#.*|'[^']*'|"[^"]*"|[{};]|(?:[^\s{};'"#]|\{\d)+/g)?.filter((token) => !token.startsWith('#')) ?? []
  const open: Directive[][] = [[]]
  let words: string[] = []
  for (const token of tokens) {
    if (!'{};'.includes(token)) {
      words.push(token.replace(/^(['"])(.*)\1$/, '$2'))
      continue
    }
    if (token === '}') {
      if (words.length > 0 || open.length === 1) throw new Error(`'${words.join(' ')}' before a brace`)
      open.pop()
      continue
    }
    const directive: Directive = { words, inner: [] }
    words = []
    open.at(-1)?.push(directive)
    if (token === '{') open.push(directive.inner)
  }
  if (open.length > 1 || words.length > 0) throw new Error(`the end is missing after '${words.join(' ')}'`)
  return open[0] ?? []
}

/** Finds all directives with this name, at any depth. */
export const named = (name: string, directives: readonly Directive[]): Directive[] =>
  directives.flatMap((directive) => [
    ...(directive.words[0] === name ? [directive] : []),
    ...named(name, directive.inner),
  ])

/** Reads the settings of a systemd unit by section. Throws on a line that systemd would ignore. */
export function readUnit(path: string): Map<string, [name: string, value: string][]> {
  const sections = new Map<string, [string, string][]>()
  let section: [string, string][] = []
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    if (/^\s*([#;].*)?$/.test(line)) continue
    const title = /^\[(Unit|Service|Install|Timer)\]$/.exec(line)?.[1]
    if (title) {
      section = []
      sections.set(title, section)
    } else section.push(settingIn(path, line))
  }
  return sections
}

function settingIn(path: string, line: string): [string, string] {
  const [, name, value] = /^([A-Z][A-Za-z]*)=(.*)$/.exec(line) ?? []
  if (name === undefined || value === undefined) throw new Error(`${path}: '${line}' is no setting`)
  return [name, value]
}

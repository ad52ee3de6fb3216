import { readFileSync } from 'node:fs'

/** The lines of a systemd unit, by section; throws on a line that systemd would ignore. */
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

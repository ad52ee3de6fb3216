import { basename } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

/** V8's marker for a file in which nearly every function runs at once (https://v8.dev/blog/explicit-compile-hints). */
const COMPILE_ALL = '//# allFunctionsCalledOnLoad\n'
/** Global with what the first file shares with those that come later. */
const SHARED = 'firstFile'

/** The one thing of a module that a classic script has not: how Vite finds styles, by addresses that begin with a slash. */
const OWN_ADDRESS = /import\.meta\.resolve\?new URL\(import\.meta\.resolve\((\w+)\)\):new URL\(\1,import\.meta\.url\)/
const EXPORTS = /export\{([^}]*)\};?\s*$/

/**
 * Makes the first file a classic script, of which the browser has the bytecode from the first start of the installed app on
 * (first-file.rationale.md), and makes it compile the whole while it arrives: without the marker V8 reads each function twice,
 * first only to find its end. What the file exports goes into a global, and the files that import from it read it there.
 */
export function firstScript(): Plugin {
  return {
    name: 'first-script',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const first = chunks.find(({ isEntry }) => isEntry)
        if (!first) throw new Error('The build has no first file')
        const { classic, shared } = asClassic(first.code)
        for (const chunk of chunks) if (chunk !== first) chunk.code = readingGlobal(chunk, first.fileName, shared)
        first.code = `${COMPILE_ALL}(()=>{"use strict";${classic}})()`
      },
    },
  }
}

/** Also gives the name within the file of each thing that it shares, by the name that the others know. */
function asClassic(code: string): { classic: string; shared: ReadonlyMap<string, string> } {
  const [exported = '', names = ''] = EXPORTS.exec(code) ?? []
  const shared = new Map(pairsOf(names).map(([own, name]) => [name, own]))
  const classic = code
    .replace(OWN_ADDRESS, 'new URL($1,location)')
    .replace(exported, () => `globalThis.${SHARED}={${[...shared.values()]}}`)
  if (/\bimport\.meta\b|^export\b/m.test(classic)) throw new Error('The first file has what only a module may have')
  return { classic, shared }
}

function readingGlobal(
  { code, fileName }: Rolldown.OutputChunk,
  first: string,
  shared: ReadonlyMap<string, string>,
): string {
  const name = basename(first)
  const from = `\\{([^}]*)\\}from"[./]+/${name.replaceAll('.', '\\.')}";?`
  const take = (taken: Pair[]) => `const{${taken.map(([one, as]) => `${shared.get(one)}:${as}`)}}=${SHARED};`
  const passOn = (passed: Pair[]) =>
    `${take(passed.map(([one]) => [one, `first_${one}`]))}export{${passed.map(([one, as]) => `first_${one} as ${as}`)}};`
  const reading = code
    .replace(new RegExp(`import${from}`), (_, names) => take(pairsOf(names)))
    .replace(new RegExp(`export${from}`), (_, names) => passOn(pairsOf(names)))
  if (reading.includes(name)) throw new Error(`${fileName} asks for the first file in a way that is not known here`)
  return reading
}

type Pair = [one: string, other: string]

/** Of a list such as 'a as b,c': a and b, c and c. */
const pairsOf = (names: string): Pair[] =>
  names
    .split(',')
    .map((name) => name.trim().split(' as '))
    .map(([one = '', other = one]) => [one, other])

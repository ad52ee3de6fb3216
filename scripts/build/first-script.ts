import { basename } from 'node:path'
import { Script } from 'node:vm'
import type { Plugin, Rolldown } from 'vite'

/** V8's marker for a file in which nearly every function runs at once (https://v8.dev/blog/explicit-compile-hints). */
const COMPILE_ALL = '//# allFunctionsCalledOnLoad\n'
/** Global with what the first file shares with those that come later. */
const SHARED = 'firstFile'

/** Vite's way to the address of a style sheet, the one thing here that only a module may do: each begins with a slash. */
const OWN_ADDRESS = /import\.meta\.resolve\?new URL\(import\.meta\.resolve\((\w+)\)\):new URL\(\1,import\.meta\.url\)/
const EXPORTS = /export\{([^}]*)\};?\s*$/

/**
 * Makes the first file a classic script, of which the browser has the bytecode from the first start of the installed app on
 * (first-file.rationale.md). V8 compiles the whole of it while it arrives: without the marker it reads each function twice, first
 * only to find its end. The exports go into a global, which the files that import them read. So these may not import each other
 * in a circle: a constant is there only once its file runs.
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
        const { classic, shared } = makeClassic(first.code)
        for (const chunk of chunks) if (chunk !== first) chunk.code = readFromGlobal(chunk, first.fileName, shared)
        first.code = `${COMPILE_ALL}(()=>{"use strict";${classic}})()`
        // Throws at all that only a module may have.
        new Script(first.code)
      },
    },
  }
}

/** Also returns the file's own name of each export, by the exported name. */
function makeClassic(code: string): { classic: string; shared: ReadonlyMap<string, string> } {
  const [exported, names] = EXPORTS.exec(code) ?? []
  if (!exported || !names) throw new Error('The first file does not end with its exports')
  const shared = new Map(pairsOf(names).map(([own, name]) => [name, own]))
  const classic = code
    .replace(OWN_ADDRESS, 'new URL($1,location)')
    .replace(exported, () => `globalThis.${SHARED}={${[...shared.values()]}}`)
  return { classic, shared }
}

function readFromGlobal(
  { code, fileName }: Rolldown.OutputChunk,
  first: string,
  shared: ReadonlyMap<string, string>,
): string {
  const name = basename(first)
  const from = `\\{([^}]*)\\}from"[./]+/${name.replaceAll('.', '\\.')}";?`
  const ownName = (exported: string): string => {
    const own = shared.get(exported)
    if (!own) throw new Error(`${fileName} imports ${exported}, which the first file does not export`)
    return own
  }
  const take = (taken: Pair[]) => `const{${taken.map(([one, as]) => `${ownName(one)}:${as}`)}}=${SHARED};`
  const passOn = (passed: Pair[]) =>
    `${take(passed.map(([one]) => [one, `first_${one}`]))}export{${passed.map(([one, as]) => `first_${one} as ${as}`)}};`
  const reading = code
    .replace(new RegExp(`import${from}`), (_, names) => take(pairsOf(names)))
    .replace(new RegExp(`export${from}`), (_, names) => passOn(pairsOf(names)))
  if (reading.includes(name)) throw new Error(`${fileName} imports the first file in a form that is not known here`)
  return reading
}

type Pair = [one: string, other: string]

/** Pairs of a list of names: 'a as b,c' gives a and b, c and c. */
const pairsOf = (names: string): Pair[] =>
  names
    .split(',')
    .map((name) => name.trim().split(' as '))
    .map(([one = '', other = one]) => [one, other])

import { fileURLToPath, pathToFileURL } from 'node:url'

/**
 * Imports the files that it is given and prints the regular expressions that they put together while they load, each with its
 * place: types are stripped in place, so that lines of a stack trace are those of the file.
 */
interface MadePattern {
  file: string
  line: number
  source: string
  flags: string
}

const made: MadePattern[] = []
const Native = RegExp
globalThis.RegExp = new Proxy(Native, {
  construct(target, args, newTarget) {
    const pattern: RegExp = Reflect.construct(target, args, newTarget)
    const [, url, line] = /(file:\/\/\S+?):(\d+):\d+\)?$/.exec(new Error('here').stack?.split('\n')[2] ?? '') ?? []
    if (url !== undefined && !url.includes('/node_modules/'))
      made.push({ file: fileURLToPath(url), line: Number(line), source: pattern.source, flags: pattern.flags })
    return pattern
  },
})

// The service worker's packages look for it as they load.
Object.assign(globalThis, { self: globalThis })
for (const file of process.argv.slice(2)) await import(pathToFileURL(file).href)
process.stdout.write(JSON.stringify(made), () => process.exit(0))

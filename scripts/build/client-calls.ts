import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type NamedOperation, operations } from '#contract/operations.ts'
import { ROOT } from '../root.ts'

/** Calls with a table of their own: a module is bundled whole into one file of the app; see first-file.rationale.md. */
const OWN_TABLES: Readonly<Record<string, readonly string[]>> = {
  'first-reads': ['getActiveSchoolyear', 'getOwnUser', 'listModuleStatuses', 'listUserTestmoments', 'readSeats'],
  'own-password': ['changeOwnPassword'],
}

/** The browser's tables, by file: method, path and type of each call without its schemas, so that zod stays on the servers. */
export function clientCalls(): ReadonlyMap<string, string> {
  const tables = Map.groupBy(operations, ({ name, file }) => {
    const [own] = Object.entries(OWN_TABLES).find(([, names]) => names.includes(name)) ?? [file]
    return `contract/${own}.gen.ts`
  })
  return new Map([...tables].map(([file, calls]) => [file, tableOf(calls)]))
}

const camel = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

function tableOf(calls: readonly NamedOperation[]): string {
  const files = [...new Set(calls.map(({ file }) => file))].toSorted()
  return [
    '// Made of the declarations of calls by `npm run contract`.',
    ...files.map((file) => `import type * as ${camel(file)}Calls from './${file}.calls.ts'`),
    `import { endpoint } from './endpoint.ts'`,
    '',
    ...calls
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .map(({ name, file, call: { method, path, event, kind } }) => {
        const about = [event && `event: '${event}'`, kind && `kind: '${kind}'`].filter(Boolean).join(', ')
        const typed = `endpoint<typeof ${camel(file)}Calls.${name}>`
        return `export const ${name} = ${typed}('${method}', '${path}'${about && `, { ${about} }`})`
      }),
    '',
  ].join('\n')
}

// launch.cjs imports this file, so that it is not Node's main one.
if (resolve(process.argv[1] ?? '') === import.meta.filename)
  for (const [file, text] of clientCalls()) writeFileSync(join(ROOT, file), text)

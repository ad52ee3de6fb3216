import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const TREE = '#src/routeTree.gen.ts'
/** The one that everybody starts with; whoever else imports the tree gets all of it. */
const FIRST_BUNDLE = '/src/app/router.ts'
const MARK = '?without-administrators'

/**
 * In a build the first bundle knows no routes of administrators: their addresses, guards and the names of their files
 * would be some two kilobytes of every student's first visit. src/app/administrator.tsx brings them.
 */
export function studentRoutes(): Plugin {
  return {
    name: 'student-routes',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (source !== TREE || !importer?.endsWith(FIRST_BUNDLE)) return null
      const tree = await this.resolve(source, importer, { skipSelf: true })
      return tree && `${tree.id}${MARK}`
    },
    load(id) {
      return id.endsWith(MARK) ? withoutAdministrators(readFileSync(id.slice(0, -MARK.length), 'utf8')) : null
    },
  }
}

const IMPORT =
  /^import \{ Route as (\w+)RouteImport \} from '\.\/routes\/(?:admin|schoolyear|education-department|user)\/.*\n/gm

/** The generated tree without administrators' routes; its types are the compiler's to check, and gone in a build. */
export function withoutAdministrators(tree: string): string {
  const names = [...tree.matchAll(IMPORT)].map(([, name]) => `${name}Route`)
  const parts = names.flatMap((name) => [
    new RegExp(`^const ${name} =\\s+${name}Import\\.update\\(\\{[^}]*\\} as any\\)\\n`, 'm'),
    new RegExp(`^  ${name}:\\s+${name},\\n`, 'm'),
  ])
  return parts.reduce(
    (rest, part) => {
      if (!part.test(rest)) throw new Error(`The generated route tree has another shape than expected: ${part}`)
      return rest.replace(part, '')
    },
    tree.replace(IMPORT, ''),
  )
}

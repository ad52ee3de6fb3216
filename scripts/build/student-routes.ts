import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const TREE = '#src/routeTree.gen.ts'
const ADMINISTRATORS = 'admin|schoolyear|education-department|user'
const NEWCOMERS = 'onboarding|activate|password-change|password-reset|register'

/** What these files get of the tree; whoever else imports it gets all. */
const PARTS = [
  { importer: '/src/app/router.ts', mark: '?for-students', of: forStudents },
  { importer: '/src/app/newcomer-routes.ts', mark: '?for-newcomers', of: forNewcomers },
]

/**
 * In a build the first bundle knows only the routes of students: the addresses, guards and file names of the others would
 * be more than three kilobytes of everybody's first visit. src/app/newcomer-routes.ts brings those of visitors and of
 * students who are new here, src/app/administrator.tsx those of administrators.
 */
export function studentRoutes(): Plugin {
  return {
    name: 'student-routes',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer) {
      const part = source === TREE && PARTS.find((one) => importer?.endsWith(one.importer))
      if (!part) return null
      const tree = await this.resolve(source, importer, { skipSelf: true })
      return tree && tree.id + part.mark
    },
    load(id) {
      const part = PARTS.find(({ mark }) => id.endsWith(mark))
      return part ? part.of(readFileSync(id.slice(0, -part.mark.length), 'utf8')) : null
    },
  }
}

export function forStudents(tree: string): string {
  return withoutRoutes(`${ADMINISTRATORS}|${NEWCOMERS}`, tree)
}

/** For visitors, and for students who are new here. */
export function forNewcomers(tree: string): string {
  return withoutRoutes(ADMINISTRATORS, tree)
}

/** The generated tree without the routes in these places; its types are the compiler's to check, and gone in a build. */
function withoutRoutes(places: string, tree: string): string {
  const imports = new RegExp(`^import \\{ Route as (\\w+)RouteImport \\} from '\\./routes/(?:${places})[/.].*\\n`, 'gm')
  const names = [...tree.matchAll(imports)].map(([, name]) => `${name}Route`)
  // The tree names parents first, and a parent can go once it has no children.
  return names.reduceRight(withoutRoute, tree.replace(imports, ''))
}

function withoutRoute(tree: string, name: string): string {
  const parts = [
    new RegExp(`^const ${name} =\\s+${name}Import\\.update\\(\\{[^}]*\\} as any\\)\\n`, 'm'),
    new RegExp(`^  ${name}:\\s+${name}(WithChildren)?,\\n`, 'm'),
  ]
  if (tree.includes(`const ${name}Children:`)) {
    parts.push(new RegExp(`^const ${name}Children: \\w+ = \\{[^}]*\\}\\n`, 'm'))
    parts.push(
      new RegExp(`^const ${name}WithChildren =\\s+${name}\\._addFileChildren\\(\\s*${name}Children,?\\s*\\)\\n`, 'm'),
    )
  }
  return parts.reduce((rest, part) => {
    if (!part.test(rest)) throw new Error(`The generated route tree has another shape than expected: ${part}`)
    return rest.replace(part, '')
  }, tree)
}

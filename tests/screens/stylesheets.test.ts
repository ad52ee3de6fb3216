import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const CODE = globSync('src/**/*.{ts,tsx}').map((path) => ({ path, text: readFileSync(path, 'utf8') }))

test('each stylesheet is imported, and each of its classes is given to something', () => {
  const left = globSync('src/**/*.module.css').flatMap((sheet) => {
    const users = CODE.filter(({ path, text }) => imported(path, text).includes(sheet))
    const classes = users.length > 0 ? classesOf(sheet) : ['imported by nobody']
    return classes
      .filter((name) => !users.some(({ text }) => new RegExp(`\\b${name}\\b`).test(text)))
      .map((name) => `${sheet}: ${name}`)
  })
  expect(left).toEqual([])
})

test('a component asks for no class that its stylesheet lacks', () => {
  const missing = CODE.flatMap(({ path, text }) =>
    [...text.matchAll(/^import (\w+) from '([^']+\.module\.css)'/gm)].flatMap(([, name, from = '']) => {
      const known = classesOf(from.startsWith('#') ? from.slice(1) : join(dirname(path), from))
      return [...text.replaceAll(from, '').matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))]
        .filter(([, asked = '']) => !known.includes(asked))
        .map(([asked]) => `${path}: ${asked}`)
    }),
  )
  expect(missing).toEqual([])
})

test('an element says nothing of its layout that layout.css does not know', () => {
  const layout = readFileSync('src/ui/layout.css', 'utf8')
  const known = new Set([...layout.matchAll(/\[(data-\w+)~?="([\w-]+)"\]/g)].map(([, name, word]) => `${name} ${word}`))
  known.add('data-layout 0')
  const said = CODE.flatMap(({ path, text }) =>
    [...text.matchAll(/(data-(?:layout|text|pad|above|width))="([^"]*)"/g)].flatMap(([, name, words = '']) =>
      words.split(' ').map((word) => ({ path, saying: `${name} ${word}` })),
    ),
  )
  expect(said.length).toBeGreaterThan(300)
  expect(said.filter(({ saying }) => !known.has(saying))).toEqual([])
})

/** rem. Where a phone ends (40), a tablet held upright (46) and what has no sidebar (64); above those for columns and tables. */
const WIDTHS = [15, 20, 24, 30, 40, 46, 60, 64, 76, 100, 112, 120, 150]
const HEIGHTS = [20, 30, 40]

test('screens change at the widths and heights that all of them share', () => {
  const queries = [
    ...globSync('src/**/*.css').flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/@media ([^{]*\d[^{]*)\{/g)].flatMap(([, query = '']) =>
        query.split(' and ').map((part) => ({ path, part: part.trim() })),
      ),
    ),
    ...CODE.flatMap(({ path, text }) =>
      [...text.matchAll(/'(\([^']*\b(?:width|height)\b[^']*rem\))'/g)].map(([, part = '']) => ({ path, part })),
    ),
  ]
  const odd = queries.filter(({ part }) => {
    const [, side, size] = part.match(/^\((?:min-|max-)?(width|height)(?::| [<>]=?) (\d+)(?:\.01)?rem\)$/) ?? []
    return !(side === 'width' ? WIDTHS : HEIGHTS).includes(Number(size))
  })
  expect(queries.length).toBeGreaterThan(100)
  expect(odd).toEqual([])
})

/**
 * Selectors that cut text off on purpose, without a sign of it: they hold no words, or words that are read elsewhere.
 */
const CUT = [
  'src/admin/import/list-area.module.css: .gutter',
  'src/admin/testmoments/calendar/year-calendar.module.css: .calendar',
  'src/admin/testmoments/calendar/year-calendar.module.css: .chip',
  'src/admin/testmoments/calendar/year-calendar.module.css: .month',
  'src/parts/date-tile.module.css: .tile',
  'src/parts/list-page/list-page.module.css: & td:last-child a',
  'src/presence/presence-view.module.css: .rows',
  'src/ui/progress.module.css: .bar',
]

test('words that do not fit are seen to go on: nothing is cut off without a sign', () => {
  const cut = globSync('src/**/*.module.css').flatMap((sheet) =>
    rulesOf(sheet)
      .filter(({ own }) => /overflow(-[xy])?: (hidden|clip)/.test(own) && !isSeenToGoOn(own))
      .map(({ selector }) => `${sheet}: ${selector}`),
  )
  expect(cut.sort()).toEqual(CUT)
})

/** With dots where it ends, or in no way seen at all. */
const isSeenToGoOn = (own: string): boolean =>
  /text-overflow: ellipsis|-webkit-line-clamp|clip-path: inset\(50%\)/.test(own)

test('what cuts off its own edge keeps the words of each line away from it', () => {
  const cutting = globSync('src/**/*.module.css').flatMap((sheet) =>
    rulesOf(sheet)
      .filter(({ own }) => /clip-path: inset\((?!50%\))/.test(own))
      .map(({ selector, nested }) => ({ at: `${sheet}: ${selector}`, nested })),
  )
  expect(cutting.map(({ at }) => at).sort()).toEqual([
    'src/parts/moment-name.module.css: .parts',
    'src/student/modules/now.module.css: .rows[data-plain] .facts',
  ])
  for (const { nested } of cutting) expect(nested).toMatch(/& > [*p] \{[^{}]*padding-inline-start: var\(--dot\)/)
})

/** Each rule of a stylesheet: what it declares itself, and what is nested in it. */
function rulesOf(sheet: string): { selector: string; own: string; nested: string }[] {
  const text = readFileSync(sheet, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
  const open: { selector: string; from: number }[] = []
  const rules: { selector: string; own: string; nested: string }[] = []
  let since = 0
  for (const { 0: sign, index } of text.matchAll(/[{};]/g)) {
    if (sign === '{') open.push({ selector: text.slice(since, index).trim(), from: index + 1 })
    const rule = sign === '}' ? open.pop() : undefined
    if (rule) {
      const nested = text.slice(rule.from, index)
      rules.push({ selector: rule.selector, own: withoutNested(nested), nested })
    }
    since = index + 1
  }
  return rules.filter(({ selector }) => !selector.startsWith('@'))
}

const withoutNested = (block: string): string => {
  const outer = block.replace(/[^;{}]*\{[^{}]*\}/g, '')
  return outer === block ? block : withoutNested(outer)
}

const imported = (path: string, text: string): string[] =>
  [...text.matchAll(/from '([^']+\.module\.css)'/g)].map(([, from = '']) =>
    from.startsWith('#') ? from.slice(1) : join(dirname(path), from),
  )

function classesOf(sheet: string): string[] {
  const rules = readFileSync(sheet, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
  return [...new Set([...rules.matchAll(/\.([a-zA-Z][\w-]*)(?=[^{};]*\{)/g)].map(([, name = '']) => name))]
}

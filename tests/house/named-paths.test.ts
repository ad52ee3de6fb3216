import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'

const ROOT_FOLDERS =
  'api-server,contract,database,deploy,docs,domain,public,push-server,scripts,server,src,sw,tests'.split(',')
const files = [
  ...globSync('{.,}*.*').filter((file) => !file.endsWith('.tsbuildinfo')),
  ...globSync(ROOT_FOLDERS.map((folder) => `${folder}/**/*`)),
].sort()
const paths = new Set(files.flatMap((file) => [file, ...foldersOf(file)]))

/** 'src', 'src/app' of 'src/app/main.tsx'. */
function foldersOf(file: string): string[] {
  const folder = dirname(file)
  return folder === '.' ? [] : [folder, ...foldersOf(folder)]
}

const FILE_NAME = /\.(?:ts|tsx|cjs|css|md|sql|yml)$/

/**
 * A path from the root, beside the text or of a file alone, and none of `/push`, `/etc/prometheus/alerts.yml` (a
 * machine's own), `PUT /user/:id` or `DATA_DIR/app.db`.
 */
const looksLikePath = (text: string): boolean =>
  /^[\w$.<>*{},-][\w$./<>*{},-]*$/.test(text) &&
  (FILE_NAME.test(text) || text.startsWith('../') || ROOT_FOLDERS.some((folder) => text.startsWith(`${folder}/`)))

/**
 * From the root, from the folder of the text that names it, or as the last part of one path: `<subject>`, `*` and `x`
 * stand for any name.
 */
function exists(named: string, from: string): boolean {
  const path = named.replace(/^\.\/|\/$/g, '')
  if (paths.has(path) || paths.has(join(dirname(from), path))) return true
  const pattern = path
    .replace(/<\w+>|\bx(?=\.)/g, '*')
    .replace(/[.$]/g, '\\$&')
    .replaceAll('*', '[^/]+')
    .replace(/\{([^}]+)\}/g, (_, names: string) => `(?:${names.replaceAll(',', '|')})`)
  const isWhole = ROOT_FOLDERS.some((folder) => path.startsWith(`${folder}/`))
  const isNamed = new RegExp(`${isWhole ? '^' : path.startsWith('.') ? '' : '(?:^|/)'}${pattern}$`)
  return [...paths].some((known) => isNamed.test(known))
}

const missingIn = (file: string, named: Iterable<string>): string[] =>
  [...new Set(named)].filter((path) => !exists(path, file)).map((path) => `${file}: ${path}`)

/** Names that others gave: of PDF, of browsers, of ky, of React, of Lighthouse, of Playwright. */
const NAMES_OF_OTHERS = [
  'ActualText',
  'innerHTML',
  'maxRetryAfter',
  'autoFocus',
  'clearStorageTypes',
  'setStorageState',
]

test('a name of code in documentation, as `camelCase`, stands in the code', () => {
  const code = files.filter(
    (file) => /\.(?:ts|tsx|cjs|json|html|css|yml)$/.test(file) && !file.endsWith('named-paths.test.ts'),
  )
  const known = new Set(code.flatMap((file) => readFileSync(file, 'utf8').match(/[A-Za-z]\w+/g) ?? []))
  const missing = files
    .filter((file) => file.endsWith('.md'))
    .flatMap((page) => {
      const named = readFileSync(page, 'utf8').matchAll(/`([A-Za-z][a-z]+[A-Z][A-Za-z]*)(?:\(\))?`/g)
      return [...new Set([...named].map(([, name = '']) => name))]
        .filter((name) => !known.has(name) && !NAMES_OF_OTHERS.includes(name))
        .map((name) => `${page}: ${name}`)
    })
  expect(missing).toEqual([])
})

test('a name of code in a comment, as `camelCase`, stands outside of comments too', () => {
  const code = files.filter((file) => /\.(?:ts|tsx|cjs)$/.test(file) && !file.endsWith('.gen.ts'))
  const lines = code.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .map((line) => ({ file, line })),
  )
  const isComment = ({ line }: { line: string }) => /^\s*(?:\/?\*|\/\/)/.test(line)
  const known = new Set(
    lines.filter((each) => !isComment(each)).flatMap(({ line }) => line.match(/[A-Za-z]\w+/g) ?? []),
  )
  const missing = lines
    .filter(isComment)
    .flatMap(({ file, line }) =>
      [...line.matchAll(/`([a-z]+[A-Z]\w*)(?:\(\))?`/g)]
        .filter(([, name = '']) => !known.has(name) && !NAMES_OF_OTHERS.includes(name))
        .map(([, name]) => `${file}: ${name}`),
    )
  expect(missing).toEqual([])
})

describe('a path exists that is named', () => {
  test('in documentation, as `path` or as a link', () => {
    const pages = files.filter((file) => file.endsWith('.md'))
    expect(pages.length).toBeGreaterThan(20)
    const missing = pages.flatMap((page) => {
      const text = readFileSync(page, 'utf8').replace(/^```.*?^```/gms, '')
      const quoted = [...text.matchAll(/`([^`\n]+)`/g)].map(([, path = '']) => path).filter(looksLikePath)
      const linked = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, path = '']) => path)
      return missingIn(page, [...quoted, ...linked])
    })
    expect(missing).toEqual([])
  })

  test('in a comment', () => {
    const code = files.filter((file) => /\.(?:ts|tsx|css|sql)$/.test(file) && !file.endsWith('.gen.ts'))
    const missing = code.flatMap((file) => {
      const comments = readFileSync(file, 'utf8').match(/\/\*.*?\*\/|(?<=^|\s)\/\/.*$/gms) ?? []
      const named = comments.flatMap((comment) => comment.match(/(?<![\w/.<>-])[\w$./-]*\w\.(?:ts|tsx|md)\b/g) ?? [])
      return missingIn(file, named)
    })
    expect(missing).toEqual([])
  })
})

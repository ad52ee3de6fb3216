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

const imported = (path: string, text: string): string[] =>
  [...text.matchAll(/from '([^']+\.module\.css)'/g)].map(([, from = '']) =>
    from.startsWith('#') ? from.slice(1) : join(dirname(path), from),
  )

function classesOf(sheet: string): string[] {
  const rules = readFileSync(sheet, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
  return [...new Set([...rules.matchAll(/\.([a-zA-Z][\w-]*)(?=[^{};]*\{)/g)].map(([, name = '']) => name))]
}

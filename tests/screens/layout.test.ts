import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const sheets = globSync('src/**/*.css').map((file) => ({ file, css: readFileSync(file, 'utf8') }))
const screens = globSync('src/**/*.tsx').map((file) => ({ file, code: readFileSync(file, 'utf8') }))

test('an element says nothing of its layout that layout.css does not know', () => {
  const layout = readFileSync('src/ui/layout.css', 'utf8')
  const known = new Set([...layout.matchAll(/\[(data-\w+)~?="([\w-]+)"\]/g)].map(([, name, word]) => `${name} ${word}`))
  const said = screens.flatMap(({ file, code }) =>
    [...code.matchAll(/(data-(?:layout|text|pad|above|width))="([^"]*)"/g)].flatMap(([, name, words = '']) =>
      words.split(' ').map((word) => ({ file, saying: `${name} ${word}` })),
    ),
  )
  expect(said.length).toBeGreaterThan(300)
  expect(said.filter(({ saying }) => !known.has(saying) && saying !== 'data-layout 0')).toEqual([])
})

test('a class that a component asks for is in the sheet that it names, and none is there that nobody asks for', () => {
  const asked = new Map<string, Set<string>>()
  for (const { file, code } of screens)
    for (const [, name, path = ''] of code.matchAll(/^import (\w+) from '([^']+\.module\.css)'/gm)) {
      const sheet = path.startsWith('#') ? path.slice(1) : join(dirname(file), path)
      const classes = asked.get(sheet) ?? new Set()
      for (const [, one = ''] of code.replaceAll(path, '').matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g')))
        classes.add(one)
      asked.set(sheet, classes)
    }
  const wrong = sheets
    .filter(({ file }) => file.endsWith('.module.css'))
    .flatMap(({ file, css }) => {
      const named = new Set([...withoutWords(css).matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name))
      const wanted = asked.get(file) ?? new Set()
      const lone = [...named, ...wanted].filter((name) => !named.has(name) || !wanted.has(name))
      return lone.map((name) => `${file}: ${name}`)
    })
  expect(wrong).toEqual([])
})

const withoutWords = (css: string) => css.replaceAll(/\/\*[\s\S]*?\*\/|"[^"]*"/g, '')

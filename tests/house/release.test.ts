import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { shippedFiles } from '../../scripts/release/contents.ts'

const shipped = new Set(shippedFiles(true))

describe('what goes into a release', () => {
  test('is all that its own programs import, by whatever name', () => {
    const { imports } = JSON.parse(readFileSync('package.json', 'utf8'))
    const placeOf = (name: string, from: string) =>
      name.startsWith('#')
        ? name.replace(/^(#[^/]+\/)(.*)/, (_, key, rest) => imports[`${key}*`].slice(2, -1) + rest)
        : join(dirname(from), name)
    const sources = [...shipped].filter((path) => path.endsWith('.ts') && path !== 'scripts/product/provide-school.ts')
    const imported = sources.flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/^(?:import|export)(?! type)[^'"]*? from '([#.][^']+)'/gm)].map(
        ([, name = '']) => ({
          path,
          place: placeOf(name, path),
        }),
      ),
    )
    expect(imported.length).toBeGreaterThan(500)
    expect(imported.filter(({ place }) => !shipped.has(place))).toEqual([])
  })

  test('holds the commands of the runbook, and nothing that is for developers', () => {
    const commands =
      readFileSync('deploy/wiskunde', 'utf8')
        .match(/^ {2}([\w |]+)\)$/m)?.[1]
        ?.split(' | ') ?? []
    expect(commands).toContain('migrate')
    expect(
      commands.map((name) => `scripts/${name}.ts`).filter((path) => existsSync(path) && !shipped.has(path)),
    ).toEqual([])
    expect(
      [...shipped].filter((path) =>
        /\.test\.|^tests|^src\/(?!ui\/display-face\.license\.txt$)|^sw\/|^deploy\/try-|screens|tsconfig/.test(path),
      ),
    ).toEqual([])
  })

  test('is all that those who run it are sent to', () => {
    // Tests and scripts, which the pages on performance and safety name, are for who has a checkout.
    const pages = [...shipped].filter((path) => path.endsWith('.md'))
    const named = [...pages, ...globSync('deploy/**/*.{env,conf,yml,service,timer}')].flatMap((page) => {
      const text = readFileSync(page, 'utf8')
      const linked = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, path = '']) => join(dirname(page), path))
      const quoted = text.match(/(?<![\w-])(?:README\.md|(?:docs|deploy)\/[\w./-]+\w\.\w+)/g) ?? []
      return [...linked, ...quoted]
    })
    expect(new Set(named).size).toBeGreaterThan(10)
    const isThere = (path: string) => shipped.has(path) || [...shipped].some((file) => file.startsWith(path))
    expect(named.filter((path) => !isThere(path))).toEqual([])
  })
})

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Lockfile {
  packages: Record<string, { optionalDependencies?: Record<string, string> }>
}

test('the lockfile holds each platform’s package of each package, or npm ci fails on every machine', () => {
  const { packages }: Lockfile = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`],
    ),
  )
  expect(missing).toEqual([])
})

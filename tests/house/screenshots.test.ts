import { globSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Most pictures in docs/screens: every copy of the repository holds them. */
const MOST_KEPT = 150

test('docs/screens has the pictures that walks take, and no other', () => {
  const taken = globSync('tests/screenshots/*.walk.ts').flatMap(picturesOf)
  expect(readdirSync('docs/screens').sort()).toEqual(taken.sort())
  expect(taken.length).toBeLessThanOrEqual(MOST_KEPT)
})

/** Names of screens are said in the walk, after the shots that are taken of each. */
function picturesOf(walk: string): string[] {
  let shots: string[] = []
  return [...readFileSync(walk, 'utf8').matchAll(/shots: \[(.+)\]|'((?:visitor|student|teacher)-[\w-]+)'/g)].flatMap(
    ([, given, screen]) => {
      if (given) shots = given.split(', ').map((shot) => shot.slice(1, -1))
      return screen ? shots.map((shot) => `${screen}-${shot}.webp`) : []
    },
  )
}

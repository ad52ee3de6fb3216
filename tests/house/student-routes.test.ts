import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { withoutAdministrators } from '../../scripts/build/student-routes.ts'

const tree = readFileSync(new URL('../../src/routeTree.gen.ts', import.meta.url), 'utf8')
const addressesIn = (code: string) => [...code.matchAll(/^ {2}path: '([^']+)'/gm)].map(([, path]) => path ?? '')
const isOfAdministrators = (path: string) => /^\/(admin|schoolyear|education-department|user)\//.test(path)

describe('the routes in the first bundle', () => {
  it('are all but those of administrators', () => {
    const all = addressesIn(tree)
    expect(all.filter(isOfAdministrators)).not.toEqual([])
    expect(addressesIn(withoutAdministrators(tree))).toEqual(all.filter((path) => !isOfAdministrators(path)))
  })

  it('are refused where the generated tree has another shape', () => {
    expect(() => withoutAdministrators(tree.replace('  AdminOverviewRoute: AdminOverviewRoute,\n', ''))).toThrow(
      'another shape',
    )
  })
})

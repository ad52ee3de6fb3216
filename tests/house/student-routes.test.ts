import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { describe, expect, it } from 'vitest'
import { forNewcomers, forStudents } from '../../scripts/build/student-routes.ts'

const tree = readFileSync(new URL('../../src/routeTree.gen.ts', import.meta.url), 'utf8')
const ROUTE = /^const (\w+) =\s+\w+Import\.update\(\{\s+id: '([^']+)',[^}]*?getParentRoute: \(\) => (\w+)/gm
/** A child's own is only what it adds to its parent's, which the tree names first. */
const addressesIn = (code: string) => {
  const addresses = new Map<string, string>()
  for (const [, name = '', id = '', parent = ''] of code.matchAll(ROUTE))
    addresses.set(name, (addresses.get(parent) ?? '') + id)
  return [...addresses.values()]
}
const isOfAdministrators = (id: string) => /^\/(admin|schoolyear|education-department|user)\//.test(id)

describe('the routes in a bundle', () => {
  it('are, in everybody’s first, those of students', () => {
    expect(addressesIn(forStudents(tree)).sort()).toEqual([
      '/',
      '/$',
      '/settings/user',
      '/student/completed-modules',
      '/student/modules',
      '/student/testmoments',
    ])
  })

  it('leave nothing behind that names what went', () => {
    expect(stripTypeScriptTypes(forStudents(tree))).not.toMatch(/Onboarding|Admin|Register/)
    expect(stripTypeScriptTypes(forNewcomers(tree))).not.toMatch(/Admin|Schoolyear/)
  })

  it('are, for newcomers, all but those of administrators', () => {
    const all = addressesIn(tree)
    expect(all.filter(isOfAdministrators)).not.toEqual([])
    expect(addressesIn(forNewcomers(tree))).toEqual(all.filter((id) => !isOfAdministrators(id)))
  })

  it('are refused where the generated tree has another shape', () => {
    expect(() => forStudents(tree.replace('  AdminOverviewRoute: AdminOverviewRoute,\n', ''))).toThrow('another shape')
  })
})

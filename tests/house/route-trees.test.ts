import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { STAFF_CODE, screenParts } from '../../scripts/build/route-code.ts'

/** The files of src/routes in a generated tree. */
const routesIn = (tree: string): string[] => {
  const code = readFileSync(new URL(`../../src/${tree}.gen.ts`, import.meta.url), 'utf8')
  return [...code.matchAll(/from '\.\/routes\/([^']+)'/g)].map(([, file = '']) => file).sort()
}
const isOfStaff = (file: string) => STAFF_CODE.test(`/src/routes/${file}`)

describe('the routes in a bundle', () => {
  it('are, in everybody’s first, those of students', () => {
    expect(routesIn('routeTree.students')).toEqual([
      '$.tsx',
      '__root.tsx',
      'index.tsx',
      'settings/index.tsx',
      'settings/user.tsx',
      'student/completed-modules.tsx',
      'student/history.tsx',
      'student/messages.tsx',
      'student/modules.tsx',
      'student/testmoments.tsx',
    ])
  })

  it('are, for newcomers, all but those of staff', () => {
    const all = routesIn('routeTree')
    expect(all.filter(isOfStaff)).toContain('admin/overview.tsx')
    expect(routesIn('routeTree.newcomers')).toEqual(all.filter((file) => !isOfStaff(file)))
  })
})

describe('what says that a screen is on its way', () => {
  it('does not come with the code of a screen of staff, or of a student’s other list: that may be what one waits for', () => {
    expect(screenParts('/student/testmoments').map((parts) => parts.includes('pendingComponent'))).toEqual([
      false,
      true,
    ])
    const staff = routesIn('routeTree').filter(isOfStaff)
    const parts = staff.map((file) => [file, screenParts(`/${file.replace(/\.tsx$/, '')}`).flat()] as const)
    expect(
      parts.filter(([, leaving]) => !leaving.includes('component') || leaving.includes('pendingComponent')),
    ).toEqual([])
  })
})

describe('the address of a screen', () => {
  it('is read by onlyRead, so that nothing of it reaches the screen that its route did not read', () => {
    const readers = globSync('src/routes/**/*.tsx').flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/validateSearch: (\w+)/g)].map(([, reader]) => [file, reader]),
    )
    expect(readers.length).toBeGreaterThan(10)
    expect(readers.filter(([, reader]) => reader !== 'onlyRead')).toEqual([])
  })
})

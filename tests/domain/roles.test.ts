import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { appStateOf, homeOf, isAdmin, isStudent } from '#domain/users/roles.ts'
import type { Role } from '#domain/users/user.schema.ts'
import { roleLabels } from '#domain/users/user.texts.ts'

const roles = fc.array(fc.constantFrom<Role>('ROLE_STUDENT', 'ROLE_ADMIN'), { maxLength: 3 })
const person = (roles: Role[], information_checked = true) => ({ roles, information_checked })

describe('who someone is', () => {
  test('a student has that role and no other', () => {
    expect(isStudent(person(['ROLE_STUDENT']))).toBe(true)
    expect(isStudent(person(['ROLE_STUDENT', 'ROLE_ADMIN']))).toBe(false)
    expect(isStudent(person(['ROLE_ADMIN', 'ROLE_STUDENT']))).toBe(false)
    expect(isStudent(person([]))).toBe(false)
  })

  test('an administrator has that role, in whatever place', () => {
    expect(isAdmin(person(['ROLE_ADMIN']))).toBe(true)
    expect(isAdmin(person(['ROLE_STUDENT', 'ROLE_ADMIN']))).toBe(true)
    expect(isAdmin(person(['ROLE_STUDENT']))).toBe(false)
  })

  test('nobody is both', () => {
    fc.assert(
      fc.property(roles, (roles) => {
        expect(isStudent(person(roles)) && isAdmin(person(roles))).toBe(false)
      }),
    )
  })

  test('roles are shown by their labels', () => {
    expect([roleLabels.ROLE_STUDENT, roleLabels.ROLE_ADMIN]).toEqual(['Student', 'Admin'])
  })
})

describe('the state of the app', () => {
  test.each([
    ['nobody', null, 'default', '/'],
    ['someone with neither role', person([]), 'default', '/'],
    ['a student whose information is not checked', person(['ROLE_STUDENT'], false), 'onboarding', '/onboarding'],
    ['a student', person(['ROLE_STUDENT']), 'student', '/student/modules'],
    ['a teacher', person(['ROLE_ADMIN']), 'admin', '/admin/overview'],
    ['a teacher whose information is not checked', person(['ROLE_ADMIN'], false), 'admin', '/admin/overview'],
    ['a teacher who is a student too', person(['ROLE_STUDENT', 'ROLE_ADMIN'], false), 'admin', '/admin/overview'],
  ] as const)('for %s', (_, user, state, home) => {
    expect(appStateOf(user)).toBe(state)
    expect(homeOf(state)).toBe(home)
  })
})

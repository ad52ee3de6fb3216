import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { appStateOf, columnsReaching, homeOf, isStudent, ROLES, type Role, reaches } from '#domain/users/roles.ts'
import { roleTexts } from '#domain/users/user.texts.ts'

const held = fc.array(fc.constantFrom(...ROLES), { maxLength: 3 })
const person = (roles: Role[], information_checked = true) => ({ roles, information_checked })

describe('the role of a user', () => {
  test('a student has that role and no other', () => {
    expect(isStudent(person(['ROLE_STUDENT']))).toBe(true)
    expect(isStudent(person(['ROLE_STUDENT', 'ROLE_ADMIN']))).toBe(false)
    expect(isStudent(person(['ROLE_ADMIN', 'ROLE_STUDENT']))).toBe(false)
    expect(isStudent(person([]))).toBe(false)
  })

  test('an administrator has that role, in whatever place', () => {
    expect(reaches(person(['ROLE_ADMIN']), 'administration')).toBe(true)
    expect(reaches(person(['ROLE_STUDENT', 'ROLE_ADMIN']), 'administration')).toBe(true)
    expect(reaches(person(['ROLE_STUDENT']), 'administration')).toBe(false)
  })

  test('nobody is both', () => {
    fc.assert(
      fc.property(held, (roles) => {
        expect(isStudent(person(roles)) && reaches(person(roles), 'administration')).toBe(false)
      }),
    )
  })

  test('roles are shown by their labels', () => {
    expect([roleTexts.ROLE_STUDENT.label, roleTexts.ROLE_ADMIN.label]).toEqual(['Student', 'Admin'])
  })
})

describe('what somebody reaches', () => {
  test.each([
    ['own-enrollments', ['ROLE_STUDENT']],
    ['administration', ['ROLE_ADMIN']],
    ['presence-lists', ['ROLE_ADMIN']],
  ] as const)('%s', (area, expected) => {
    expect(ROLES.filter((role) => reaches(person([role]), area))).toEqual(expected)
    expect(reaches(person([]), area)).toBe(false)
  })

  test('is found in the column in each possible order of the roles', () => {
    expect(columnsReaching('administration').toSorted()).toEqual([
      'ROLE_ADMIN',
      'ROLE_ADMIN ROLE_STUDENT',
      'ROLE_STUDENT ROLE_ADMIN',
    ])
    expect(columnsReaching('own-enrollments')).toEqual(['ROLE_STUDENT'])
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
    expect(homeOf(user)).toBe(home)
  })
})

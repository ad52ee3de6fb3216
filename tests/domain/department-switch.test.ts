import { describe, expect, test } from 'vitest'
import {
  type DepartmentFacts,
  departmentSwitch,
  departmentSwitchRefusal,
  type SwitchingStudent,
} from '#domain/departments/department.rules.ts'
import { departmentSwitchRefusalTexts } from '#domain/departments/department.texts.ts'
import { onboardingRefusalTexts } from '#domain/users/user.texts.ts'

const NOW = Date.parse('2026-10-25T12:00:00Z')

const department = (id: number, moduleIds: number[], more: Partial<DepartmentFacts> = {}): DepartmentFacts => ({
  id,
  archived: false,
  modules: moduleIds.map((module) => ({ id: module, active: true })),
  ...more,
})
const technics = department(1, [1, 2])
const economy = department(2, [2, 3, 4])
const student: SwitchingStudent = {
  information_checked: true,
  department: technics,
  completed_module_ids: new Set(),
  enrollments: [],
}
type Held = SwitchingStudent['enrollments'][number]
const enrolledIn = (module_id: number, moment: Partial<Held['moment']> = {}): Held => ({
  testmoment_id: 9,
  module_id,
  has_record: false,
  moment: { date: '2026-11-24', duration: 'day', schoolyear_active: true, ...moment },
})
const outcome = (changes: Partial<SwitchingStudent>, to = economy) =>
  departmentSwitch({ ...student, ...changes }, to, NOW)

describe('a switch adds', () => {
  test('what the new department holds and the old one did not', () => {
    expect(outcome({}).added_module_ids).toEqual([3, 4])
  })

  test('all of the new one for who had none', () => {
    expect(outcome({ department: null }).added_module_ids).toEqual([2, 3, 4])
  })

  test('nothing that the student has completed, and nothing that is out of use', () => {
    expect(outcome({ completed_module_ids: new Set([3]) }).added_module_ids).toEqual([4])
    const withOld = department(2, [], { modules: [{ id: 3, active: false }] })
    expect(outcome({}, withOld).added_module_ids).toEqual([])
  })
})

describe('a switch ends', () => {
  const ended = (...enrollments: Held[]) => outcome({ enrollments }).ended.map(({ module_id }) => module_id)

  test('current enrollments in what the new department does not hold', () => {
    expect(ended(enrolledIn(1), enrolledIn(2))).toEqual([1])
  })

  test('until the last day of a moment is over', () => {
    expect(ended(enrolledIn(1, { date: '2026-10-25' }))).toEqual([1])
    expect(ended(enrolledIn(1, { date: '2026-10-24' }))).toEqual([])
    expect(ended(enrolledIn(1, { date: '2026-10-19', duration: 'week' }))).toEqual([1])
    expect(ended(enrolledIn(1, { date: '2026-10-18', duration: 'week' }))).toEqual([])
  })

  test('nothing that a presence or a result belongs to', () => {
    expect(ended({ ...enrolledIn(1), has_record: true }, enrolledIn(1))).toEqual([1])
  })

  test('nothing of another school year', () => {
    expect(ended(enrolledIn(1, { schoolyear_active: false }))).toEqual([])
  })

  test('also what neither department holds', () => {
    expect(ended(enrolledIn(7))).toEqual([7])
  })
})

test('to one’s own department nothing changes', () => {
  expect(outcome({ enrollments: [enrolledIn(7)] }, technics)).toEqual({ added_module_ids: [], ended: [] })
})

describe('a switch is refused', () => {
  test('before onboarding was confirmed', () => {
    const unchecked = { ...student, information_checked: false }
    expect(departmentSwitchRefusal(unchecked, economy)).toBe('onboarding-unfinished')
  })

  test('to a department that is not there, or no longer offered', () => {
    expect(departmentSwitchRefusal(student, undefined)).toBe('education-department-unavailable')
    const archived = department(2, [2], { archived: true })
    expect(departmentSwitchRefusal(student, archived)).toBe('education-department-unavailable')
  })

  test('but not to one’s own, archived or not', () => {
    expect(departmentSwitchRefusal(student, { ...technics, archived: true })).toBeNull()
    expect(departmentSwitchRefusal(student, economy)).toBeNull()
  })
})

test('an obstacle has the same sentence as in onboarding', () => {
  expect(departmentSwitchRefusalTexts).toEqual({
    'onboarding-unfinished': 'Wisselen van studierichting kan pas als de gegevens zijn bevestigd.',
    'education-department-unavailable': onboardingRefusalTexts['education-department-unavailable'],
  })
})

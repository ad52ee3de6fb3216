import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isOffered, type ModuleFacts, mayEnroll } from '#domain/enrollments/enrollment.rules.ts'
import { momentObstacle } from '#domain/enrollments/moment-obstacle.rules.ts'
import type { MomentFacts } from '#domain/testmoments/testmoment.rules.ts'
import { enrollmentsAt, modules, moments, NOW } from './support/enrollment.arbitrary.ts'

const module = (id: number, facts: Partial<ModuleFacts> = {}): ModuleFacts => ({
  id,
  active: true,
  in_department: true,
  is_completed: false,
  ...facts,
})
const open: MomentFacts = {
  id: 1,
  date: '2026-11-24',
  duration: 'day',
  enrollments_enabled: true,
  enrollments_close_at: null,
  max_enrollments: 1,
  schoolyear_active: true,
  module_ids: [1, 2],
}
const idsAt = (moment: MomentFacts, modules: ModuleFacts[]) =>
  modules
    .filter((module) => mayEnroll({ moment, module, enrollments: [], by: 'student', now: NOW }).allowed)
    .map(({ id }) => id)

describe('the modules a student may choose at a moment', () => {
  test('are those of the moment', () => expect(idsAt(open, [module(1), module(2), module(3)])).toEqual([1, 2]))

  test('are all of them when the moment lists none', () => {
    expect(idsAt({ ...open, module_ids: [] }, [module(1), module(2), module(3)])).toEqual([1, 2, 3])
  })

  test.each([
    ['completed', { is_completed: true }],
    ['no longer active', { active: false }],
    ['of another department', { in_department: false }],
  ])('are not those that are %s, whether the moment lists modules or not', (_, facts) => {
    expect(idsAt(open, [module(1, facts), module(2)])).toEqual([2])
    expect(idsAt({ ...open, module_ids: [] }, [module(1, facts), module(2)])).toEqual([2])
  })

  test('are none where the department has no modules', () => expect(idsAt(open, [])).toEqual([]))
})

describe('obstacles between a student and a moment', () => {
  const full = [{ testmoment_id: 1, module_id: 2, moment: open }]
  const obstacle = (moment: MomentFacts, modules: ModuleFacts[], enrollments = full) =>
    momentObstacle(moment, modules, enrollments, NOW)

  test('nothing, when something can still be chosen', () => expect(obstacle(open, [module(1)], [])).toBeNull())

  test('that it is closed', () => expect(obstacle({ ...open, enrollments_enabled: false }, [])).toBe('closed'))

  test('that none of the department’s modules is offered', () => {
    expect(obstacle(open, [module(3), module(1, { active: false })])).toBe('nothing-offered')
  })

  test('that all that is offered was completed', () => {
    expect(obstacle(open, [module(1, { is_completed: true }), module(3)])).toBe('all-completed')
  })

  test('that the limit is reached', () => expect(obstacle(open, [module(1), module(2)])).toBe('no-slots-left'))

  test('every such obstacle is a refusal for every module', () => {
    const situations = moments.chain((moment) =>
      fc.record({ moment: fc.constant(moment), modules: fc.array(modules), enrollments: enrollmentsAt([moment]) }),
    )
    fc.assert(
      fc.property(situations, ({ moment, modules, enrollments }) => {
        if (momentObstacle(moment, modules, enrollments, NOW) === null) {
          expect(modules.some((module) => isOffered(moment, module) && !module.is_completed)).toBe(true)
          return
        }
        for (const module of modules)
          expect(mayEnroll({ moment, module, enrollments, by: 'student', now: NOW }).allowed).toBe(false)
      }),
      { numRuns: 500 },
    )
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isNoLongerOffered, onlyModules, switchedOn, withModules } from '#domain/testmoments/testmoment-edit.rules.ts'
import { testmomentModulesTexts } from '#domain/testmoments/testmoment-edit.texts.ts'
import { MODULE_IDS } from './support/enrollment.arbitrary.ts'

const [off, on] = [(id: number) => ({ id, auto_enroll: false }), (id: number) => ({ id, auto_enroll: true })]
const lists = fc
  .subarray(MODULE_IDS)
  .chain((ids) => fc.tuple(...ids.map((id) => fc.boolean().map((auto_enroll) => ({ id, auto_enroll })))))

describe('the modules of a moment', () => {
  test('are added to, and changed, by those named', () => {
    expect(withModules([off(1), on(2)], [{ id: 3 }, { id: 2, auto_enroll: false }])).toEqual([off(1), off(2), off(3)])
  })
  test('keep a toggle that is not named', () => expect(withModules([on(1)], [{ id: 1 }])).toEqual([on(1)]))
  test('are only those named when they are replaced', () => {
    expect(onlyModules([on(1), off(2)], [{ id: 1 }, on(3)])).toEqual([on(1), on(3)])
  })
  test('named twice are as they were named last', () => {
    expect(onlyModules([], [on(1), off(1)])).toEqual([off(1)])
  })
  test('are switched on when they were off, or not there', () => {
    expect(switchedOn([off(1), on(2), on(3)], [on(1), on(2), off(3), on(4), off(5)])).toEqual([1, 4])
  })
  test('are called by name, with what goes by itself', () => {
    const { show } = testmomentModulesTexts.modules
    expect(show([])).toBe('Alle modules')
    expect(
      show([
        { name: 'ALG', auto_enroll: true },
        { name: 'GON', auto_enroll: false },
      ]),
    ).toBe('ALG (automatisch), GON')
  })
})

describe('a module is withdrawn', () => {
  const active = (id: number) => ({ id, active: true })
  const inactive = (id: number) => ({ id, active: false })
  test('when it is taken from the list', () => {
    expect(isNoLongerOffered(active(1), { before: [off(1), off(2)], after: [off(2)] })).toBe(true)
  })
  test('when the first list does not hold it', () => {
    expect(isNoLongerOffered(active(1), { before: [], after: [off(2)] })).toBe(true)
  })
  test('not when its removal opens all modules, unless it is not in use', () => {
    expect(isNoLongerOffered(active(1), { before: [off(1)], after: [] })).toBe(false)
    expect(isNoLongerOffered(inactive(1), { before: [off(1)], after: [] })).toBe(true)
  })
  test('not by a list that stays as it is', () => {
    fc.assert(
      fc.property(lists, fc.constantFrom(...MODULE_IDS), fc.boolean(), (listed, id, inUse) => {
        expect(isNoLongerOffered({ id, active: inUse }, { before: listed, after: listed })).toBe(false)
      }),
    )
  })
  test('never while the moment lists it, nor while it is in use and the moment lists none', () => {
    fc.assert(
      fc.property(lists, lists, fc.constantFrom(...MODULE_IDS), (before, after, id) => {
        const offered = after.length === 0 || after.some((module) => module.id === id)
        if (offered) expect(isNoLongerOffered(active(id), { before, after })).toBe(false)
      }),
    )
  })
})

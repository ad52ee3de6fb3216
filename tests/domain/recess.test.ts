import { describe, expect, test } from 'vitest'
import {
  proposedRecess,
  recessRefusal,
  recessRemarks,
  tidyRecesses,
  wholeWeeks,
} from '#domain/schoolyears/recess.rules.ts'
import { recessListText, recessRemarkText } from '#domain/schoolyears/recess.texts.ts'
import { schoolyearDeletionRefusal, schoolyearEditRefusal } from '#domain/schoolyears/schoolyear.rules.ts'

const autumn = { name: 'Herfstvakantie', first_day: '2026-10-17', last_day: '2026-10-25' }
const study = { name: 'Studiedag', first_day: '2026-10-23', last_day: '2026-10-23' }
const summer = { name: 'Zomervakantie', first_day: '2027-07-10', last_day: '2027-08-22' }

describe('days without lessons', () => {
  test('need a name, and end when they began or later', () => {
    expect(recessRefusal(autumn)).toBeNull()
    expect(recessRefusal(study)).toBeNull()
    expect(recessRefusal({ ...autumn, name: ' ' })).toBe('school-name-missing')
    expect(recessRefusal({ ...autumn, last_day: '2026-10-16' })).toBe('recess-reversed')
  })

  test('are kept by their first day, with tidy names', () => {
    expect(tidyRecesses([summer, { ...autumn, name: ' Herfst  vakantie ' }])).toEqual([
      { ...autumn, name: 'Herfst vakantie' },
      summer,
    ])
  })

  test('are remarked where they overlap or leave the year', () => {
    const all = [autumn, study, summer]
    const said = all.map((_, index) => recessRemarks(all, index, '2026-2027').map(recessRemarkText))
    expect(said).toEqual([
      ['Valt deels samen met Studiedag.'],
      ['Valt deels samen met Herfstvakantie.'],
      ['Valt (deels) buiten dit schooljaar.'],
    ])
    expect(recessRemarks(all, 2, 'Proefjaar')).toEqual([])
  })

  test('can be whole weeks, from Monday to Sunday', () => {
    for (const day of ['2026-10-19', '2026-10-21', '2026-10-25'])
      expect(wholeWeeks(day, 1)).toEqual({ first_day: '2026-10-19', last_day: '2026-10-25' })
    expect(wholeWeeks('2026-12-23', 2)).toEqual({ first_day: '2026-12-21', last_day: '2027-01-03' })
  })

  test.for([
    ['Herfstvakantie', '2026-10-19', '2026-10-25'],
    ['Kerstvakantie', '2026-12-21', '2027-01-03'],
    ['Meivakantie', '2027-04-26', '2027-05-09'],
    ['Zomervakantie', '2027-07-19', '2027-07-31'],
    ['Projectweek', '2026-08-31', '2026-09-06'],
  ])('begin, as %s, from %s to %s', ([name = '', first_day, last_day]) => {
    expect(proposedRecess(name, { startYear: 2026, after: undefined })).toEqual({ name, first_day, last_day })
  })

  test('begin after the last of them, and Christmas in the weekend gives the two weeks after it', () => {
    expect(proposedRecess('', { startYear: 2026, after: '2026-10-25' }).first_day).toBe('2026-10-26')
    expect(proposedRecess('Kerstvakantie', { startYear: 2027, after: undefined }).first_day).toBe('2027-12-27')
  })

  test('are written out for the log', () => {
    expect(recessListText([autumn, study])).toBe(
      'Herfstvakantie: za 17 okt 2026 – zo 25 okt 2026; Studiedag: vr 23 okt 2026',
    )
    expect(recessListText([])).toBe('geen')
  })
})

describe('a school year', () => {
  test('that is active is not put away, and one that is put away does not become active', () => {
    expect(schoolyearEditRefusal({ active: true, archived: true }, { archived: false })).toBe('schoolyear-active')
    expect(schoolyearEditRefusal({ active: true, archived: true }, { archived: true })).toBe('schoolyear-archived')
    expect(schoolyearEditRefusal({ active: true, archived: false }, { archived: true })).toBeNull()
    expect(schoolyearEditRefusal({ active: false, archived: true }, { archived: false })).toBeNull()
  })

  test('is deleted only while it is not active and no test moments hang on it', () => {
    expect(schoolyearDeletionRefusal({ active: false, testmoments: 0 })).toBeNull()
    expect(schoolyearDeletionRefusal({ active: true, testmoments: 0 })).toBe('schoolyear-active')
    expect(schoolyearDeletionRefusal({ active: true, testmoments: 2 })).toBe('schoolyear-in-use')
  })
})

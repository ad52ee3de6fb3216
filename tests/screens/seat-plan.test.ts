import { expect, test } from 'vitest'
import { obstacleLabel, waitingTexts } from '#src/admin/testmoments/waiting/waiting.texts.ts'
import { planSeats } from '#src/admin/testmoments/waiting/waiting-dialog.tsx'

/** Waiting entries by place in line; a student with an 's' has a seat there already. */
const entries = (...places: string[]) =>
  places.map((place) => ({
    place: Number.parseInt(place, 10),
    has_seat: place.endsWith('s'),
    user: { id: Number.parseInt(place, 10) },
  }))
const plan = (free: number | null, ...places: string[]) => {
  const { fitting, ...numbers } = planSeats(entries(...places), { free })
  return { ...numbers, fitting: fitting.map(({ place }) => place) }
}

test.each([
  ['the first in line takes the seat that is left', plan(1, '1'), { newcomers: 1, above: 0, fitting: [1], longer: 0 }],
  [
    'of three for two seats the last comes above',
    plan(2, '1', '2', '3'),
    { newcomers: 3, above: 1, fitting: [1, 2], longer: 0 },
  ],
  ['where nothing is left all do', plan(0, '1', '2'), { newcomers: 2, above: 2, fitting: [], longer: 0 }],
  ['out of turn the others wait longer', plan(5, '2', '5'), { newcomers: 2, above: 0, fitting: [2, 5], longer: 3 }],
  [
    'two modules of one student take one seat',
    plan(1, '1', '1'),
    { newcomers: 1, above: 0, fitting: [1, 1], longer: 0 },
  ],
  ['who has a seat takes none', plan(0, '1s', '2'), { newcomers: 1, above: 1, fitting: [1], longer: 0 }],
  ['without a limit nobody comes above', plan(null, '1', '2'), { newcomers: 2, above: 0, fitting: [1, 2], longer: 0 }],
  ['nobody is nobody', plan(3), { newcomers: 0, above: 0, fitting: [], longer: 0 }],
])('%s', (_, found, expected) => expect(found).toEqual(expected))

test('how many seats are taken then is said, not how many are given', () => {
  expect(waitingTexts.given(1, 4, 3)).toBe('1 student krijgt een plaats. Dan zijn er 3 van 4 bezet.')
  expect(waitingTexts.given(2, 0, 9)).toBe('2 studenten krijgen een plaats.')
})

test('what keeps a student from a seat is said of them, not what is said of the whole line', () => {
  const label = (obstacle: Parameters<typeof obstacleLabel>[0]['obstacle']) =>
    obstacleLabel({ obstacle, module_name: 'ALG' }, Date.parse('2026-03-10T09:00:00.000Z'))
  expect(label(null)).toBeNull()
  expect(label({ refusal: 'enrollments-closed' })).toBeNull()
  expect(label({ refusal: 'enrollments-closed', half: 'enrolling' })).toBeNull()
  expect(label({ refusal: 'schoolyear-inactive' })).toBeNull()
  expect(label({ refusal: 'enrollments-closed', half: 'leaving' })).toBe(
    'Het moment waarvan de student komt, is gesloten.',
  )
  expect(label({ refusal: 'module-completed' })).toBe('Heeft module ALG al afgerond.')
})

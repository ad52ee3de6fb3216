import { describe, expect, test } from 'vitest'
import { countdownLabel, countdownStep } from '#domain/calendar/date-labels.ts'

const seconds = (count: number) => count * 1_000
const minutes = (count: number) => seconds(count * 60)
const hours = (count: number) => minutes(count * 60)

describe('a countdown', () => {
  test.each([
    [hours(24 * 12), '12 dagen'],
    [hours(48), '2 dagen'],
    [hours(48) - 1, '48 uur'],
    [hours(2) + minutes(10), '2 uur'],
    [hours(1), '1 uur'],
    [hours(1) - 1, '60 min'],
    [minutes(22) + seconds(37), '23 min'],
    [minutes(2), '2 min'],
    [minutes(1), '60 sec'],
    [seconds(9), '9 sec'],
    [1, '1 sec'],
  ])('of %i ms reads %s', (left, label) => {
    expect(countdownLabel(left)).toBe(label)
  })

  test('is updated each second in the last hour, and each minute before', () => {
    expect(countdownStep(hours(1) + 1)).toBe(60_000)
    expect(countdownStep(hours(1))).toBe(1_000)
  })
})

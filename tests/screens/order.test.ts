import { describe, expect, it } from 'vitest'
import { nextOrder, ordered } from '#src/ui/table.tsx'

const rows = [{ name: 'WIS10' }, { name: 'éénhoorn' }, { name: 'WIS2' }]
const byName = ({ name }: { name: string }) => name
const names = (direction: 'ascending' | 'descending') => ordered(rows, { key: 'name', direction }, byName).map(byName)

describe('the order of a table', () => {
  it('is as the rows came while nobody asked for another', () => {
    expect(ordered(rows, null, byName)).toBe(rows)
    expect(ordered(rows, { key: 'name', direction: 'ascending' }, undefined)).toBe(rows)
  })
  it('is the Dutch alphabet, with numbers by what they amount to', () => {
    expect(names('ascending')).toEqual(['éénhoorn', 'WIS2', 'WIS10'])
    expect(names('descending')).toEqual(['WIS10', 'WIS2', 'éénhoorn'])
  })
  it('is by amount where the column holds figures', () => {
    const figures = [{ students: 10 }, { students: 9 }, { students: 100 }]
    const sorted = ordered(figures, { key: 's', direction: 'ascending' }, ({ students }) => students)
    expect(sorted.map(({ students }) => students)).toEqual([9, 10, 100])
  })
  it('goes up, down, and back as a header is pressed; another header starts over', () => {
    const up = nextOrder(null, 'name')
    expect(up).toEqual({ key: 'name', direction: 'ascending' })
    const down = nextOrder(up, 'name')
    expect(down).toEqual({ key: 'name', direction: 'descending' })
    expect(nextOrder(down, 'name')).toBeNull()
    expect(nextOrder(down, 'students')).toEqual({ key: 'students', direction: 'ascending' })
  })
})

import { expect, test } from 'vitest'
import type { WhenAndWhere } from '#domain/calendar/when-and-where.schema.ts'
import { messageRefusal } from '#domain/messages/message.rules.ts'
import { roomActLabel, roomAudienceLabel, roomSubject, roomText } from '#domain/rooms/chair.texts.ts'

const now = Date.parse('2026-03-10T09:00:00Z')
const moment: WhenAndWhere = {
  ...{ date: '2026-03-20', duration: 'day' as const, starts_at: '09:00', ends_at: '11:00' },
  location: 'Sporthal Noord',
}
const chair = (room: string, seat_number: number | null = null) => ({ room, seat_number })

test('a message about a room says which test, where, and where it was before', () => {
  const told = { moment, from: null, to: chair('3.14', 12), modules: ['ALG1', 'GON2'], now }
  expect(roomSubject(told)).toBe('Je zaal is bekend: vr 20 mrt om 09:00')
  expect(roomText(told)).toBe(
    ['Modules: ALG1, GON2', 'Wanneer: vr 20 mrt, 09:00–11:00', 'Waar: Zaal 3.14, plaats 12, Sporthal Noord'].join('\n'),
  )
  const moved = { ...told, from: chair('3.14', 12), to: chair('D1.22', 3), modules: ['ALG1'] }
  expect(roomSubject(moved)).toBe('Je zaal is gewijzigd: 3.14 → D1.22 (vr 20 mrt om 09:00)')
  expect(roomText(moved)).toBe(
    [
      'Module: ALG1',
      'Wanneer: vr 20 mrt, 09:00–11:00',
      'Waar: D1.22, plaats 3, Sporthal Noord',
      'Eerder: Zaal 3.14, plaats 12',
    ].join('\n'),
  )
  const again = { ...moved, from: chair('D1.22', 4) }
  expect(roomSubject(again)).toBe('Je plaats in D1.22 is gewijzigd: vr 20 mrt om 09:00')
  expect(roomText(again)).toMatch(/Waar: D1\.22, plaats 3, .*\nEerder: D1\.22, plaats 4$/)
  const lost = { ...moved, moment: { ...moment, ends_at: null, location: null }, to: null, modules: [] }
  expect(roomSubject(lost)).toBe('Je zaal is gewijzigd: 3.14 → nog niet bekend (vr 20 mrt om 09:00)')
  expect(roomText(lost)).toBe('Wanneer: vr 20 mrt, 09:00\nWaar: nog niet bekend\nEerder: Zaal 3.14, plaats 12')
  const week = { ...told, moment: { ...moment, duration: 'week' as const, starts_at: null, ends_at: null } }
  expect(roomSubject(week)).toBe('Je zaal is bekend: week van 20 mrt')
})

test('the longest names of rooms leave a subject that can be sent', () => {
  for (const name of ['a'.repeat(80), '🪑'.repeat(80), `${'a'.repeat(38)}${'🪑'.repeat(21)}`]) {
    const next = `${name.slice(0, -2)}b`
    const subject = roomSubject({ moment: { ...moment, date: '2027-03-20' }, from: chair(name), to: chair(next), now })
    expect(messageRefusal({ subject, text: 'x' }), subject).toBe(null)
    expect(subject.isWellFormed()).toBe(true)
  }
})

test('for teachers two moments of one day have names of their own', () => {
  expect(roomAudienceLabel('3.14', moment)).toBe('Zaal 3.14: vr 20 mrt 2026 om 09:00')
  expect(roomAudienceLabel(null, moment)).toBe('Zaal nog niet bekend: vr 20 mrt 2026 om 09:00')
  expect(roomActLabel('published', moment)).toBe('Zalen bekendgemaakt: vr 20 mrt 2026 om 09:00')
})

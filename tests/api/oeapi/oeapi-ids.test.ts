import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createIds, type Kind } from '#api-server/oeapi/ids.ts'

const ids = createIds(Buffer.alloc(32, 7))
const elsewhere = createIds(randomBytes(32))
const kind = fc.constantFrom<Kind>('person', 'association', 'attempt', 'test-component-offering', 'academic-session')
const number = fc.integer({ min: 0, max: 2 ** 30 - 1 })

test('an id is a UUID of version 8 that reads back as what it was written from, and only by its own school and kind', () => {
  fc.assert(
    fc.property(kind, kind, number, number, (one, other, first, second) => {
      const id = ids.write(one, first, second)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      expect(ids.read(one, id)).toEqual({ first, second })
      expect(ids.read(one, id.toUpperCase())).toEqual({ first, second })
      expect(elsewhere.read(one, id)).toBeUndefined()
      if (one !== other) expect(ids.read(other, id)).toBeUndefined()
    }),
  )
})

test('an id with one other digit is unknown, and so is any text', () => {
  fc.assert(
    fc.property(number, fc.integer({ min: 0, max: 35 }), fc.constantFrom(...'0123456789abcdef'), (first, at, digit) => {
      const id = ids.write('person', first)
      const changed = id.slice(0, at) + digit + id.slice(at + 1)
      if (changed !== id) expect(ids.read('person', changed)).toBeUndefined()
    }),
  )
  fc.assert(fc.property(fc.oneof(fc.string(), fc.uuid()), (text) => ids.read('person', text) === undefined))
})

test('ids of rows that follow each other have nothing in common, so nobody counts students by them', () => {
  const made = Array.from({ length: 1_000 }, (_, first) => ids.write('person', first))
  expect(new Set(made.map((id) => id.slice(0, 8))).size).toBeGreaterThan(990)
})

test('the same key makes the same ids for ever: other systems keep them', () => {
  expect([ids.write('person', 1), ids.write('test-component-offering', 12, 3)]).toMatchInlineSnapshot(`
    [
      "06b908c0-1422-87ef-b350-20f9d6da2397",
      "7152b7b1-b147-8d53-9b59-e58423b01076",
    ]
  `)
})

test('a number that does not fit fails loudly', () => {
  for (const wrong of [2 ** 30, 2 ** 31, -1, 1.5, Number.NaN]) {
    expect(() => ids.write('person', wrong)).toThrow(RangeError)
    expect(() => ids.write('test-component-offering', 1, wrong)).toThrow(RangeError)
  }
})

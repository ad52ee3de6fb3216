import { expect, test } from 'vitest'
import { printable } from '#api-server/exports/testmoment/presence-checklist/printable.ts'

/** The blocks of Unicode in which names are written, from its first letter to its last. */
const blocks = [
  ['Latin', 0x0041, 0x024f],
  ['phonetic Latin', 0x0250, 0x02af],
  ['Greek', 0x0370, 0x03ff],
  ['Cyrillic', 0x0400, 0x052f],
  ['Vietnamese and other Latin', 0x1e00, 0x1eff],
  ['Greek with accents', 0x1f00, 0x1fff],
  ['Latin of African and older languages', 0x2c60, 0x2c7f],
  ['older Cyrillic', 0xa640, 0xa69f],
  ['older Latin', 0xa720, 0xa7ca],
  ['Cyrillic above the line', 0x1e030, 0x1e06d],
  ['wide Latin', 0xff21, 0xff5a],
] as const

/** Coptic letters stand among the Greek ones. */
const OURS = /^(?=\p{L}|\p{M})[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u

test.each(blocks)('every letter of %s prints', (_, first, last) => {
  const letters = Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index))
  const named = letters.filter((letter) => OURS.test(letter))
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((letter) => !printable(letter).whole)).toEqual([])
})

test('a letter and its mark print as one', () => {
  expect(printable('Nguye\u0302\u0303n')).toEqual({ text: 'Nguy\u1ec5n', whole: true })
})

test('a form of a letter prints as that letter', () => {
  expect(printable('Ａｎｎａ')).toEqual({ text: 'Anna', whole: true })
})

test('another letter is replaced, so that it is seen to be missing', () => {
  expect(printable('Li 李小明')).toEqual({ text: 'Li \uFFFD\uFFFD\uFFFD', whole: false })
})

import { describe, expect, test } from 'vitest'
import { fontOf, lettersOf, linesOf, printable, visualRuns } from '#api-server/acts/exports/fonts.ts'

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

test.each([
  ['李小明', 'chinese'],
  ['陳學龍', 'chinese'],
  ['鈴木さくらハナ々', 'chinese'],
  ['김민수', 'korean'],
  ['محمدپگ', 'arabic'],
  ['שלוםךָ', 'hebrew'],
  ['क्षत्रियशर्मा', 'devanagari'],
  ['สมชายกำลัง', 'thai'],
  ['😀👩🏽‍💻🇳🇱1️⃣❤️', 'emoji'],
  ['Nguyễn', 'latin'],
] as const)('%s prints, each letter in the font of its script', (text, font) => {
  expect(printable(text)).toEqual({ text, whole: true })
  expect(new Set(lettersOf(text).map(fontOf))).toEqual(new Set([font]))
})

test('a letter that none of our fonts has is replaced, so that it is seen to be missing', () => {
  expect(printable('Li 𠮷தமி')).toEqual({ text: 'Li \uFFFD\uFFFD\uFFFD', whole: false })
})

describe('a line of several scripts', () => {
  const drawn = (line: string) => visualRuns(line).map(({ text }) => text)

  test('is drawn from left to right, words that are read to the left the other way around', () => {
    expect(drawn('Al-Sayed, علي حسن')).toEqual(['Al-Sayed, ', 'حسن', ' ', 'علي'])
    expect(drawn('לוי, Sam 12')).toEqual(['לוי', ', Sam 12'])
    expect(drawn('محمد, علي')).toEqual(['علي', ' ,', 'محمد'])
  })

  test('keeps figures among such words as they are read, and turns brackets', () => {
    expect(drawn('(דוד 123)')).toEqual(['(', '123', ' ', 'דוד', ')'])
    expect(drawn('דוד (לוי) דן')).toEqual(['דן', ' (', 'לוי', ') ', 'דוד'])
  })

  test('never puts two words of Arabic in one run, which pdfkit would swap', () => {
    for (const { text, font } of visualRuns('بن عبد الله, فاطمة الزهراء'))
      if (font === 'arabic') expect(text).not.toMatch(/\s/)
  })

  test('is broken at spaces, and inside a word only when it fits no line, losing nothing', () => {
    const widthOf = (line: string) => lettersOf(line).length
    expect(linesOf('علي بن حسن', 6, widthOf)).toEqual(['علي بن', 'حسن'])
    expect(linesOf(`${'王'.repeat(7)}, 小`, 3, widthOf)).toEqual(['王王王', '王王王', '王,', '小'])
    expect(linesOf('👩🏽‍💻👩🏽‍💻', 1, widthOf)).toEqual(['👩🏽‍💻', '👩🏽‍💻'])
  })
})

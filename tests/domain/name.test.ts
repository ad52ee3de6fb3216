import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nameRefusalTexts } from '#domain/users/user.texts.ts'
import { MAX_NAME_LENGTH, nameRefusal, tidyName } from '#domain/users/user-edit.rules.ts'

describe('a name', () => {
  test.for([
    'Sanne',
    'van den Berg-Öztürk',
    "d'Ancona",
    'Ólafsdóttir',
    'Nguyễn Thị Minh Khai',
    'Влади́мир',
    'محمد',
    'علی\u200cرضا',
    'अनुष्\u200dका',
    '王',
    '𠮷田',
    'X Æ A-12',
    '3',
  ])('%s is fine', (name) => {
    expect(nameRefusal(name)).toBeNull()
  })

  test.for(['', '   ', '\u00a0\u3000', '-', '…', '\u200b\u200d', '\u0301', '🙂'])('%j is missing', (name) => {
    expect(nameRefusal(name)).toBe('name-missing')
  })

  test.for([
    'Sam\nJansen',
    'Sam\u0000',
    'Sam\u2028Jansen',
    'Sa\u202enasnaJ',
    'Sam\u2066J',
    '\ud83d',
    'Sam\tJ',
    '\u3164',
    '\u115f\u1160',
    'A\u200fB',
  ])('%j is unreadable', (name) => {
    expect(nameRefusal(name)).toBe('name-unreadable')
  })

  test('has at most 100 characters, counted as people count them', () => {
    expect(MAX_NAME_LENGTH).toBe(100)
    for (const letter of ['a', 'é', 'e\u0301', '𠮷']) {
      expect(nameRefusal(letter.repeat(100))).toBeNull()
      expect(nameRefusal(letter.repeat(101))).toBe('name-too-long')
      expect(nameRefusal(`  ${letter.repeat(100)}  `)).toBeNull()
    }
  })

  test('is kept composed and without spaces around it, which changes nothing about it', () => {
    expect(tidyName('\u200f  Zo\u00ade\u2060\u0308\u00a0 Maria\u3000\ufeff')).toBe('Zoë Maria')
    expect(tidyName('علی\u200cرضا')).toBe('علی\u200cرضا')
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        expect(tidyName(tidyName(name))).toBe(tidyName(name))
        expect(nameRefusal(tidyName(name))).toBe(nameRefusal(name))
      }),
    )
  })

  test('is refused in words that give the limit', () => {
    expect(nameRefusalTexts['name-too-long']).toBe('Een naam mag niet langer zijn dan 100 tekens.')
  })
})

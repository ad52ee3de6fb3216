import { describe, expect, it } from 'vitest'
import { textParts } from '#domain/messages/text-parts.ts'

const linksIn = (text: string) => textParts(text).flatMap(({ href }) => href ?? [])

describe('a message in parts', () => {
  it('is words and the addresses among them, and nothing of it is lost', () => {
    const text = 'Zie https://school.test/rooster\nof http://school.test. Tot dan!'
    expect(textParts(text)).toEqual([
      { text: 'Zie ' },
      { text: 'https://school.test/rooster', href: 'https://school.test/rooster' },
      { text: '\nof ' },
      { text: 'http://school.test', href: 'http://school.test' },
      { text: '. Tot dan!' },
    ])
  })

  it('is one part where there is no address, and none where there is no text', () => {
    expect(textParts('Tot dan!')).toEqual([{ text: 'Tot dan!' }])
    expect(textParts('')).toEqual([])
  })

  it.each([
    ['(zie https://school.test/a)', 'https://school.test/a'],
    ['https://school.test/toets_(wiskunde).', 'https://school.test/toets_(wiskunde)'],
    ['[https://school.test/a?b=1&c=2#d],', 'https://school.test/a?b=1&c=2#d'],
    ['“https://school.test/a”', 'https://school.test/a'],
    ['<https://school.test/a>', 'https://school.test/a'],
    ['HTTPS://SCHOOL.TEST/A?!', 'HTTPS://SCHOOL.TEST/A'],
    ['https://school.test/é/wiskunde…', 'https://school.test/é/wiskunde'],
  ])('in %s the link is %s', (text, href) => {
    expect(linksIn(text)).toEqual([href])
    expect(
      textParts(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text)
  })

  it.each([
    'javascript:alert(1)',
    'ftp://school.test/a',
    'www.school.test',
    'mail docent@school.test',
    'https://',
    'http://)',
    'https://school.test@elsewhere.test/login',
    'https://school.test:wachtwoord@elsewhere.test',
  ])('%s is no link', (text) => {
    expect(linksIn(text)).toEqual([])
    expect(textParts(text)).toEqual([{ text }])
  })
})

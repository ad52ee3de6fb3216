import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { importTextSchema } from '#domain/import/import.schema.ts'
import { decodeList } from '#src/admin/import/decode-list.ts'
import { importTexts } from '#src/admin/import/import.texts.ts'
import { readListFile } from '#src/admin/import/list-file.ts'

const LIST = 'voornaam;achternaam;e-mail\r\nZoë;Müller-Çelik;zoe@school.test\r\nÅsa;d’Ancona;asa@school.test\r\n'

const utf8 = (text: string) => new TextEncoder().encode(text)
const utf16 = (text: string, littleEndian: boolean) => {
  const view = new DataView(new ArrayBuffer(text.length * 2))
  for (let at = 0; at < text.length; at++) view.setUint16(at * 2, text.charCodeAt(at), littleEndian)
  return new Uint8Array(view.buffer)
}
/** The characters of LIST beyond Latin-1 that Windows-1252 has at another place. */
const windows1252 = (text: string) => Uint8Array.from([...text], (sign) => (sign === '’' ? 0x92 : sign.charCodeAt(0)))
const marked = (mark: number[], bytes: Uint8Array) => Uint8Array.from([...mark, ...bytes])

describe('the text of a list', () => {
  test.each([
    ['UTF-8', utf8(LIST)],
    ['UTF-8 with a mark', marked([0xef, 0xbb, 0xbf], utf8(LIST))],
    ['UTF-16 with a mark, as Excel’s “Unicode text”', marked([0xff, 0xfe], utf16(LIST, true))],
    ['UTF-16, the other way around, with a mark', marked([0xfe, 0xff], utf16(LIST, false))],
    ['UTF-16 without a mark', utf16(LIST, true)],
    ['UTF-16, the other way around, without a mark', utf16(LIST, false)],
    ['Windows-1252, as Excel’s CSV', windows1252(LIST)],
  ])('is read from %s', (_, bytes) => {
    expect(decodeList(bytes)?.text).toBe(LIST)
  })

  test.each([
    ['macintosh', 'Zoë;Müller\r\nRenée;Curaçao', 'Zo\x91;M\x9fller\r\nRen\x8ee;Cura\x8dao'],
    ['cp850', 'Zoë;Müller\r\nRenée;Curaçao', 'Zo\x89;M\x81ller\r\nRen\x82e;Cura\x87ao'],
    ['windows-1250', 'Łukasz;Wiśniewski\r\nJiří;Dvořák', '\xa3ukasz;Wi\x9cniewski\r\nJi\xf8\xed;Dvo\xf8\xe1k'],
    ['windows-1254', 'Ayşe;Yıldız\r\nOğuz;Şahin', 'Ay\xfee;Y\xfdld\xfdz\r\nO\xf0uz;\xdeahin'],
  ] as const)('is guessed from %s, which a person is asked to look at', (legacy, text, bytes) => {
    expect(decodeList(Uint8Array.from(bytes, (sign) => sign.charCodeAt(0)))).toEqual({ text, legacy })
  })

  test('is read from UTF-8 whatever it contains', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (cell) => {
        const text = `e-mail;voornaam\r\n${cell.replaceAll('\0', '')}`
        expect(decodeList(utf8(text))).toEqual({ text, legacy: null })
      }),
    )
  })

  test('is none when nothing is there', () => {
    expect(decodeList(new Uint8Array())?.text).toBe('')
  })

  test.each([
    ['a picture', [0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13, 0, 0, 1]],
    ['a zip', [0x50, 0x4b, 5, 6, 0, 0, 0, 0]],
  ])('is not looked for in %s', (_, bytes) => {
    expect(decodeList(Uint8Array.from(bytes))).toBeNull()
  })

  test('never fails, whatever bytes come', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        expect(typeof (decodeList(bytes)?.text ?? '')).toBe('string')
      }),
    )
  })

  test.each(['<html><table>', '  <!DOCTYPE html>', '<?xml version="1.0"?>', '<table border="1">'])(
    'is none in a web page that is called .xls: %s',
    async (start) => {
      const file = new File([start, '<tr><td>Zoë</td></tr>'], 'cijfers.xls')
      expect(await readListFile(file, () => 0)).toEqual({ refusal: importTexts.webPage })
      expect(importTexts.webPage).toMatch(/^Dit bestand is een webpagina of XML, ook al heet het \.xls\. /)
    },
  )
})

test('a list may be as long as the server takes it, however many bytes a sign has', async () => {
  const read = (signs: number) => readListFile(new File([utf16('a'.repeat(signs), true)], 'a.txt'), () => 0)
  expect(await read(2_000_001)).toEqual({ refusal: importTexts.tooLarge })
  const { data } = importTextSchema.safeParse('a'.repeat(2_000_000))
  expect(await read(2_000_000)).toMatchObject({ kind: 'text', text: data })
})

import { expect, test } from 'vitest'
import { attachment } from '#api-server/platform/content-disposition.ts'
import { fileName } from '#api-server/testmoments/exports/participation.ts'

test('a file is called after its moment', () => {
  expect(fileName('toetsmoment', { date: '2026-11-24', duration: 'day' })).toBe('toetsmoment-2026-11-24.xlsx')
  expect(fileName('presentielijst', { date: '2026-11-23', duration: 'week' })).toBe(
    'presentielijst-week-van-2026-11-23.pdf',
  )
})

test('a plain name is told twice alike', () => {
  expect(attachment('lijst-2026.pdf')).toBe(`attachment; filename="lijst-2026.pdf"; filename*=UTF-8''lijst-2026.pdf`)
})

test('letters beyond ASCII stay for who can read them', () => {
  expect(attachment('België ✓.pdf')).toBe(
    `attachment; filename="Belgie _.pdf"; filename*=UTF-8''Belgi%C3%AB%20%E2%9C%93.pdf`,
  )
})

test.each([
  ['quotes', 'a"; filename="b.exe'],
  ['line ends', 'a\r\nSet-Cookie: b=c'],
  ['paths', '../../etc/passwd'],
  ['paths of Windows', '..\\..\\autorun.inf'],
  ['percent signs', 'a%22%0d%0a.pdf'],
  ['half a letter', 'a\ud800.pdf'],
  ['quotes of RFC 8187', "a'en'b(*).pdf"],
])('%s cannot end the header or lead elsewhere', (_, name) => {
  const header = attachment(name)
  expect(header).toMatch(/^attachment; filename="[\w .()-]+"; filename\*=UTF-8''(?:[\w.!~-]|%[\dA-F]{2})+$/)
  const decoded = decodeURIComponent(header.slice(header.indexOf("''") + 2))
  expect(decoded).not.toMatch(/[\p{Cc}/\\]|^\./u)
})

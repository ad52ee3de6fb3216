import { expect, test } from 'vitest'
import { fileOf, nameIn } from '#src/api/sending.ts'

test('a file is called as the server says, in all its letters', () => {
  const header = `attachment; filename="lijst Jose.pdf"; filename*=UTF-8''lijst%20Jos%C3%A9.pdf`
  expect(nameIn(header)).toBe('lijst José.pdf')
  expect(nameIn('attachment; filename="mijn-gegevens.json"')).toBe('mijn-gegevens.json')
})

test('an answer without a name is no file of the API, such as a captive portal’s page', async () => {
  await expect(fileOf(new Response('<h1>Welkom</h1>'))).rejects.toThrow(TypeError)
})

test('its content is what was sent', async () => {
  const headers = { 'content-disposition': 'attachment; filename="a.txt"' }
  const { name, content } = await fileOf(new Response('inhoud', { headers }))
  expect([name, await content.text()]).toEqual(['a.txt', 'inhoud'])
})

import { afterEach, expect, it, vi } from 'vitest'
import { eventually } from '#tests/support/eventually.ts'

const AT = 'https://school.test'

afterEach(() => vi.unstubAllGlobals())

interface Opening {
  request: Request
  respondWith(answer: Promise<Response>): void
  waitUntil(work: Promise<unknown>): void
}

/** A worker that keeps the app's page; says of an address that somebody opens whether it answers with that. */
async function worker(waiting: { postMessage(word: unknown): void } | null = null) {
  vi.resetModules()
  const listeners: ((opening: Opening) => void)[] = []
  const caches = { open: async () => ({ match: async () => new Response('page') }), match: async () => undefined }
  const registration = { scope: `${AT}/`, waiting }
  const everywhere = { caches, registration, location: new URL(AT) }
  for (const [name, value] of Object.entries(everywhere)) vi.stubGlobal(name, value)
  vi.stubGlobal('self', {
    ...everywhere,
    __WB_MANIFEST: [{ url: 'index.html', revision: '1' }],
    clients: { matchAll: async () => [] },
    addEventListener: (type: string, listener: never) => type === 'fetch' && listeners.push(listener),
  })
  const { keepShell } = await import('#sw/precache.ts')
  keepShell()
  return (path: string): boolean => {
    let answers = false
    const respondWith = (answer: Promise<Response>) => {
      answers = true
      answer.catch(() => undefined)
    }
    const request = Object.defineProperty(new Request(AT + path), 'mode', { value: 'navigate' })
    for (const listener of listeners) listener({ request, respondWith, waitUntil: () => undefined })
    return answers
  }
}

it('is the app at every address but those that the servers answer, as on the way to the school and back', async () => {
  const isApp = await worker()
  for (const path of ['/student/modules?module=3', '/login', '/second-factor/sleutel', '/stepped-up'])
    expect([path, isApp(path)]).toEqual([path, true])
  for (const path of ['?return=%2Fstudent%2Fmodules', '/callback?code=a&state=b', '/end'])
    expect([path, isApp(`/api/v1/school_login${path}`)]).toEqual([path, false])
})

it('lets in a version that waits where the installed app starts', async () => {
  const words: unknown[] = []
  const open = await worker({ postMessage: (word) => words.push(word) })
  expect(open('/')).toBe(true)
  await eventually(() => expect(words).toEqual([{ type: 'SKIP_WAITING' }]))
})

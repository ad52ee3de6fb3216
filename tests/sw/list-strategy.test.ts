import { describe, expect, it } from 'vitest'
import type { KeptList } from '#sw/lists/list-store.ts'
import { KEPT_AT, KEPT_FOR, KEPT_IS_OUTDATED } from '#sw/messages.ts'
import { authorization, list, NINE_O_CLOCK, PATH, SEVEN, stage } from './support/asking.ts'

const MINUTE = 60_000

describe('the server’s word', () => {
  it('is given as it came, and kept with when it was said', async () => {
    const { askServer, askKept, settled } = await stage(list('mei'))
    expect(await (await askServer()).json()).toEqual({ entities: ['mei'] })
    await settled()
    const kept = await askKept()
    expect(kept.status).toBe(200)
    expect(kept.headers.get(KEPT_AT)).toBe(String(NINE_O_CLOCK))
    expect(kept.headers.get('content-type')).toMatch(/json/)
    expect(await kept.json()).toEqual({ entities: ['mei'] })
  })

  it('is asked for by what is kept, and where that still holds it is given and counts as said now', async () => {
    const { askServer, askKept, settled, clock, requests } = await stage(list('mei'), { status: 304 })
    await askServer()
    await settled()
    clock.now += MINUTE
    const again = await askServer()
    expect(again.status).toBe(200)
    expect(again.headers.get(KEPT_AT)).toBeNull()
    expect(await again.json()).toEqual({ entities: ['mei'] })
    expect(requests.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"mei"'])
    await settled()
    expect((await askKept()).headers.get(KEPT_AT)).toBe(String(NINE_O_CLOCK + MINUTE))
  })

  it('takes the place of what was kept', async () => {
    const { askServer, askKept, settled } = await stage(list('mei'), list('juni'))
    await askServer()
    await settled()
    await askServer()
    await settled()
    expect(await (await askKept()).json()).toEqual({ entities: ['juni'] })
  })

  it('without a tag is fetched each time', async () => {
    const { askServer, settled, requests } = await stage({ body: {} })
    await askServer()
    await settled()
    await askServer()
    expect(requests[1]?.headers['if-none-match']).toBeUndefined()
  })

  it('carries the reader’s token, and asks for nothing from the browser’s own cache', async () => {
    const { askServer, requests } = await stage(list('mei'))
    await askServer()
    expect(requests[0]?.headers.authorization).toBe(authorization(SEVEN).authorization)
    expect(requests[0]?.headers['cache-control']).toBe('no-cache')
  })

  it('that there is no such thing is kept too', async () => {
    const { askServer, askKept, settled } = await stage({ status: 404, body: { reason: 'not-found' } })
    expect((await askServer()).status).toBe(404)
    await settled()
    const kept = await askKept()
    expect(kept.status).toBe(404)
    expect(await kept.json()).toEqual({ reason: 'not-found' })
  })

  it.each([
    ['a page', '<h1>Welkom op ons wifi</h1>', 'text/html'],
    ['a list on a page', '{"entities":["wifi"]}', 'text/html'],
    ['JSON of its own', '{"login":"wifi"}', 'application/json'],
  ])(
    'is not %s of a stranger on the way, as before a login to the Wi-Fi: what was kept stays',
    async (_, text, type) => {
      const portal = { text, headers: { 'content-type': type } }
      const { askServer, askKept, settled } = await stage(list('mei'), portal)
      await askServer()
      await settled()
      expect(await (await askServer()).text()).toContain('wifi')
      await settled()
      expect(await (await askKept()).json()).toEqual({ entities: ['mei'] })
    },
  )

  it.each([400, 403, 410])('%i takes away what was kept', async (status) => {
    const { askServer, settled, kept } = await stage(list('mei'), { status })
    await askServer()
    await settled()
    expect((await askServer()).status).toBe(status)
    await settled()
    expect(kept()).toEqual([])
  })

  it.each([401, 408, 429, 500, 503])('%i says nothing of the list, and leaves it', async (status) => {
    const { askServer, settled, kept } = await stage(list('mei'), { status })
    await askServer()
    await settled()
    expect((await askServer()).status).toBe(status)
    await settled()
    expect(kept()).toHaveLength(1)
  })

  it('that does not come is not replaced by what is kept: the page decides', async () => {
    const { askServer, settled, kept } = await stage(list('mei'), 'cut')
    await askServer()
    await settled()
    await expect(askServer()).rejects.toThrow()
    expect(kept()).toHaveLength(1)
  })

  it('goes on when the page gives up, and is kept', async () => {
    const { askWith, url, settled, kept } = await stage(list('mei'))
    const page = new AbortController()
    const answer = askWith(url, authorization(SEVEN), page.signal)
    page.abort()
    await answer
    await settled()
    expect(kept()).toHaveLength(1)
  })
})

describe('what is kept', () => {
  it('is asked for without the server, which need not be there', async () => {
    const { askServer, askKept, settled, requests } = await stage(list('mei'), 'cut')
    await askServer()
    await settled()
    expect((await askKept()).status).toBe(200)
    expect(requests).toHaveLength(1)
  })

  it('is 204 where there is nothing', async () => {
    const { askKept } = await stage('cut')
    const answer = await askKept()
    expect(answer.status).toBe(204)
    expect(answer.headers.get(KEPT_AT)).toBeNull()
  })

  it('is identified by path and query', async () => {
    const { askServer, askWith, url, settled } = await stage(list('mei'))
    await askServer()
    await settled()
    expect((await askWith(`${url}?module_id=2`, { [KEPT_FOR]: '7' })).status).toBe(204)
  })

  it('says so when there has been news, until the server was asked again', async () => {
    const { askServer, askKept, settled, store, clock } = await stage(list('mei'))
    await askServer()
    await settled()
    expect((await askKept()).headers.has(KEPT_IS_OUTDATED)).toBe(false)
    await store.outdate()
    expect((await askKept()).headers.has(KEPT_IS_OUTDATED)).toBe(true)
    clock.now += MINUTE
    await askServer()
    await settled()
    expect((await askKept()).headers.has(KEPT_IS_OUTDATED)).toBe(false)
  })
})

describe.each<[string, (list: KeptList) => Partial<KeptList>]>([
  ['of another shape, as a former release kept it', () => ({ shape: 'another' })],
  ['damaged', ({ body }) => ({ body: body.slice(0, -3) })],
  ['empty', () => ({ body: '' })],
  ['no answer of ours', () => ({ body: '42' })],
  ['an answer without its list', () => ({ body: '{"error":"login required"}' })],
  ['a list of nothing', () => ({ body: '{"entities":[null]}' })],
  ['nothing', () => ({ body: 'null' })],
])('a row that is %s', (_, change) => {
  it('is no row: the server is asked as if nothing were known, and its answer takes the place', async () => {
    const { askServer, askKept, settled, store, kept, requests } = await stage(list('mei'), list('juni'))
    await askServer()
    await settled()
    const [row] = kept()
    if (!row) throw new Error('nothing was kept')
    await store.keep({ ...row, ...change(row) }, 1)
    expect((await askKept()).status).toBe(204)
    expect(await (await askServer()).json()).toEqual({ entities: ['juni'] })
    expect(requests[1]?.headers['if-none-match']).toBeUndefined()
    await settled()
    expect(await (await askKept()).json()).toEqual({ entities: ['juni'] })
  })
})

describe('a row that holds the student’s own change', () => {
  it('is given as it is now, and replaced by the server’s next list without a question for its tag', async () => {
    const { askServer, askKept, settled, store, requests } = await stage(list('mei'), list('juni'))
    await askServer()
    await settled()
    await store.amend(SEVEN, PATH, '{"entities":["mei","mine"]}')
    expect(await (await askKept()).json()).toEqual({ entities: ['mei', 'mine'] })
    expect(await (await askServer()).json()).toEqual({ entities: ['juni'] })
    expect(requests[1]?.headers['if-none-match']).toBeUndefined()
  })

  it('is nobody else’s, and none where nothing was kept', async () => {
    const { askServer, askKept, settled, store } = await stage(list('mei'))
    await store.amend(SEVEN, PATH, '{"entities":["mine"]}')
    expect((await askKept()).status).toBe(204)
    await askServer()
    await settled()
    await store.amend(8, PATH, '{"entities":["theirs"]}')
    expect(await (await askKept()).json()).toEqual({ entities: ['mei'] })
  })
})

describe('what was kept long ago', () => {
  // The clock stands at 14 November 2023.
  const AUGUST = Date.parse('2024-08-01T00:00:00+02:00')

  it.each([
    ['is there as long as a session lasts', NINE_O_CLOCK + 90 * 1440 * MINUTE, 200],
    ['is not, when no session lasts that long', NINE_O_CLOCK + 90 * 1440 * MINUTE + 1, 204],
  ])('%s', async (_, later, status) => {
    const { askServer, askKept, settled, clock } = await stage(list('mei'))
    await askServer()
    await settled()
    clock.now = later
    expect((await askKept()).status).toBe(status)
  })

  it('is of a former school year from the first of August on, and not given', async () => {
    const { askServer, askKept, settled, clock } = await stage(list('mei'))
    clock.now = AUGUST - MINUTE
    await askServer()
    await settled()
    expect((await askKept()).status).toBe(200)
    clock.now = AUGUST
    expect((await askKept()).status).toBe(204)
  })
})

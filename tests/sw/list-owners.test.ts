import { expect, it } from 'vitest'
import { list, SEVEN, stage } from './support/asking.ts'

/** The question has left the worker, and the answer has yet to come: that takes a turn of the network. */
const underWay = () => new Promise(setImmediate)

it('another reader is given nothing, and nothing of theirs is kept', async () => {
  const { askServer, askKept, settled, kept } = await stage(list('mei'))
  await askServer()
  await settled()
  expect((await askKept(8)).status).toBe(204)
  expect((await askServer(8)).status).toBe(200)
  await settled()
  expect(kept().map(({ reader }) => reader)).toEqual([SEVEN])
})

it('an answer that comes after the logout is not kept', async () => {
  const { askServer, settled, store, kept } = await stage(list('mei'))
  const late = askServer()
  await underWay()
  await store.giveTo(null)
  expect((await late).status).toBe(200)
  await settled()
  expect(kept()).toEqual([])
})

it('nor one that comes after somebody logged out and in again', async () => {
  const { askServer, settled, store, kept } = await stage(list('mei'))
  const late = askServer()
  await underWay()
  await store.giveTo(null)
  await store.giveTo(SEVEN)
  await late
  await settled()
  expect(kept()).toEqual([])
})

it('a reply to a user who just logged in is kept, also when it was requested before the worker knew of them', async () => {
  const { askServer, settled, store, kept } = await stage(list('mei'))
  await store.giveTo(null)
  const asked = askServer(8)
  await underWay()
  await store.giveTo(8)
  await asked
  await settled()
  expect(kept().map(({ reader }) => reader)).toEqual([8])
})

it('“unchanged” after the logout is still answered, and not kept', async () => {
  const { askServer, settled, store, kept } = await stage(list('mei'), { status: 304 })
  await askServer()
  await settled()
  const late = askServer()
  await underWay()
  await store.giveTo(null)
  expect(await (await late).json()).toEqual({ entities: ['mei'] })
  await settled()
  expect(kept()).toEqual([])
})

it('a question of nobody’s goes to the server as it is', async () => {
  const { askWith, url, settled, kept, requests } = await stage({ status: 401, body: { reason: 'token-missing' } })
  expect((await askWith(url, {})).status).toBe(401)
  expect((await askWith(url, { authorization: 'Bearer nonsense' })).status).toBe(401)
  expect((await askWith(url, { authorization: 'Bearer a.b%.c' })).status).toBe(401)
  expect((await askWith(url, { authorization: `Bearer a.${btoa('{"sub":"x"}')}.c` })).status).toBe(401)
  await settled()
  expect(requests).toHaveLength(4)
  expect(kept()).toEqual([])
})

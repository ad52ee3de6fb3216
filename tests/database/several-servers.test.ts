import { expect, test, vi } from 'vitest'
import { type Database, openDatabase } from '#database/engine/open-database.ts'
import { serverUrls } from '#database/engine/postgres/server-urls.ts'
import { describeOnPostgres } from '#tests/support/databases.ts'

test.for<[url: string, servers: string[]]>([
  ['postgres://one/school', ['postgres://one/school']],
  [
    'postgres://sam:se,c%40ret@one:5432,two:5433/school',
    ['postgres://sam:se,c%40ret@one:5432/school', 'postgres://sam:se,c%40ret@two:5433/school'],
  ],
  [
    'postgresql://[::1]:5432,[fd00::2]/school?sslmode=require&options=a,b',
    [
      'postgresql://[::1]:5432/school?sslmode=require&options=a,b',
      'postgresql://[fd00::2]/school?sslmode=require&options=a,b',
    ],
  ],
  ['postgres://sam@one,two', ['postgres://sam@one', 'postgres://sam@two']],
])('%s leads to its servers', ([url, servers]) => {
  expect(serverUrls(url)).toEqual(servers)
})

/** The servers of `url` after one that is not there. */
const afterGone = (url: string) => url.replace('127.0.0.1', '127.0.0.1:1,127.0.0.1')

describeOnPostgres('a database of several servers', (_, urls) => {
  const open = (url: string): Database => openDatabase(url, { timeout: 4_000 })

  test('is found where one of them answers', async () => {
    // Which PostgreSQL's own programs need to hear, when they are given the same address.
    const database = open(`${afterGone(await urls.fresh())}?target_session_attrs=read-write`)
    await Promise.all(Array.from({ length: 20 }, () => database.ping()))
    expect(await database.kysely.selectFrom('user').selectAll().execute()).toEqual([])
    await database.close()
  })

  test('is unavailable where none does', async () => {
    const database = open('postgres://nobody@127.0.0.1:1,127.0.0.1:2/gone')
    await expect(database.ping()).rejects.toSatisfy(database.isUnavailable)
    await database.close()
  })

  test('tells its news to who looks for the one that answers', async () => {
    const url = await urls.fresh()
    const database = openDatabase(url, { timeout: 4_000, listenUrl: afterGone(url) })
    const connected = vi.fn()
    const stop = database.listen({ heard: () => {}, connected, disconnected: () => {} })
    await vi.waitFor(() => expect(connected).toHaveBeenCalled(), { timeout: 4_000 })
    await stop()
    await database.close()
  })
})

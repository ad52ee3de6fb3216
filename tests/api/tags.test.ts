import { expect, test } from 'vitest'
import { openStage } from '#tests/support/api/stage.ts'
import { type Ask, startTestApi } from '#tests/support/api/test-api.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

describeOnEachDatabase('a reply that the reader has already', (open) => {
  const { database, school, api, as, place } = openStage(open)

  const paths = () => ({
    statuses: `/user/${school.users.sam}/module-statuses`,
    moments: `/user/${school.users.sam}/testmoments`,
    modules: '/modules',
    departments: '/education-departments',
    schoolyear: '/schoolyear',
    user: '/user',
  })
  const names = ['statuses', 'moments', 'modules', 'departments', 'schoolyear', 'user'] as const
  const read = (path: string, known?: string, { token = as.sam }: Ask = {}) =>
    api.ask(`GET ${path}`, { token, headers: known === undefined ? {} : { 'if-none-match': known } })
  const tagOf = async (path: string, ask: Ask = {}) => String((await read(path, undefined, ask)).headers.etag)

  test.each(names)('%s: is answered 304 with the same tag, and without a body', async (name) => {
    const path = paths()[name]
    const tag = await tagOf(path)
    expect(tag).toMatch(/^"[\w-]{43}"$/)
    const again = await read(path, tag)
    expect(again).toMatchObject({ status: 304, body: '', headers: { etag: tag, 'cache-control': 'no-store' } })
    expect(again.headers).not.toHaveProperty('content-type')
    expect(again.headers).not.toHaveProperty('content-length')
  })

  test.each(names)('%s: is known by any tag of a list, a weak one, and *', async (name) => {
    const path = paths()[name]
    const tag = await tagOf(path)
    for (const known of [`"other", ${tag}`, `W/${tag}`, `"other",W/${tag} ,"third"`, '*'])
      expect((await read(path, known)).status, known).toBe(304)
    for (const known of ['"other"', tag.slice(1, -1), '', `"${tag}"`])
      expect((await read(path, known)).status, known).toBe(200)
  })

  test('is sent again, with other links, once time alone has changed what may be done', async () => {
    const { moments, statuses } = paths()
    const body = place('sam', 'closing')
    expect((await as.sam('POST /enrollment', body)).status).toBe(201)
    const closing = Date.parse('2026-03-10T12:00:00.000Z')
    api.clock.now = closing - 1
    const [before, statusesBefore] = await Promise.all([
      read(moments, undefined, { token: as.sam }),
      tagOf(statuses, { token: as.sam }),
    ])
    expect(JSON.stringify(before.body)).toContain('"move"')
    const tag = String(before.headers.etag)
    expect((await read(moments, tag, { token: as.sam })).status).toBe(304)
    api.clock.now = closing
    const after = await read(moments, tag, { token: as.sam })
    expect(after.status).toBe(200)
    expect(JSON.stringify(after.body)).not.toContain('"move"')
    expect((await read(statuses, statusesBefore, { token: as.sam })).status).toBe(200)
  })

  test('gets another tag once something changed', async () => {
    const { statuses, moments } = paths()
    const [before, momentsBefore] = [await tagOf(statuses), await tagOf(moments)]
    const body = place('sam', 'open')
    expect((await as.sam('POST /enrollment', body)).status).toBe(201)
    expect(await read(statuses, before)).toMatchObject({ status: 200, body: { entities: [{}, {}, {}] } })
    expect((await read(moments, momentsBefore)).status).toBe(200)
  })

  test('is refused to users who may not read it, whatever they know', async () => {
    const { statuses } = paths()
    expect((await read(statuses, await tagOf(statuses), { token: as.noor })).status).toBe(403)
    expect((await read(statuses, '*', { token: as.noor })).status).toBe(403)
    expect((await read('/user/2147483647/module-statuses', '*')).status).toBe(403)
  })

  test('is another for a teacher, who may do more there', async () => {
    const { moments } = paths()
    expect((await read(moments, await tagOf(moments), { token: as.teacher })).status).toBe(200)
    expect((await read(moments, await tagOf(moments, { token: as.teacher }), { token: as.teacher })).status).toBe(304)
  })

  test('is another for each module that is asked about', async () => {
    const { moments } = paths()
    const tags = await Promise.all(
      ['', `?module_id=${school.modules.ALG}`, `?module_id=${school.modules.GON}`].map((query) =>
        tagOf(moments + query),
      ),
    )
    expect(new Set(tags).size).toBe(3)
  })

  test('is not known to a server that started since: it may be another release, or a backup', async () => {
    const { statuses } = paths()
    const tag = await tagOf(statuses)
    const other = await startTestApi(database)
    const { token } = await other.logIn('sam@school.test')
    const headers = { 'if-none-match': tag }
    expect((await other.ask(`GET ${statuses}`, { token, headers })).status).toBe(200)
  })

  test('an error has no tag', async () => {
    await database.kysely.updateTable('schoolyear').set({ active: false }).execute()
    const reply = await read('/schoolyear', '*')
    expect(reply.status).toBe(404)
    expect(reply.headers).not.toHaveProperty('etag')
  })
})

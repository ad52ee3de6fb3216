import { expect, test } from 'vitest'
import { listTestmomentEnrollments } from '#contract/enrollments.calls.ts'
import { listTestmoments } from '#contract/testmoments.calls.ts'
import { openStage } from '#tests/support/api/stage.ts'
import type { Token } from '#tests/support/api/test-api.ts'
import { addUser, type Module, type Moment, type User } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

describeOnEachDatabase('enrollments are read', (open) => {
  const { database, school, api, as, ask } = openStage(open, { as: 'teacher' })

  type Person = User
  /** Made by themselves at this minute of the morning. */
  const add = (user_id: number, moment: Moment, module: Module, minute = 0) =>
    database.kysely
      .insertInto('enrollment')
      .values({
        user_id,
        testmoment_id: school.moments[moment],
        module_id: school.modules[module],
        created_at: new Date(Date.UTC(2026, 1, 1, 9, minute)).toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
      .then(({ id }) => id)
  const page = async (path: string, by: Token = as.teacher) => {
    const { status, body } = await api.ask(`GET ${path}`, { token: by })
    expect(status, path).toBe(200)
    const { entities, _links } = listTestmomentEnrollments.reply.parse(body)
    return { entities, ids: entities.map(({ id }) => id), next: _links.next?.href }
  }
  const at = (moment: Moment, size = 100) => `/testmoment/${school.moments[moment]}/enrollments/${size}`
  const of = (user: Person, size = 100) => `/user/${school.users[user]}/enrollments/${size}`
  const placeOf = async (moment: Moment) => {
    const place = database.kysely.selectFrom('testmoment').select(['id', 'schoolyear_id'])
    const { id, schoolyear_id } = await place.where('id', '=', school.moments[moment]).executeTakeFirstOrThrow()
    return `/schoolyear/${schoolyear_id}/testmoment/${id}`
  }

  test('at a moment, by its link: the student of each, the module, since when, and how to end it', async () => {
    const own = await add(school.users.noor, 'closed', 'GON', 5)
    const later = await add(school.users.sam, 'closed', 'ALG', 7)
    await add(school.users.sam, 'open', 'STA', 6)
    const years = (await placeOf('closed')).replace(/testmoment\/.*/, 'testmoments/20')
    const moments = listTestmoments.reply.parse((await ask(`GET ${years}`)).body).entities
    const link = moments.find(({ id }) => id === school.moments.closed)?._links.enrollments.href
    const { entities, ids, next } = await page(link ?? '')
    expect([ids, next]).toEqual([[own, later], undefined])
    expect(entities[0]).toEqual({
      id: own,
      user_id: school.users.noor,
      user: {
        id: school.users.noor,
        username: 'noor@school.test',
        first_name: 'Sam',
        last_name: 'de Vries',
        student_number: null,
      },
      testmoment_id: school.moments.closed,
      testmoment: {
        id: school.moments.closed,
        date: '2026-04-10',
        duration: 'day',
        location: null,
        starts_at: null,
        ends_at: null,
      },
      module_id: school.modules.GON,
      module_name: 'GON',
      created_at: '2026-02-01T09:05:00.000Z',
      _links: {
        delete: { method: 'DELETE', href: `/api/v1/enrollment/${own}` },
        move: { method: 'POST', href: `/api/v1/enrollment/${own}/move` },
      },
    })
    expect(await page(at('single'))).toMatchObject({ ids: [], next: undefined })
  })

  test('page by page, none twice and none lost while others enroll and leave, also of one instant', {
    tags: 'race',
  }, async () => {
    const before: number[] = []
    for (let n = 0; n < 7; n++) {
      const user = await addUser(database, { username: `many${n}@school.test` })
      before.push(await add(user, 'open', 'ALG', n < 4 ? 0 : n))
    }
    const seen: number[] = []
    for (let next: string | undefined = at('open', 2); next; ) {
      const found = await page(next)
      seen.push(...found.ids)
      next = found.next
      if (seen.length === 2) await ask(`DELETE /enrollment/${before[0]}`)
      const user = await addUser(database, { username: `meanwhile${seen.length}@school.test` })
      if (seen.length < 7) await add(user, 'open', 'GON', -1)
      if (seen.length === 6) before.push(await add(user, 'open', 'ALG', 30))
    }
    expect(seen).toEqual(before)
  })

  test('in the moment itself where that is asked for, and only then', async () => {
    const id = await add(school.users.noor, 'past', 'GON')
    const place = await placeOf('past')
    const read = async (query = '') => ask(`GET ${place}${query}`)
    expect((await read()).body).not.toHaveProperty('enrollments')
    const { body } = await read('?with=enrollments')
    expect(body).toMatchObject({
      tests: 1,
      enrollments: [{ id, user_id: school.users.noor, module_name: 'GON', _links: {} }],
    })
    expect((await read('?with=everything')).status).toBe(400)
  })

  test('of a student, who sees their own alone, also at past moments', async () => {
    const past = await add(school.users.sam, 'past', 'ALG', 3)
    const lastYear = await add(school.users.sam, 'lastYear', 'GON', 1)
    const open = await add(school.users.sam, 'open', 'STA', 2)
    const closed = await add(school.users.sam, 'closed', 'GON', 4)
    await add(school.users.noor, 'open', 'STA')
    const all = [lastYear, open, past, closed]
    const links = async (by: Token) => {
      const { ids, entities } = await page(of('sam'), by)
      expect(ids).toEqual(all)
      return entities.map(({ _links }) => Object.keys(_links).join())
    }
    expect(await links(as.sam)).toEqual(['delete,move,calendar', 'delete,move,calendar', 'calendar', 'calendar'])
    expect(await links(as.teacher)).toEqual(['delete,move', 'delete,move', '', 'delete,move'])
    const first = await page(of('sam', 3), as.sam)
    expect([first.ids, (await page(first.next ?? '', as.sam)).ids]).toEqual([all.slice(0, 3), [closed]])
    for (const path of [of('noor'), of('guest'), at('open'), `${await placeOf('open')}?with=enrollments`])
      expect(await as.sam(`GET ${path}`), path).toMatchObject({ status: 403 })
  })

  test('of nobody and at no moment not at all, nor from where no page ends', async () => {
    const nobody = 2_147_483_647
    for (const path of [`/testmoment/${nobody}/enrollments/20`, `/user/${nobody}/enrollments/20`, of('guest')])
      expect(await ask(`GET ${path}`), path).toMatchObject({ status: 404 })
    const forged = Buffer.from('["yesterday",1]').toString('base64url')
    for (const path of [`${at('open')}?cursor=${forged}`, `${of('sam')}?cursor=x`, at('open', 0), of('sam', 1_001)])
      expect(await ask(`GET ${path}`), path).toMatchObject({ status: 400 })
  })
})

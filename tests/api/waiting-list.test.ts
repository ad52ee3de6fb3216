// @module-tag pooled
import { expect, test } from 'vitest'
import { placesFrom } from '#api-server/enrollments/desk/waiting-line.ts'
import { moveRefusalSchema } from '#contract/enrollments.calls.ts'
import { listWaiting, promoteWaiting } from '#contract/waiting.calls.ts'
import { auditTrail } from '#tests/support/api/audit-trail.ts'
import { openStage } from '#tests/support/api/stage.ts'
import type { Module, Moment } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

describeOnEachDatabase('the line of a test moment', (open) => {
  const { database, school, api, ask, as, complete, set, add } = openStage(open, { as: 'teacher' })

  interface Place {
    moment?: Moment
    module?: Module
    moves?: boolean
  }
  const created_at = '2026-02-01T09:00:00.000Z'
  const placeOf = (user_id: number, { moment = 'open', module = 'ALG' }: Place) => ({
    user_id,
    testmoment_id: school.moments[moment],
    module_id: school.modules[module],
    created_at,
  })
  const wait = async (user: number, { moves = false, ...place }: Place = {}) => {
    const row = { ...placeOf(user, place), moves }
    return (await database.kysely.insertInto('waiting_entry').values(row).returning('id').executeTakeFirstOrThrow()).id
  }
  const hold = (user: number, place: Place = {}) =>
    database.kysely.insertInto('enrollment').values(placeOf(user, place)).execute()
  const edit = (moment: Moment, fields: object) => set.moment(moment, fields)
  const addStudents = async (count: number) => {
    const ids: number[] = []
    for (let n = 0; n < count; n++) {
      const user = { username: `p${n}@school.test`, first_name: `Lid${n}`, last_name: 'van den Berg' }
      ids.push(await add.user({ ...user, education_department_id: school.departmentId }))
    }
    return ids
  }
  const read = async (query = '', size = 100, moment: Moment = 'open') => {
    const path = query.startsWith('/') ? query : `/testmoment/${school.moments[moment]}/waiting/${size}${query}`
    const { status, body } = await ask(`GET ${path}`)
    expect(status, path).toBe(200)
    const { entities, counts, _links } = listWaiting.reply.parse(body)
    return { entities, counts, ids: entities.map(({ id }) => id), next: _links.next?.href }
  }

  test('comes in its order, with each student’s place, since when, for what and from where', async () => {
    const { sam, noor } = school.users
    await edit('open', { seats: 3 })
    await edit('closed', { location: 'Gymzaal' })
    const number = await add.user({
      username: 'nummer@school.test',
      student_number: '0912',
      education_department_id: school.departmentId,
    })
    await hold(sam, { moment: 'closed', module: 'GON' })
    const first = await wait(noor)
    const second = await wait(sam, { module: 'GON', moves: true })
    const third = await wait(noor, { module: 'GON' })
    const fourth = await wait(number)
    await hold(number, { module: 'STA' })
    const { entities, counts } = await read()
    const places = entities.map(({ id, place, module_name, moves }) => [id, place, module_name, moves])
    expect(places).toEqual([
      [first, 1, 'ALG', false],
      [second, 2, 'GON', true],
      [third, 1, 'GON', false],
      [fourth, 3, 'ALG', false],
    ])
    expect(entities[1]).toMatchObject({ from: { date: '2026-04-10', location: 'Gymzaal' }, created_at })
    expect(entities[3]?.user).toEqual({
      id: number,
      username: 'nummer@school.test',
      first_name: 'Sam',
      last_name: 'de Vries',
      student_number: '0912',
      department: 'Techniek',
    })
    expect(counts).toEqual({
      students: 3,
      entries: 4,
      found: 4,
      modules: [
        { id: school.modules.ALG, name: 'ALG', students: 2 },
        { id: school.modules.GON, name: 'GON', students: 2 },
      ],
      seats: 3,
      taken: 1,
      free: 2,
      standstill: null,
    })
    expect(entities.map(({ has_seat }) => has_seat)).toEqual([false, false, false, true])
    expect(Object.keys(entities[0] ?? {})).toHaveLength(11)
  })

  test('says of each who could not take a seat why not, and whether a teacher can give them one', async () => {
    const { sam, noor } = school.users
    const [full, done, stranger] = await addStudents(3)
    await complete(done ?? 0, 'ALG')
    await hold(sam, { moment: 'closed' })
    await hold(noor, { moment: 'other' })
    await hold(full ?? 0, { moment: 'single', module: 'GON' })
    await set.user(stranger ?? 0, { education_department_id: null })
    for (const id of [done, stranger]) await wait(id ?? 0)
    await wait(sam, { moves: true })
    await wait(noor, { moves: true })
    await wait(full ?? 0, { moment: 'single' })
    await wait(noor, { moment: 'single' })
    const may = ({ entities }: Awaited<ReturnType<typeof read>>) =>
      entities.map(({ obstacle, _links }) => [obstacle, _links.promote !== undefined])
    expect(may(await read())).toEqual([
      [{ refusal: 'module-completed' }, false],
      [{ refusal: 'module-unavailable' }, false],
      [{ refusal: 'enrollments-closed', half: 'leaving' }, true],
      [null, true],
    ])
    expect(may(await read('', 100, 'single'))).toEqual([
      [{ refusal: 'no-slots-left' }, false],
      [{ refusal: 'existing-enrollment', held: { date: '2026-03-27', duration: 'day' } }, false],
    ])
  })

  test.for<[standstill: string, Moment, object]>([
    ['enrollments-closed', 'closed', { seats: 0 }],
    ['testmoment-begun', 'open', { date: '2026-03-10' }],
    ['schoolyear-inactive', 'lastYear', { seats: 0 }],
    ['testmoment-past', 'past', { seats: 0 }],
  ])('stands still: %s', async ([standstill, moment, fields]) => {
    await edit(moment, fields)
    await wait(school.users.sam, { moment })
    const { counts, entities } = await read('', 100, moment)
    expect(counts).toMatchObject({ standstill, seats: 0, free: null })
    const byHand = standstill === 'enrollments-closed' || standstill === 'testmoment-begun'
    expect(entities[0]?._links.promote !== undefined).toBe(byHand)
  })

  test('says how many seats are left, and 0 where more are taken than there are', async () => {
    await edit('open', { seats: 1 })
    expect((await read()).counts).toMatchObject({ seats: 1, taken: 0, free: 1, students: 0, entries: 0, modules: [] })
    for (const id of await addStudents(3)) await hold(id)
    await hold(school.users.sam)
    await hold(school.users.sam, { module: 'GON' })
    expect((await read()).counts).toMatchObject({ seats: 1, taken: 4, free: 0 })
  })

  test('is searched and filtered by module like the list of enrolled students, and keeps each place', async () => {
    const [a, b, c] = await addStudents(3)
    for (const id of [a, b, c]) await wait(id ?? 0)
    await wait(c ?? 0, { module: 'GON' })
    const all = { students: 3, entries: 4 }
    const found = await read('?search=BERG%20lid2')
    expect(found.counts).toMatchObject({ ...all, found: 2 })
    expect(found.entities.map(({ place, module_name }) => [place, module_name])).toEqual([
      [3, 'ALG'],
      [3, 'GON'],
    ])
    expect((await read(`?module_id=${school.modules.GON}`)).counts).toMatchObject({ ...all, found: 1 })
    expect((await read('?search=%25')).entities).toEqual([])
  })

  test('is read from an entry on: who has one before it keeps that place', async () => {
    const [one = 0, two = 0, three = 0] = await addStudents(3)
    await wait(one)
    const from = await wait(two)
    await wait(one, { module: 'STA' })
    await wait(three)
    await wait(three, { moment: 'listed' })
    expect([...(await placesFrom(database.kysely, school.moments.open, from))]).toEqual([
      [two, 2],
      [three, 3],
    ])
  })

  test('comes page by page, none twice and none lost while others leave it and join it', async () => {
    const ids = await addStudents(7)
    const entries: number[] = []
    for (const id of ids) entries.push(await wait(id))
    const seen: number[] = []
    const places: number[] = []
    for (let next: string | undefined = '?search=berg'; next; ) {
      const page = await read(next.replace('/api/v1', ''), 2)
      seen.push(...page.ids)
      places.push(...page.entities.map(({ place }) => place))
      next = page.next
      if (seen.length !== 2) continue
      await database.kysely
        .deleteFrom('waiting_entry')
        .where('id', 'in', [entries[0] ?? 0, entries[4] ?? 0])
        .execute()
      entries.push(await wait(ids[0] ?? 0))
    }
    expect(seen).toEqual(entries.filter((id) => id !== entries[4]))
    expect(places).toEqual([1, 2, 2, 3, 4, 5, 6])
  })

  const follow = (entry: number, link: 'promote' | 'leave', body?: object) =>
    link === 'promote' ? ask(`POST /waiting/${entry}/promote`, body) : ask(`DELETE /waiting/${entry}`)
  const outcomes = () => database.kysely.selectFrom('waiting_outcome').select(['user_id', 'outcome']).execute()
  const noted = (action: string, user: number) => `user ${school.users.teacher} ${action} user ${user}: `

  test('a teacher gives a seat out of turn while there is one, and above them where they say so, which is logged', async () => {
    await edit('open', { seats: 1 })
    const [a = 0, b = 0, c = 0] = await addStudents(3)
    const [first, second, third] = [await wait(a), await wait(b), await wait(c)]
    const { status, body } = await follow(second, 'promote')
    expect(status).toBe(201)
    const { entity } = promoteWaiting.reply.parse(body)
    expect(entity).toMatchObject({ user_id: b, testmoment_id: school.moments.open, module_name: 'ALG' })
    expect(entity._links.delete?.href).toBe(`/api/v1/enrollment/${entity.id}`)
    for (const body of [undefined, {}, { above_seats: false }])
      expect(await follow(third, 'promote', body)).toMatchObject({ status: 422, body: { reason: 'moment-full' } })
    expect((await follow(third, 'promote', { above_seats: true })).status).toBe(201)
    expect(await read()).toMatchObject({ ids: [first], counts: { seats: 1, taken: 2, free: 0 } })
    expect(await outcomes()).toEqual([b, c].map((user_id) => ({ user_id, outcome: 'promoted' })))
    expect(await auditTrail(database)).toEqual([noted('promoted', b), noted('promoted-above-seats', c)])
    expect(await follow(third, 'promote')).toMatchObject({ status: 404, body: { reason: 'not-found' } })
  })

  test('above the seats lifts no other rule', async () => {
    const { sam, noor } = school.users
    await edit('listed', { seats: 1 })
    await hold(noor, { moment: 'past' })
    await hold(sam, { moment: 'other' })
    const waits = [
      [await wait(sam, { moment: 'open' }), 'existing-enrollment'],
      [await wait(sam, { moment: 'listed', module: 'STA' }), 'module-unavailable'],
      [await wait(noor, { moment: 'past' }), 'testmoment-past'],
      [await wait(noor, { moment: 'lastYear' }), 'schoolyear-inactive'],
    ] as const
    await database.kysely.deleteFrom('enrollment').where('user_id', '=', noor).execute()
    for (const [entry, reason] of waits) {
      const { status, body } = await follow(entry, 'promote', { above_seats: true })
      expect([status, moveRefusalSchema.parse(body).reason]).toEqual([422, reason])
    }
    expect(await auditTrail(database)).toEqual([])
  })

  test('a teacher takes somebody off it, who is notified, and it is logged', async () => {
    await edit('open', { seats: 1 })
    const [a = 0, b = 0] = await addStudents(2)
    const [first, second] = [await wait(a), await wait(b)]
    expect((await follow(first, 'leave')).status).toBe(200)
    expect((await read()).entities).toMatchObject([{ id: second, place: 1 }])
    expect(await outcomes()).toEqual([{ user_id: a, outcome: 'removed' }])
    expect(await auditTrail(database)).toEqual([noted('removed-from-waiting', a)])
    expect((await follow(first, 'leave')).status).toBe(404)
  })

  test('is there by the moment’s link, for administrators alone', async () => {
    const moments = await ask(`GET /schoolyear/${await yearId()}/testmoments/20`)
    const { entities } = Object(moments.body)
    expect(entities.map(({ _links }: { _links: { waiting: object } }) => _links.waiting)).toContainEqual({
      method: 'GET',
      href: `/api/v1/testmoment/${school.moments.open}/waiting/100`,
    })
    const path = `GET /testmoment/${school.moments.open}/waiting/20`
    expect((await as.sam(path)).status).toBe(403)
    expect((await api.ask(path)).status).toBe(401)
    expect((await ask('GET /testmoment/999999/waiting/20')).status).toBe(404)
    for (const cursor of ['x', Buffer.from('["1"]').toString('base64url'), Buffer.from('[0]').toString('base64url')])
      expect((await ask(`${path}?cursor=${cursor}`)).status).toBe(400)
  })
  const yearId = async () =>
    (await database.kysely.selectFrom('schoolyear').select('id').where('active', '=', true).executeTakeFirstOrThrow())
      .id
})

import { beforeEach, expect, test } from 'vitest'
import { enrollAutomatically } from '#api-server/enrollments/automatic-enrollment.ts'
import { openEnrollmentDesk } from '#api-server/enrollments/desk/desk.ts'
import { promoteAt } from '#api-server/enrollments/waiting/promoting.ts'
import { lockStudents, lockTestmoment, shareSchool } from '#api-server/platform/locks.ts'
import { previewDivision } from '#api-server/rooms/dividing.ts'
import {
  divideStudents,
  listChairs,
  previewDivision as previewDivisionCall,
  previewRoomsPublication,
} from '#contract/dividing.calls.ts'
import { auditTrail } from '#tests/support/api/audit-trail.ts'
import { enrollDepartmentAutomatically, offerAutomatically } from '#tests/support/api/automatic-offers.ts'
import { openStage } from '#tests/support/api/stage.ts'
import { addRoom, addUser, MORNING } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { meanwhile } from '#tests/support/halfway.ts'

const all = { kind: 'all', way: 'alphabet', numbered: true, keeps_by_hand: true } as const

describeOnEachDatabase('dividing the students of a moment', (open) => {
  const { database, school, ask, set } = openStage(open, { as: 'teacher', loggedIn: ['teacher'] })
  let moment: number
  let rooms: number[]
  beforeEach(async () => {
    moment = school.moments.open
    rooms = [
      await addRoom(database, { name: 'B3.14', position: 1 }),
      await addRoom(database, { name: 'B3.16', position: 2 }),
    ]
    await giveRooms(2, 2)
  })

  const place = () => `/testmoment/${moment}`
  const giveRooms = async (...seats: number[]) => {
    const entities = seats.flatMap((some, at) => ({ id: rooms[at], seats: some }))
    return ask(`PUT ${place()}/rooms`, { entities })
  }
  const add = (last_name: string) => {
    const username = `${last_name.toLowerCase()}@school.test`
    return addUser(database, { username, last_name, education_department_id: school.departmentId })
  }
  const enrolling = (user_id: number) =>
    ({ wish: 'enroll', by: 'student', user_id, testmoment_id: moment, module_id: school.modules.ALG }) as const
  /** A student who is enrolled there, by a last name. */
  const enroll = async (last_name: string) => {
    const user_id = await add(last_name)
    await openEnrollmentDesk({ database, clock: () => MORNING }).handle(enrolling(user_id))
    return user_id
  }
  const preview = async (wish: object = all) =>
    previewDivisionCall.reply.parse((await ask(`POST ${place()}/division/preview`, { wish })).body)
  const divide = async (wish: object = all) => {
    const { confirmation } = await preview(wish)
    const { status, body } = await ask(`POST ${place()}/division`, { wish, confirmation })
    expect(status).toBe(200)
    return divideStudents.reply.parse(body)
  }
  /** 'Akker B3.14 1': who sits where. */
  const chairs = async (query = '') => {
    const { body } = await ask(`GET ${place()}/chairs${query}`)
    const { entities } = listChairs.reply.parse(body)
    const name = (id: number | null) => (id === null ? '-' : id === rooms[0] ? 'B3.14' : 'B3.16')
    return entities.map(({ last_name, room_id, seat_number }) =>
      [last_name, name(room_id), seat_number].filter(Boolean).join(' '),
    )
  }

  test('has a plan that says what would be, is carried out as confirmed, and is logged by numbers', async () => {
    for (const name of ['Cos', 'Akker', 'Bos', 'Drent', 'Eik']) await enroll(name)
    const plan = await preview()
    expect(plan).toMatchObject({ students: 5, placed: 4, moved: 0, without_chair: 1, seatless: [{ last_name: 'Eik' }] })
    expect(plan.rooms.map(({ name, students, label }) => [name, students, label])).toEqual([
      ['B3.14', 2, 'Akker – Bos'],
      ['B3.16', 2, 'Cos – Drent'],
    ])
    expect(await chairs()).toEqual(['Akker -', 'Bos -', 'Cos -', 'Drent -', 'Eik -'])
    expect(await divide()).toMatchObject({ numbered: true, students: 5, without_chair: 1, published_at: null })
    expect(await chairs()).toEqual(['Akker B3.14 1', 'Bos B3.14 2', 'Cos B3.16 1', 'Drent B3.16 2', 'Eik -'])
    expect(await chairs('?room_id=none')).toEqual(['Eik -'])
    expect(await chairs(`?room_id=${rooms[1]}`)).toEqual(['Cos B3.16 1', 'Drent B3.16 2'])
    expect((await preview()).confirmation).toBeNull()
    expect((await auditTrail(database)).at(-1)).toBe(
      `user ${school.users.teacher} rooms-divided testmoment ${moment}: chairs`,
    )
  })

  test('is asked again when somebody enrolled, or a colleague divided, since the plan', async () => {
    await enroll('Akker')
    const { confirmation } = await preview()
    await enroll('Bos')
    const late = await ask(`POST ${place()}/division`, { wish: all, confirmation })
    expect(late).toMatchObject({ status: 409, body: { reason: 'plan-changed', preview: { students: 2, placed: 2 } } })
    expect(await chairs()).toEqual(['Akker -', 'Bos -'])
    const plans = await Promise.all([preview(), preview({ ...all, way: 'evenly' })])
    const answers = await Promise.all(
      plans.map(({ confirmation }, at) =>
        ask(`POST ${place()}/division`, { wish: at === 0 ? all : { ...all, way: 'evenly' }, confirmation }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('is asked again when who left enrolled again while dividing waited: their account could be deleted meanwhile', {
    tags: 'race',
  }, async () => {
    await enroll('Akker')
    const bos = await enroll('Bos')
    const { confirmation } = await preview()
    const created_at = new Date(MORNING).toISOString()
    await database.kysely.deleteFrom('enrollment').where('user_id', '=', bos).execute()
    const answer = await meanwhile(
      database,
      async (trx) => {
        await lockTestmoment(trx, moment)
        await trx
          .insertInto('enrollment')
          .values({ user_id: bos, testmoment_id: moment, module_id: school.modules.ALG, created_at })
          .execute()
      },
      () => ask(`POST ${place()}/division`, { wish: all, confirmation }),
    )
    // On SQLite dividing began after it.
    expect(answer).toMatchObject(
      database.isRemote ? { status: 409, body: { reason: 'plan-changed' } } : { status: 200 },
    )
  })

  test('gives who enrolls, moves or is promoted later a chair, frees it with their last enrollment, and never by itself', async () => {
    await enroll('Akker')
    await divide()
    const bos = await enroll('Bos')
    const cos = await enroll('Cos')
    expect(await chairs()).toEqual(['Akker B3.14 1', 'Bos B3.16 1', 'Cos B3.14 2'])
    const desk = openEnrollmentDesk({ database, clock: () => MORNING })
    const by = { by: 'student', user_id: cos, testmoment_id: moment } as const
    const second = await desk.handle({ wish: 'enroll', ...by, module_id: school.modules.GON })
    const leave = async ({ id: enrollment_id, module_id }: { id: number; module_id: number }) =>
      desk.handle({ wish: 'unenroll', ...by, module_id, enrollment_id })
    await leave(second.enrollment)
    expect(await chairs(`?room_id=${rooms[0]}`)).toEqual(['Akker B3.14 1', 'Cos B3.14 2'])
    const own = await database.kysely.selectFrom('enrollment').selectAll().where('user_id', '=', cos).execute()
    for (const { id: enrollment_id, ...enrollment } of own)
      await desk.handle({ wish: 'move', ...enrollment, ...by, enrollment_id, to_testmoment_id: school.moments.other })
    expect(await chairs(`?room_id=${rooms[0]}`)).toEqual(['Akker B3.14 1'])
    const moved = await database.kysely.selectFrom('enrollment').selectAll().where('user_id', '=', cos).execute()
    for (const { id: enrollment_id, ...enrollment } of moved)
      await desk.handle({ wish: 'move', by: 'student', ...enrollment, enrollment_id, to_testmoment_id: moment })
    expect(await chairs(`?room_id=${rooms[0]}`)).toEqual(['Akker B3.14 1', 'Cos B3.14 2'])
    await database.kysely.deleteFrom('enrollment').where('user_id', '=', cos).execute()
    expect(await chairs(`?room_id=${rooms[0]}`)).toEqual(['Akker B3.14 1'])

    await set.moment(moment, { seats: 3 })
    const waiting = { ...by, module_id: school.modules.ALG, moves: true, created_at: new Date(MORNING).toISOString() }
    const { by: _, ...entry } = waiting
    await database.kysely.insertInto('waiting_entry').values(entry).execute()
    await promoteAt({ database, clock: () => MORNING }, moment)
    expect(await chairs(`?room_id=${rooms[0]}`)).toEqual(['Akker B3.14 1', 'Cos B3.14 2'])

    await database.kysely.deleteFrom('user').where('id', '=', bos).execute()
    expect(await chairs()).toEqual(['Akker B3.14 1', 'Cos B3.14 2'])
  })

  /** Rooms whose list reveals who has extra time; the teacher is warned of them. */
  const warnings = async () => {
    const { body } = await ask(`GET ${place()}/division`)
    const { rooms: now } = divideStudents.reply.parse(body)
    const plan = previewRoomsPublication.reply.parse((await ask(`POST ${place()}/rooms/publication/preview`, {})).body)
    const shown = now.filter(({ reveals_extra_time }) => reveals_extra_time).map(({ name }) => name)
    expect(plan.revealing).toEqual(shown)
    return shown
  }
  const setExtraTime = (ids: number[], room: number | undefined) =>
    Promise.all([
      database.kysely.updateTable('user').set({ extra_time: true }).where('id', 'in', ids).execute(),
      database.kysely
        .updateTable('room')
        .set({ extra_time: true })
        .where('id', '=', room ?? 0)
        .execute(),
    ])

  test('draws by its key who fills up a room for extra time, the same when it divides again, and numbers likewise', async () => {
    const ids: number[] = []
    for (const name of ['Akker', 'Bos', 'Cos', 'Drent', 'Eik', 'Fok', 'Gast', 'Hoek', 'Ilk', 'Jas'])
      ids.push(await enroll(name))
    await setExtraTime(ids.slice(0, 2), rooms[0])
    await giveRooms(5, 20)
    await divide()
    const first = await chairs()
    const quiet = first.filter((one) => one.includes('B3.14'))
    expect(quiet).toHaveLength(5)
    expect(quiet.join()).toMatch(/Akker.*Bos/)
    expect(await preview()).toMatchObject({ confirmation: null })
    await divide({ ...all, keeps_by_hand: false, numbered: false })
    await divide()
    expect(await chairs()).toEqual(first)
    // Another key draws others: it is the key that says who they are.
    const asked = { testmomentId: moment, wish: all }
    const draws = Array.from({ length: 8 }, (_, byte) =>
      previewDivision({ database, keys: { identities: Buffer.alloc(32, byte) } }, asked),
    )
    expect((await Promise.all(draws)).some(({ moved }) => moved > 0)).toBe(true)
  })

  test('warns the teacher where a list reveals who has extra time, judged again after each change, and moves nobody', async () => {
    const [akker, bos, cos] = [await enroll('Akker'), await enroll('Bos'), await enroll('Cos')]
    await setExtraTime([akker, bos], rooms[0])
    await giveRooms(4, 9)
    await divide()
    expect(await warnings()).toEqual(['B3.14'])
    // Others fill it up once they are there: after dividing, somebody who enrolls does not sit there.
    const drent = await enroll('Drent')
    expect(await warnings()).toEqual(['B3.14'])
    await ask(`POST ${place()}/chairs`, { user_ids: [drent], room_id: rooms[0] })
    expect(await warnings()).toEqual([])
    await database.kysely.deleteFrom('enrollment').where('user_id', '=', cos).execute()
    expect(await warnings()).toEqual(['B3.14'])
    await database.kysely.deleteFrom('enrollment').where('user_id', '=', bos).execute()
    expect(await warnings()).toEqual([])
    await set.user(drent, { extra_time: true })
    expect(await warnings()).toEqual(['B3.14'])
  })

  test('gives those who are enrolled automatically at once each a chair of their own, and the last none', {
    tags: 'race',
  }, async () => {
    await enroll('Akker')
    await divide()
    await enrollDepartmentAutomatically(database, school.departmentId)
    await offerAutomatically(database, moment, school.modules.ALG)
    const userIds = [await add('Bos'), await add('Cos'), await add('Drent'), await add('Eik')]
    await database.transaction(async (trx) => {
      await shareSchool(trx)
      await lockStudents(trx, userIds)
      await enrollAutomatically(trx, { userIds }, () => MORNING)
    })
    expect(await chairs()).toEqual(['Akker B3.14 1', 'Bos B3.16 1', 'Cos B3.14 2', 'Drent B3.16 2', 'Eik -'])
  })

  test('leaves who finds no chair without one, until the rest is divided', async () => {
    const akker = await enroll('Akker')
    for (const name of ['Bos', 'Cos', 'Drent']) await enroll(name)
    await divide({ ...all, numbered: false })
    await enroll('Eik')
    expect(await chairs('?room_id=none')).toEqual(['Eik -'])
    await database.kysely.deleteFrom('enrollment').where('user_id', '=', akker).execute()
    expect(await chairs('?room_id=none')).toEqual(['Eik -'])
    expect(await preview({ kind: 'rest' })).toMatchObject({ placed: 1, moved: 0, without_chair: 0 })
    await divide({ kind: 'rest' })
    expect(await chairs()).toEqual(['Bos B3.14', 'Cos B3.16', 'Drent B3.16', 'Eik B3.14'])
  })

  test('keeps students moved by hand, and makes a room overfull only on request, which is logged', async () => {
    const ids = [await enroll('Akker'), await enroll('Bos'), await enroll('Cos')]
    await divide()
    const move = (user_ids: number[], more: object = {}) =>
      ask(`POST ${place()}/chairs`, { user_ids, room_id: rooms[1], ...more })
    expect(await move(ids.slice(0, 1))).toMatchObject({ status: 200, body: { moved: 1 } })
    expect(await chairs()).toEqual(['Akker B3.16 2', 'Bos B3.14 2', 'Cos B3.16 1'])
    expect(await move(ids)).toMatchObject({ status: 422, body: { reason: 'room-full', free: 0 } })
    expect(await move([...ids, school.users.sam], { above_seats: true })).toMatchObject({ body: { moved: 1 } })
    expect(await chairs()).toEqual(['Akker B3.16 2', 'Bos B3.16 3', 'Cos B3.16 1'])
    expect((await auditTrail(database)).at(-1)).toMatch(/chairs-moved-above-seats testmoment/)
    await divide()
    expect(await chairs()).toEqual(['Akker B3.16 2', 'Bos B3.16 3', 'Cos B3.14 1'])
    await divide({ ...all, keeps_by_hand: false })
    // Where somebody was put by hand they may stay, but no longer by hand.
    await database.kysely.updateTable('chair').set({ by_hand: true }).execute()
    await divide({ ...all, keeps_by_hand: false })
    const byHand = database.kysely.selectFrom('chair').select('user_id').where('by_hand', '=', true)
    expect(await byHand.execute()).toEqual([])
    expect(await chairs()).toEqual(['Akker B3.14 1', 'Bos B3.14 2', 'Cos B3.16 1'])
    const elsewhere = await addRoom(database, { name: 'Aula' })
    expect(await move(ids, { room_id: elsewhere })).toMatchObject({ status: 422, body: { reason: 'room-unknown' } })
  })

  test('a room that goes or gets smaller says how many lose their chair before it is done', async () => {
    for (const name of ['Akker', 'Bos', 'Cos']) await enroll(name)
    await divide()
    const asked = await giveRooms(1)
    expect(asked).toMatchObject({
      status: 409,
      body: { reason: 'confirmation-needed', consequences: { chairs_lost: 2, chairs_published: false } },
    })
    expect(await chairs('?room_id=none')).toEqual([])
    const { confirmation } = Object(asked.body)
    const entities = [{ id: rooms[0], seats: 1 }]
    expect((await ask(`PUT ${place()}/rooms?confirmed=${confirmation}`, { entities })).status).toBe(200)
    expect(await chairs()).toEqual(['Akker B3.14 1', 'Bos -', 'Cos -'])
    expect((await giveRooms(1, 5)).status).toBe(200)
    await divide({ kind: 'rest' })
    expect(await chairs()).toEqual(['Akker B3.14 1', 'Bos B3.16 1', 'Cos B3.16 2'])
    await ask(`PUT ${place()}/rooms?confirmed=e0-s0-chairs3`, { entities: [] })
    expect((await ask(`GET ${place()}/division`)).body).toMatchObject({ divided_at: null, rooms: [], without_chair: 3 })
  })

  /** 'Je zaal is bekend: Akker, Bos': subjects of the messages, in order, with the students who got each. */
  const messages = async () => {
    const rows = await database.kysely
      .selectFrom('message')
      .innerJoin('message_recipient', 'message_recipient.message_id', 'message.id')
      .innerJoin('user', 'user.id', 'message_recipient.user_id')
      .select(['message.id', 'message.subject', 'user.last_name'])
      .orderBy('message.id')
      .orderBy('user.last_name')
      .execute()
    return [...Map.groupBy(rows, ({ id }) => id).values()].map(
      // Without the moment, which is the same in all of them.
      (some) =>
        `${some[0]?.subject.replace(/: vr 20 mrt$| \(vr 20 mrt\)$/, '')}: ${some.map(({ last_name }) => last_name).join(', ')}`,
    )
  }

  test('notifies nobody before it is published, then everybody, and after each change the students whom it moves', async () => {
    const ids = [await enroll('Akker'), await enroll('Bos'), await enroll('Cos')]
    await divide()
    await ask(`POST ${place()}/chairs`, { user_ids: ids.slice(1, 2), room_id: rooms[1] })
    expect(await messages()).toEqual([])
    const plan = await ask(`POST ${place()}/rooms/publication/preview`, {})
    expect(plan.body).toMatchObject({ students: 3, without_chair: 0, rooms: 2 })
    await enroll('Drent')
    const { confirmation } = Object(plan.body)
    expect(await ask(`POST ${place()}/rooms/publication`, { confirmation })).toMatchObject({
      status: 409,
      body: { reason: 'plan-changed', preview: { students: 4 } },
    })
    const confirmed = Object((await ask(`POST ${place()}/rooms/publication/preview`, {})).body).confirmation
    const { status, body } = await ask(`POST ${place()}/rooms/publication`, { confirmation: confirmed })
    expect([status, Object(body).published_at]).toEqual([200, new Date(MORNING).toISOString()])
    expect(Object(body)._links).not.toHaveProperty('publish')
    const again = await ask(`POST ${place()}/rooms/publication/preview`, {})
    expect(again.body).toMatchObject({ confirmation: null, students: 4 })
    expect(await ask(`POST ${place()}/rooms/publication`, { confirmation: confirmed })).toMatchObject({ status: 409 })
    expect(await messages()).toEqual(['Je zaal is bekend: Akker, Drent', 'Je zaal is bekend: Bos, Cos'])
    const letters = await database.kysely
      .selectFrom('outbox')
      .select('kind')
      .where('kind', '=', 'message-letter')
      .execute()
    expect(letters).toHaveLength(4)

    await ask(`POST ${place()}/chairs`, { user_ids: ids.slice(0, 1), room_id: rooms[1], above_seats: true })
    const entities = [{ id: rooms[1], seats: 3 }]
    const question = await ask(`PUT ${place()}/rooms`, { entities })
    expect(question.body).toMatchObject({ consequences: { chairs_lost: 1, chairs_published: true } })
    await ask(`PUT ${place()}/rooms?confirmed=${Object(question.body).confirmation}`, { entities })
    expect(await preview({ ...all, keeps_by_hand: false, numbered: false })).toMatchObject({ students_notified: 3 })
    await divide({ ...all, keeps_by_hand: false, numbered: false })
    expect((await messages()).slice(2)).toEqual([
      'Je zaal is gewijzigd: B3.14 → B3.16: Akker',
      'Je zaal is gewijzigd: B3.14 → nog niet bekend: Drent',
      'Je plaats in B3.16 is gewijzigd: Akker, Bos, Cos',
    ])
  })

  test('notifies once each student whom a teacher enrolls or moves there after that, and none who come by themselves', async () => {
    await giveRooms(5, 5)
    await enroll('Akker')
    const [bos, cos] = [await enroll('Bos'), await enroll('Cos')]
    const { id: away } = await database.kysely
      .updateTable('enrollment')
      .set({ testmoment_id: school.moments.other })
      .where('user_id', '=', cos)
      .returning('id')
      .executeTakeFirstOrThrow()
    await divide()
    expect(await preview({ ...all, way: 'evenly' })).toMatchObject({ students_notified: 0 })
    const { confirmation } = Object((await ask(`POST ${place()}/rooms/publication/preview`, {})).body)
    await ask(`POST ${place()}/rooms/publication`, { confirmation })
    const published = (await messages()).length

    const desk = openEnrollmentDesk({ database, clock: () => MORNING })
    const at = { testmoment_id: moment, module_id: school.modules.GON }
    const asTeacher = { by: 'administrator', actor_id: school.users.teacher } as const
    const drent = await enroll('Drent')
    await database.kysely.deleteFrom('enrollment').where('user_id', '=', drent).execute()
    expect((await messages()).length).toBe(published)
    await Promise.all([
      desk.handle({ wish: 'enroll', ...asTeacher, user_id: bos, ...at }),
      desk.handle({ wish: 'enroll', ...asTeacher, user_id: drent, ...at }),
      desk.handle({ wish: 'enroll', ...asTeacher, user_id: drent, ...at, module_id: school.modules.ALG }),
      desk.handle({
        ...{ wish: 'move', ...asTeacher, user_id: cos, module_id: school.modules.ALG, enrollment_id: away },
        ...{ testmoment_id: school.moments.other, to_testmoment_id: moment },
      }),
    ])
    expect((await messages()).slice(published)).toEqual(['Je zaal is bekend: Cos, Drent'])
  })
})

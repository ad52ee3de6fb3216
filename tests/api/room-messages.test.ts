import { beforeEach, expect, test } from 'vitest'
import { writeMessageLetter } from '#api-server/acts/messages/message-letter.ts'
import { openEnrollmentDesk } from '#api-server/enrollments/desk/desk.ts'
import { getMessage, listMessages, listReceivedMessages } from '#contract/messages.calls.ts'
import { openStage } from '#tests/support/api/stage.ts'
import { addRoom, addUser, MORNING } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

const wish = { kind: 'all', way: 'alphabet', numbered: true, keeps_by_hand: true } as const

describeOnEachDatabase('messages about a room', (open) => {
  const { database, school, api, ask, set } = openStage(open, { as: 'teacher' })
  let moment: number
  let rooms: number[]
  beforeEach(async () => {
    moment = school.moments.open
    await set.moment(moment, { date: '2026-03-20', starts_at: '09:00', ends_at: '11:00', location: 'Sporthal Noord' })
    rooms = [
      await addRoom(database, { name: '3.14', position: 1 }),
      await addRoom(database, { name: 'D1.22', position: 2 }),
    ]
    const entities = rooms.map((id) => ({ id, seats: 2 }))
    await ask(`PUT /testmoment/${moment}/rooms`, { entities })
  })

  const desk = () => openEnrollmentDesk({ database, clock: () => MORNING })
  const enroll = async (user_id: number, module_id = school.modules.ALG) =>
    desk().handle({ wish: 'enroll', by: 'student', user_id, testmoment_id: moment, module_id })
  const add = async (last_name: string, more: { activated?: boolean } = {}) => {
    const username = `${last_name.toLowerCase()}@school.test`
    const user_id = await addUser(database, {
      username,
      last_name,
      education_department_id: school.departmentId,
      ...more,
    })
    await enroll(user_id)
    return user_id
  }
  const confirm = async (path: string, body: object = {}) => {
    const plan = await ask(`POST ${path}/preview`, body)
    return ask(`POST ${path}`, { ...body, confirmation: Object(plan.body).confirmation })
  }
  const publish = async () => {
    await confirm(`/testmoment/${moment}/division`, { wish })
    expect((await confirm(`/testmoment/${moment}/rooms/publication`)).status).toBe(200)
  }
  const listed = async (query = '') => listMessages.reply.parse((await ask(`GET /messages/20${query}`)).body).entities
  const subjects = async (query?: string) => (await listed(query)).map(({ subject }) => subject)
  const received = async (username: string, id: number) => {
    const { token } = await api.logIn(username)
    const { body } = await api.ask(`GET /user/${id}/messages`, { token })
    return listReceivedMessages.reply.parse(body).entities.map(({ subject, text }) => `${subject}\n${text}`)
  }
  const settle = (letter: 'accepted' | 'refused') =>
    database.kysely.updateTable('message_recipient').set({ letter }).where('letter', 'is', null).execute()

  test('say to each student which test, and where they sit and sat', async () => {
    await enroll(school.users.sam)
    await enroll(school.users.sam, school.modules.GON)
    await add('Akker')
    await add('Zwart')
    await publish()
    const chair = await database.kysely
      .selectFrom('chair')
      .innerJoin('room', 'room.id', 'chair.room_id')
      .select(['room.name', 'chair.seat_number'])
      .where('chair.user_id', '=', school.users.sam)
      .executeTakeFirstOrThrow()
    const [told] = await received('sam@school.test', school.users.sam)
    const zaal = chair.name === '3.14' ? 'Zaal 3.14' : chair.name
    expect(told).toBe(
      [
        'Je zaal is bekend: vr 20 mrt om 09:00',
        'Modules: ALG, GON',
        'Wanneer: vr 20 mrt, 09:00–11:00',
        `Waar: ${zaal}, plaats ${chair.seat_number}, Sporthal Noord`,
      ].join('\n'),
    )
    const to = rooms.find((_, at) => ['3.14', 'D1.22'][at] !== chair.name)
    await ask(`POST /testmoment/${moment}/chairs`, { user_ids: [school.users.sam], room_id: to, above_seats: true })
    const [moved] = await received('sam@school.test', school.users.sam)
    expect(moved).toMatch(
      new RegExp(`Je zaal is gewijzigd: .* \\(vr 20 mrt om 09:00\\)\n(.*\n)*Eerder: ${zaal}, plaats \\d$`),
    )
  })

  test('are one row for each act, with what came of all its letters, and opened all that were sent', async () => {
    for (const name of ['Akker', 'Bos', 'Cos']) await add(name)
    await publish()
    await settle('accepted')
    const [act, ...others] = await listed()
    expect(others).toEqual([])
    expect(act).toMatchObject({
      subject: 'Zalen bekendgemaakt: vr 20 mrt 2026 om 09:00',
      recipients: 3,
      automatic: false,
    })
    expect(act?.letters).toMatchObject({ accepted: 3, refused: 0 })
    const opened = getMessage.reply.parse((await ask(`GET /message/${act?.id}`)).body)
    expect(
      opened.variants.map(({ subject, audience_label, recipients }) => [subject, audience_label, recipients]),
    ).toEqual([
      ['Je zaal is bekend: vr 20 mrt om 09:00', 'Zaal 3.14: vr 20 mrt 2026 om 09:00', 2],
      ['Je zaal is bekend: vr 20 mrt om 09:00', 'D1.22: vr 20 mrt 2026 om 09:00', 1],
    ])
    // The text of all of them names nobody's seat.
    expect(opened.variants.map(({ text }) => text).join()).not.toMatch(/plaats \d/)
    await confirm(`/testmoment/${moment}/division`, { wish: { ...wish, way: 'evenly', numbered: false } })
    await settle('refused')
    const [again] = await listed()
    expect(again).toMatchObject({ subject: 'Zalen opnieuw verdeeld: vr 20 mrt 2026 om 09:00' })
    expect(again?.letters.refused).toBe(again?.recipients)
  })

  test('that the system sends by itself are listed if asked for, or where a letter failed', async () => {
    await add('Akker')
    await publish()
    const bos = await addUser(database, {
      ...{ username: 'bos@school.test', last_name: 'Bos', education_department_id: school.departmentId },
    })
    const at = { testmoment_id: moment, module_id: school.modules.ALG, actor_id: school.users.teacher }
    await desk().handle({ wish: 'enroll', by: 'administrator', user_id: bos, ...at })
    const byItself = 'Zaal bij een inschrijving: vr 20 mrt 2026 om 09:00'
    const published = 'Zalen bekendgemaakt: vr 20 mrt 2026 om 09:00'
    expect(await subjects()).toEqual([published])
    expect(await subjects('?automatic=1')).toEqual([byItself, published])
    expect((await ask('GET /messages/20?automatic=0')).status).toBe(400)
    await settle('accepted')
    expect(await subjects()).toEqual([published])
    await database.kysely
      .updateTable('message_recipient')
      .set({ letter: 'refused' })
      .where('user_id', '=', bos)
      .execute()
    expect(await subjects()).toEqual([byItself, published])
    // The page after it asks the same.
    const { body } = await ask('GET /messages/1?automatic=1')
    expect(Object(body)._links.next.href).toMatch(/automatic=1/)
  })

  test('say nothing about the app to who never activated an account', async () => {
    const akker = await add('Akker', { activated: false })
    await enroll(school.users.sam)
    await publish()
    const letterOf = async (user_id: number) => {
      const { message_id } = await database.kysely
        .selectFrom('message_recipient')
        .select('message_id')
        .where('user_id', '=', user_id)
        .executeTakeFirstOrThrow()
      const written = await writeMessageLetter({ database, publicUrl: 'https://school.test' }, { message_id, user_id })
      return JSON.stringify(written?.letter)
    }
    expect(await letterOf(akker)).toMatch(/Waar: Zaal 3\.14, plaats 1, Sporthal Noord/)
    expect(await letterOf(akker)).not.toMatch(/\bapp\b|school\.test|geactiveerd/)
    expect(await letterOf(school.users.sam)).toMatch(/in de app: https:/)
  })
})

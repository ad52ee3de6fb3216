import { beforeEach, expect, test } from 'vitest'
import { getImport, importRooms, previewRoomImport } from '#contract/import.calls.ts'
import { createRoom, editRoom, listRooms, listTestmomentRooms } from '#contract/rooms.calls.ts'
import { auditTrail } from '#tests/support/api/audit-trail.ts'
import { openStage } from '#tests/support/api/stage.ts'
import type { Token } from '#tests/support/api/test-api.ts'
import { MORNING, type Moment } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { halfway, holdUser, meanwhile } from '#tests/support/halfway.ts'
import { requestAboutNoor, startNoorsSchool } from './support/ask-about-noor.ts'
import { listOperations } from './support/operations.ts'

describeOnEachDatabase('the rooms of a school', (open) => {
  const { database, school, as, add } = openStage(open, { loggedIn: ['teacher'] })

  const ask = (operation: string, body?: unknown) => as.teacher(operation, body)
  const create = async (body: object) => createRoom.reply.parse((await ask('POST /room', body)).body).entity
  const edit = async (id: number, body: object) =>
    editRoom.reply.parse((await ask(`PUT /room/${id}`, body)).body).entity
  const list = async (query = '') => listRooms.reply.parse((await ask(`GET /rooms${query}`)).body).entities
  const names = async (query?: string) => (await list(query)).map(({ name }) => name)

  test('are added tidied, after the others unless said otherwise, and listed in their order', async () => {
    const first = await create({ name: '  B 3.10 ', seats: 60, remark: 'De sleutel\nligt  hier. ' })
    expect(first).toMatchObject({ name: 'B 3.10', position: 1, remark: 'De sleutel ligt hier.', extra_time: false })
    await create({ name: 'Aula', seats: 2_000, extra_time: true })
    await create({ name: 'B 3.2', seats: 1, position: 1 })
    expect((await list()).map(({ name, position }) => [name, position])).toEqual([
      ['B 3.2', 1],
      ['B 3.10', 1],
      ['Aula', 2],
    ])
    const [{ _links, ...entity } = first] = (await list()).filter(({ id }) => id === first.id)
    expect({ ...entity, _links }).toEqual(first)
    expect((await auditTrail(database))[0]).toBe(`user ${school.users.teacher} created room ${first.id}: name`)
  })

  test.for(['b3.14', ' B3.14 ', 'Oud', 'OUD'])('are not called %j when another is, archived or not', async (name) => {
    await add.room({ name: 'B3.14' })
    await add.room({ name: 'Oud', archived: true })
    const free = await add.room({ name: 'Vrij' })
    const taken = { status: 422, body: { reason: 'room-name-taken' } }
    expect(await ask('POST /room', { name, seats: 30 })).toMatchObject(taken)
    expect(await ask(`PUT /room/${free}`, { name })).toMatchObject(taken)
    expect(await names('?archived=1')).toEqual(['B3.14', 'Oud', 'Vrij'])
    expect(await auditTrail(database)).toEqual([])
  })

  test('are archived and restored together, or none of them, each with its line in the log', async () => {
    const [one, two, old] = [
      await add.room({ name: 'A1' }),
      await add.room({ name: 'A2' }),
      await add.room({ name: 'A3', archived: true }),
    ]
    const put = async (ids: number[], archived: boolean) => ask('PUT /rooms/archived', { ids, archived })
    expect(await put([one, 999_999], true)).toMatchObject({ status: 404 })
    expect([await names(), await auditTrail(database)]).toEqual([['A1', 'A2'], []])
    expect(await put([two, one, old, one], true)).toMatchObject({ status: 200, body: { rooms: 2 } })
    expect(await names()).toEqual([])
    expect(await put([one, two], true)).toMatchObject({ body: { rooms: 0 } })
    expect(await put([old, two], false)).toMatchObject({ body: { rooms: 2 } })
    expect((await list('?archived=1')).map(({ name, archived, version }) => [name, archived, version])).toEqual([
      ['A1', true, 2],
      ['A2', false, 3],
      ['A3', false, 2],
    ])
    expect(await auditTrail(database)).toHaveLength(4)
  })

  test('one of two teachers who add the same name at once is refused', { tags: 'race' }, async () => {
    const answers = await Promise.all(['B3.14', 'b3.14'].map((name) => ask('POST /room', { name, seats: 30 })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422])
    expect(await list()).toHaveLength(1)
  })

  test('one of two edits of the same version at once is refused', { tags: 'race' }, async () => {
    const { id } = await create({ name: 'B3.14', seats: 60 })
    const put = (seats: number) => () => ask(`PUT /room/${id}`, { seats, version: 1 })
    const hold = holdUser(school.users.teacher)
    const answers = await halfway(database, { hold, first: put(58), second: put(40) })
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test.for([
    [{ name: 'x'.repeat(81), seats: 30 }, 422, 'room-name-too-long'],
    [{ name: ' ', seats: 30 }, 422, 'school-name-missing'],
    [{ name: 'B3', seats: 0 }, 400, 'request-malformed'],
    [{ name: 'B3', seats: 2_001 }, 400, 'request-malformed'],
    [{ name: 'B3', seats: 30, remark: 'x'.repeat(501) }, 400, 'request-malformed'],
    [{ name: 'B3', seats: 30, position: 0 }, 400, 'request-malformed'],
  ] as const)('are refused as %j', async ([body, status, reason]) => {
    expect(await ask('POST /room', body)).toMatchObject({ status, body: { reason } })
  })

  test('are edited with old and new values in the log', async () => {
    const { id } = await create({ name: 'B3.14', seats: 60 })
    expect(await edit(id, { seats: 58, extra_time: true, version: 1 })).toMatchObject({ seats: 58, version: 2 })
    // A room may change its own name to other capitals.
    expect(await edit(id, { name: 'b3.14', version: 2 })).toMatchObject({ name: 'b3.14', version: 3 })
    expect(await edit(id, { seats: 58 })).toMatchObject({ version: 3 })
    const lines = await database.kysely
      .selectFrom('audit')
      .select(['action', 'changes'])
      .where('changes', 'is not', null)
      .orderBy('id')
      .execute()
    expect(lines).toEqual([
      { action: 'edited', changes: '{"extra_time":[false,true],"seats":[60,58]}' },
      { action: 'edited', changes: '{"name":["B3.14","b3.14"]}' },
    ])
  })

  test('the later of two edits of one version is refused, with the differences', async () => {
    const { id } = await create({ name: 'B3.14', seats: 60 })
    await edit(id, { seats: 58, version: 1 })
    expect(await ask(`PUT /room/${id}`, { seats: 50, remark: 'Klok', version: 1 })).toMatchObject({
      status: 409,
      body: {
        reason: 'version-stale',
        entity: { seats: 58, version: 2 },
        differences: [
          { field: 'seats', label: 'Plaatsen', yours: '50', theirs: '58' },
          { field: 'remark', yours: 'Klok', theirs: '(leeg)' },
        ],
      },
    })
  })

  test('are deleted while no moment uses them, and the name is free again', async () => {
    const { id } = await create({ name: 'B3.14', seats: 60 })
    expect(await ask(`DELETE /room/${id}`)).toMatchObject({ status: 200, body: { entity: { name: 'B3.14' } } })
    expect(await ask(`DELETE /room/${id}`)).toMatchObject({ status: 404 })
    expect(await ask(`PUT /room/${id}`, { seats: 3 })).toMatchObject({ status: 404 })
    expect((await create({ name: 'b3.14', seats: 60 })).id).not.toBe(id)
    const [line] = await database.kysely.selectFrom('audit').select('subject').where('action', '=', 'deleted').execute()
    expect(line).toEqual({ subject: 'B3.14' })
  })
})

describeOnEachDatabase('importing rooms', (open) => {
  const { database, school, as, add } = openStage(open, { loggedIn: ['teacher'] })
  beforeEach(async () => {
    await database.kysely.deleteFrom('import').execute()
  })

  const ask = (operation: string, body?: unknown) => as.teacher(operation, body)
  const preview = async (text: string, more = {}) =>
    previewRoomImport.reply.parse((await ask('POST /import/rooms/preview', { text, ...more })).body)
  const importList = async (text: string, more = {}) => {
    const { confirmation } = await preview(text, more)
    return importRooms.reply.parse((await ask('POST /import/rooms', { text, ...more, confirmation })).body)
  }
  const stored = async () => {
    const rooms = await database.kysely.selectFrom('room').selectAll().orderBy('id').execute()
    return rooms.map(({ name, seats, position, remark, extra_time }) => [name, seats, position, remark, extra_time])
  }
  const LIST = 'lokaal;plaatsen;opmerking;extra tijd\nB3.14;60;De klok loopt voor.;\naula;200;;ja\nKast;;;'

  test('adds the new ones, updates the others when asked, and does nothing the second time', async () => {
    await add.room({ name: 'Aula', seats: 150 })
    expect(await preview(LIST)).toMatchObject({ counts: { added: 1, changed: 0, skipped: 2, remarks: 1, errors: 0 } })
    expect((await preview(LIST, { update: true })).lines[1]).toMatchObject({
      changes: [
        { field: 'seats', old: '150', new: '200' },
        { field: 'extra_time', old: 'nee', new: 'ja' },
      ],
    })
    expect(await importList(LIST, { update: true })).toMatchObject({ added: 1, changed: 1 })
    expect(await stored()).toEqual([
      ['Aula', 200, 1, '', true],
      ['B3.14', 60, 2, 'De klok loopt voor.', false],
    ])
    expect(await preview(LIST, { update: true })).toMatchObject({ confirmation: null })
    const { teacher } = school.users
    const [, added, edited] = await auditTrail(database)
    expect(added).toMatch(new RegExp(`^user ${teacher} imported room `))
    expect(edited).toMatch(/ edited room \d+: extra_time seats$/)
  })

  test('is confirmed only as it was previewed', { tags: 'race' }, async () => {
    const { confirmation } = await preview(LIST)
    await add.room({ name: 'b3.14' })
    const { status, body } = await ask('POST /import/rooms', { text: LIST, confirmation })
    expect({ status, body }).toMatchObject({ status: 409, body: { reason: 'plan-changed' } })
    expect(await ask('POST /import/rooms', { text: 'zaal;cap\nB1;veel', confirmation })).toMatchObject({ status: 409 })
    expect(await ask('POST /import/rooms/preview', { text: 'x;y\nB;C' })).toMatchObject({
      status: 422,
      body: { reason: 'import-column-missing' },
    })
    expect(await stored()).toHaveLength(1)

    // An import that meets another edit of a room waits for it, and then reads that room again.
    const aula = await add.room({ name: 'Aula', seats: 150 })
    const wish = { text: LIST, update: true, confirmation: (await preview(LIST, { update: true })).confirmation }
    const late = await meanwhile(
      database,
      (trx) => trx.updateTable('room').set({ seats: 180 }).where('id', '=', aula).execute(),
      () => ask('POST /import/rooms', wish),
    )
    expect(late).toMatchObject({ status: 409, body: { reason: 'plan-changed' } })
    expect((await stored()).map(([name, seats]) => [name, seats])).toContainEqual(['Aula', 180])
  })

  test('by two at once adds each room once', { tags: 'race' }, async () => {
    const { confirmation } = await preview(LIST)
    const answers = await Promise.all([1, 2].map(() => ask('POST /import/rooms', { text: LIST, confirmation })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await stored()).toHaveLength(2)
  })

  test('is turned back where nobody changed what it did', async () => {
    await add.room({ name: 'Aula', seats: 150 })
    const before = await stored()
    const { import_id } = await importList(LIST, { update: true })
    const look = async () => getImport.reply.parse((await ask(`GET /import/${import_id}`)).body)
    const { lines } = await look()
    expect(lines.map(({ label, would, changes }) => [label, would, changes])).toEqual([
      ['B3.14', 'undone', []],
      [
        'Aula',
        'undone',
        [
          { field: 'seats', old: '150', new: '200' },
          { field: 'extra_time', old: 'nee', new: 'ja' },
        ],
      ],
    ])
    const { id } = await database.kysely
      .selectFrom('room')
      .select('id')
      .where('name', '=', 'B3.14')
      .executeTakeFirstOrThrow()
    await ask(`PUT /room/${id}`, { seats: 59 })
    expect((await look()).lines.map(({ hindrance }) => hindrance)).toEqual(['edited', null])
    const { confirmation } = await look()
    expect(await ask(`POST /import/${import_id}/undo`, { confirmation })).toMatchObject({
      status: 200,
      body: { undone: 1, stayed: 1 },
    })
    expect(await stored()).toEqual([...before, ['B3.14', 59, 2, 'De klok loopt voor.', false]])
    const again = await importList('lokaal;plaatsen\nC1;10')
    const { id: made } = await database.kysely
      .selectFrom('room')
      .select('id')
      .where('name', '=', 'C1')
      .executeTakeFirstOrThrow()
    const rooms = (...entities: object[]) => ask(`PUT /testmoment/${school.moments.open}/rooms`, { entities })
    await rooms({ id: made, seats: 10 })
    const used = getImport.reply.parse((await ask(`GET /import/${again.import_id}`)).body)
    expect(used.lines.map(({ hindrance }) => hindrance)).toEqual(['in-use'])
    await rooms()
    await ask(`POST /import/${again.import_id}/undo`, {
      confirmation: getImport.reply.parse((await ask(`GET /import/${again.import_id}`)).body).confirmation,
    })
    expect(await stored()).toHaveLength(2)
  })
})

describeOnEachDatabase('the rooms of a moment', (open) => {
  const { database, school, api, add } = openStage(open, { loggedIn: ['teacher'] })
  let token: Token
  let rooms: Record<'hall' | 'small' | 'gone', number>
  beforeEach(async () => {
    token = (await api.logIn('teacher@school.test')).token
    rooms = {
      hall: await add.room({ name: 'Sporthal', seats: 180, position: 2 }),
      small: await add.room({ name: 'B1.02', seats: 30, position: 1, extra_time: true }),
      gone: await add.room({ name: 'Oud', archived: true }),
    }
  })

  const ask = (operation: string, body?: unknown) => api.ask(operation, { token, body })
  const pathOf = (moment: Moment) => `/testmoment/${school.moments[moment]}/rooms`
  const read = async (moment: Moment = 'open') =>
    listTestmomentRooms.reply.parse((await ask(`GET ${pathOf(moment)}`)).body)
  const give = (moment: Moment, entities: readonly { id: number; seats: number }[], more = {}) =>
    ask(`PUT ${pathOf(moment)}`, { entities, ...more })
  const chosen = async (moment?: Moment) => (await read(moment)).entities.map(({ name, seats }) => `${name} ${seats}`)

  test('are chosen in an order, with seats of their own there', async () => {
    expect(await read()).toMatchObject({ entities: [], others: [{ name: 'B1.02' }, { name: 'Sporthal' }], version: 1 })
    const both = [
      { id: rooms.hall, seats: 160 },
      { id: rooms.small, seats: 28 },
    ]
    expect(await give('open', both)).toMatchObject({ status: 200, body: { version: 2, others: [] } })
    expect(await chosen()).toEqual(['Sporthal 160', 'B1.02 28'])
    await give('open', both.toReversed())
    expect(await chosen()).toEqual(['B1.02 28', 'Sporthal 160'])
    await ask(`PUT /room/${rooms.hall}`, { seats: 200 })
    await give('open', both.slice(0, 1))
    expect(await chosen(), 'the moment keeps its own number').toEqual(['Sporthal 160'])
    const lines = await database.kysely
      .selectFrom('audit')
      .select('changes')
      .where('action', '=', 'rooms-edited')
      .orderBy('id')
      .execute()
    expect(lines.map(({ changes }) => changes)).toEqual([
      '{"rooms":[[],["Sporthal (160)","B1.02 (28)"]]}',
      '{"rooms":["Sporthal (160), B1.02 (28)","B1.02 (28), Sporthal (160)"]}',
      '{"rooms":[["B1.02 (28)"],[]]}',
    ])
  })

  test('are not chosen once they are archived, and stay where they are; nor deleted while a moment has them', async () => {
    const archived = { status: 422, body: { reason: 'room-archived' } }
    expect(await give('open', [{ id: rooms.gone, seats: 10 }])).toMatchObject(archived)
    expect(await give('open', [{ id: 2_147_483_647, seats: 10 }])).toMatchObject({ body: { reason: 'room-unknown' } })
    await give('open', [{ id: rooms.small, seats: 28 }])
    await give('past', [{ id: rooms.hall, seats: 28 }])
    await ask('PUT /rooms/archived', { ids: [rooms.small], archived: true })
    expect(await give('open', [{ id: rooms.small, seats: 27 }])).toMatchObject({ status: 200 })
    expect(await give('other', [{ id: rooms.small, seats: 27 }])).toMatchObject(archived)
    for (const id of [rooms.small, rooms.hall])
      expect(await ask(`DELETE /room/${id}`)).toMatchObject({ status: 409, body: { reason: 'room-in-use' } })
    const { entities } = listRooms.reply.parse((await ask('GET /rooms?archived=1')).body)
    expect(entities.map(({ name, coming, _links }) => [name, coming, 'delete' in _links])).toEqual([
      ['B1.02', 1, false],
      ['Oud', 0, true],
      ['Sporthal', 0, false],
    ])
    await give('open', [])
    expect(await ask(`DELETE /room/${rooms.small}`)).toMatchObject({ status: 200 })
  })

  test('the later of two edits of one version is refused, with the differences', async () => {
    await give('open', [{ id: rooms.hall, seats: 160 }], { version: 1 })
    expect(await give('open', [{ id: rooms.small, seats: 28 }], { version: 1 })).toMatchObject({
      status: 409,
      body: {
        reason: 'version-stale',
        entity: { version: 2 },
        differences: [{ field: 'rooms', label: 'Lokalen', yours: 'B1.02 (28)', theirs: 'Sporthal (160)' }],
      },
    })
  })

  test('are remarked when another moment needs them at the same time', async () => {
    const { kysely } = database
    const at = (moment: Moment, when: object) =>
      kysely.updateTable('testmoment').set(when).where('id', '=', school.moments[moment]).execute()
    await at('open', { starts_at: '09:00', ends_at: '11:00' })
    await at('other', { date: '2026-03-20', starts_at: '10:00', ends_at: '12:00' })
    await at('single', { date: '2026-03-16', duration: 'week' })
    for (const moment of ['other', 'single', 'closed'] as const) await give(moment, [{ id: rooms.hall, seats: 160 }])
    const hall = (await read()).others.find(({ id }) => id === rooms.hall)
    expect(hall?.elsewhere.map(({ id, overlap }) => [id, overlap])).toEqual([
      [school.moments.single, 'possible'],
      [school.moments.other, 'certain'],
    ])
  })

  /** Gives students a chair in a room, whether the moment has it yet or not. */
  const seat = async (testmoment_id: number, ...chairs: [user_id: number, room_id: number][]) => {
    for (const [user_id, room_id] of chairs) {
      await database.kysely
        .insertInto('testmoment_room')
        .values({ testmoment_id, room_id, position: 9, seats: 9 })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      await database.kysely.insertInto('chair').values({ testmoment_id, user_id, room_id, seat_number: 7 }).execute()
    }
  }

  test('go with the moment, and change nothing that students read: no answer to them names one', async () => {
    const noors = await startNoorsSchool(database)
    const hall = await add.room({ name: 'Sporthal' })
    token = (await api.logIn('teacher@school.test')).token
    const { token: noor } = await api.logIn('noor@school.test')
    const versions = () => database.kysely.selectFrom('testmoment').select(['id', 'version']).orderBy('id').execute()
    const before = await versions()
    for (const moment of ['open', 'other', 'past'] as const)
      expect(
        await ask(`PUT /testmoment/${noors.moments[moment]}/rooms`, { entities: [{ id: hall, seats: 160 }] }),
      ).toMatchObject({
        status: 200,
      })
    expect(await versions(), 'calendars know a moment by its version').toEqual(before)
    const aula = await add.room({ name: 'Aula' })
    await seat(noors.moments.open, [noors.users.noor, hall], [noors.users.sam, aula])
    const reads = (await listOperations(api)).filter(({ method, path }) => method === 'GET' && path !== '/live')
    /** Names of rooms in the answers to Noor, by the call. */
    const named = async () => {
      const found: string[] = []
      let answered = 0
      for (const operation of reads) {
        const { status, body } = await api.ask(requestAboutNoor(noors, operation).name, { token: noor })
        if (status === 200) answered += 1
        const names = JSON.stringify(body ?? '').match(/Sporthal|Aula|rooms_version|"rooms"/g) ?? []
        found.push(...new Set(names.map((name) => `${operation.path}: ${name}`)))
      }
      expect(answered).toBeGreaterThan(10)
      return found.toSorted()
    }
    expect(await named()).toEqual([])
    const rooms_published_at = new Date(MORNING).toISOString()
    await database.kysely.updateTable('testmoment').set({ rooms_published_at }).execute()
    expect(await named(), 'her own, once it is published').toEqual([
      '/enrollment/{id}/calendar: Sporthal',
      '/user/{id}/data: Sporthal',
      '/user/{id}/module-statuses: Sporthal',
      '/user/{id}/testmoments: Sporthal',
    ])
    await database.kysely.deleteFrom('chair').execute()
    await database.kysely.deleteFrom('testmoment_room').where('room_id', '=', aula).execute()
    await database.kysely
      .insertInto('testmoment_room')
      .values({ testmoment_id: noors.moments.single, room_id: hall, position: 0, seats: 1 })
      .execute()
    await database.kysely.deleteFrom('testmoment').where('id', '=', noors.moments.single).execute()
    expect(await database.kysely.selectFrom('testmoment_room').select('room_id').execute()).toHaveLength(3)
  })
})

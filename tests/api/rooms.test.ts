import { beforeEach, expect, test } from 'vitest'
import { getImportSchemas, importRoomsSchemas, previewRoomImportSchemas } from '#contract/import.schema.ts'
import { createRoomSchemas, editRoomSchemas, listRoomsSchemas } from '#contract/rooms.schema.ts'
import { auditTrail } from '#tests/support/api/audit-trail.ts'
import { openStage } from '#tests/support/api/stage.ts'
import { addRoom } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

describeOnEachDatabase('the rooms of a school', (open) => {
  const { database, school, api } = openStage(open)
  let teacher: string
  beforeEach(async () => {
    teacher = (await api.logIn('teacher@school.test')).token
  })

  const ask = (operation: string, body?: unknown) => api.ask(operation, { token: teacher, body })
  const create = async (body: object) => createRoomSchemas.reply.parse((await ask('POST /room', body)).body).entity
  const edit = async (id: number, body: object) =>
    editRoomSchemas.reply.parse((await ask(`PUT /room/${id}`, body)).body).entity
  const list = async (query = '') => listRoomsSchemas.reply.parse((await ask(`GET /rooms${query}`)).body).entities
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
    await addRoom(database, { name: 'B3.14' })
    await addRoom(database, { name: 'Oud', archived: true })
    const free = await addRoom(database, { name: 'Vrij' })
    const taken = { status: 422, body: { reason: 'room-name-taken' } }
    expect(await ask('POST /room', { name, seats: 30 })).toMatchObject(taken)
    expect(await ask(`PUT /room/${free}`, { name })).toMatchObject(taken)
    expect(await names('?archived=1')).toEqual(['B3.14', 'Oud', 'Vrij'])
    expect(await auditTrail(database)).toEqual([])
  })

  test('of two who add one by the same name at once, one is refused', async () => {
    const answers = await Promise.all(['B3.14', 'b3.14'].map((name) => ask('POST /room', { name, seats: 30 })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422])
    expect(await list()).toHaveLength(1)
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

  test('are edited with old and new values in the log, archived and restored', async () => {
    const { id } = await create({ name: 'B3.14', seats: 60 })
    expect(await edit(id, { seats: 58, extra_time: true, version: 1 })).toMatchObject({ seats: 58, version: 2 })
    // The same name in other capitals is still its own.
    expect(await edit(id, { name: 'b3.14', version: 2 })).toMatchObject({ name: 'b3.14', version: 3 })
    expect(await edit(id, { archived: true })).toMatchObject({ archived: true, version: 4 })
    expect([await names(), await names('?archived=1')]).toEqual([[], ['b3.14']])
    expect(await edit(id, { archived: false })).toMatchObject({ archived: false })
    expect(await edit(id, { archived: false })).toMatchObject({ version: 5 })
    const lines = await database.kysely
      .selectFrom('audit')
      .select(['action', 'changes'])
      .where('changes', 'is not', null)
      .orderBy('id')
      .execute()
    expect(lines).toEqual([
      { action: 'edited', changes: '{"extra_time":[false,true],"seats":[60,58]}' },
      { action: 'edited', changes: '{"name":["B3.14","b3.14"]}' },
      { action: 'archived', changes: '{"archived":[false,true]}' },
      { action: 'unarchived', changes: '{"archived":[true,false]}' },
    ])
  })

  test('of two edits of one version the later is told what differs', async () => {
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
  const { database, school, api } = openStage(open)
  let token: string
  beforeEach(async () => {
    await database.kysely.deleteFrom('import').execute()
    token = (await api.logIn('teacher@school.test')).token
  })

  const ask = (operation: string, body?: unknown) => api.ask(operation, { token, body })
  const preview = async (text: string, more = {}) =>
    previewRoomImportSchemas.reply.parse((await ask('POST /import/rooms/preview', { text, ...more })).body)
  const importList = async (text: string, more = {}) => {
    const { confirmation } = await preview(text, more)
    return importRoomsSchemas.reply.parse((await ask('POST /import/rooms', { text, ...more, confirmation })).body)
  }
  const stored = async () => {
    const rooms = await database.kysely.selectFrom('room').selectAll().orderBy('id').execute()
    return rooms.map(({ name, seats, position, remark, extra_time }) => [name, seats, position, remark, extra_time])
  }
  const LIST = 'lokaal;plaatsen;opmerking;extra tijd\nB3.14;60;De klok loopt voor.;\naula;200;;ja\nKast;;;'

  test('adds the new ones, updates the others when asked, and does nothing the second time', async () => {
    await addRoom(database, { name: 'Aula', seats: 150 })
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

  test('is confirmed only as it was previewed', async () => {
    const { confirmation } = await preview(LIST)
    await addRoom(database, { name: 'b3.14' })
    const { status, body } = await ask('POST /import/rooms', { text: LIST, confirmation })
    expect({ status, body }).toMatchObject({ status: 409, body: { reason: 'plan-changed' } })
    expect(await ask('POST /import/rooms', { text: 'zaal;cap\nB1;veel', confirmation })).toMatchObject({ status: 409 })
    expect(await ask('POST /import/rooms/preview', { text: 'x;y\nB;C' })).toMatchObject({
      status: 422,
      body: { reason: 'import-column-missing' },
    })
    expect(await stored()).toHaveLength(1)
  })

  test('by two at once adds each room once', async () => {
    const { confirmation } = await preview(LIST)
    const answers = await Promise.all([1, 2].map(() => ask('POST /import/rooms', { text: LIST, confirmation })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await stored()).toHaveLength(2)
  })

  test('is turned back where nobody changed what it did', async () => {
    await addRoom(database, { name: 'Aula', seats: 150 })
    const before = await stored()
    const { import_id } = await importList(LIST, { update: true })
    const look = async () => getImportSchemas.reply.parse((await ask(`GET /import/${import_id}`)).body)
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
    await ask(`POST /import/${again.import_id}/undo`, {
      confirmation: getImportSchemas.reply.parse((await ask(`GET /import/${again.import_id}`)).body).confirmation,
    })
    expect(await stored()).toHaveLength(2)
  })
})

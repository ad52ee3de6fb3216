import { beforeEach, expect, test } from 'vitest'
import { readResults, saveResults } from '#contract/results.calls.ts'
import type { ResultEdit, ResultValue } from '#domain/results/result.schema.ts'
import { auditTrail } from '#tests/support/api/audit-trail.ts'
import { openStage } from '#tests/support/api/stage.ts'
import type { Token } from '#tests/support/api/test-api.ts'
import type { User } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

const passed = (grade: number | null = null): ResultValue => ({ outcome: 'passed', grade })
const failed = (grade: number | null = null): ResultValue => ({ outcome: 'failed', grade })

describeOnEachDatabase('results of a moment, before they are published', (open) => {
  const { database, school, api, as, ask, set, add, enroll, colleague } = openStage(open, { as: 'teacher' })
  let today: number
  let sam: number
  let noor: number
  beforeEach(async () => {
    await name('teacher', 'Vera', 'de Wit')
    await name('noor', 'Noor', 'Bos')
    today = await add.moment({ date: '2026-03-10' })
    sam = await enroll('sam', today)
    noor = await enroll('noor', today)
  })

  const name = (user: User, first_name: string, last_name: string) => set.user(user, { first_name, last_name })
  const read = async () => {
    const { status, body } = await ask(`GET /testmoment/${today}/results`)
    expect(status).toBe(200)
    return readResults.reply.parse(body)
  }
  const put = (entities: readonly object[], { as: by = as.teacher, at = today }: { as?: Token; at?: number } = {}) =>
    api.ask(`PUT /testmoment/${at}/results`, { token: by, body: { entities } })
  const save = async (entities: readonly ResultEdit[], by: Token = as.teacher) => {
    const { status, body } = await put(entities, { as: by })
    expect(status).toBe(200)
    return saveResults.reply.parse(body).entities
  }
  const saveOne = async (enrollment_id: number, version: number, value: ResultValue | null, by: Token = as.teacher) => {
    const [saved] = await save([{ enrollment_id, version, value }], by)
    if (!saved) throw new Error('nothing became of it')
    return saved
  }
  const hasRecord = async (id: number) => {
    const query = database.kysely.selectFrom('enrollment').select('has_record').where('id', '=', id)
    return Boolean((await query.executeTakeFirstOrThrow()).has_record)
  }

  test('the grid has everybody in the order of a register, and what they take by its name', async () => {
    await name('sam', 'Sam', 'van den Akker')
    const gon = await enroll('noor', today, 'GON')
    await enroll('newcomer', 'open')
    const grid = await read()
    expect(grid.modules.map((module) => module.name)).toEqual(['ALG', 'GON'])
    expect(
      grid.entities.map(({ last_name, cells }) => [last_name, cells.map(({ enrollment_id }) => enrollment_id)]),
    ).toEqual([
      ['van den Akker', [sam]],
      ['Bos', [noor, gon]],
    ])
    expect(grid.entities[0]?.cells[0]).toEqual({
      ...{ enrollment_id: sam, module_id: school.modules.ALG, version: 0, presence: null },
      ...{ draft: null, published: null, published_at: null, editor: null, sender: null },
    })
    expect(grid._links.edit).toEqual({ method: 'PUT', href: `/api/v1/testmoment/${today}/results` })
  })

  test('a draft is kept with who typed it, holds the enrollment, and once cleared leaves nothing behind', async () => {
    const { outcome, cell } = await saveOne(sam, 0, failed(75))
    expect(outcome).toBe('saved')
    // With a grade, passed is derived.
    expect(cell).toMatchObject({ draft: passed(75), published: null, editor: 'Vera de Wit' })
    expect((await read()).entities.find(({ id }) => id === school.users.sam)?.cells).toEqual([cell])
    expect([await hasRecord(sam), await hasRecord(noor)]).toEqual([true, false])
    expect(await saveOne(sam, cell?.version ?? 0, null)).toMatchObject({ outcome: 'saved', cell: { version: 0 } })
    expect(await database.kysely.selectFrom('result').selectAll().execute()).toEqual([])
    expect(await hasRecord(sam)).toBe(false)
    const edited = `user ${school.users.teacher} results-edited testmoment ${today}: `
    expect(await auditTrail(database)).toEqual([edited, edited])
  })

  test('the second of two edits of one cell is refused with the present value; its other cells are stored', async () => {
    const joost = await colleague({ first_name: 'Joost', last_name: 'Bakker' })
    await saveOne(sam, 0, passed(80))
    const edits = [
      { enrollment_id: sam, version: 0, value: failed(40) },
      { enrollment_id: noor, version: 0, value: passed() },
    ]
    const [stale, saved] = await save(edits, joost)
    expect(stale).toMatchObject({ outcome: 'stale', cell: { draft: passed(80), editor: 'Vera de Wit' } })
    expect(saved).toMatchObject({ outcome: 'saved', cell: { draft: passed(), editor: 'Joost Bakker' } })
  })

  test('two teachers who edit a draft that exists: the second is refused, also once the first has typed it as it was', async () => {
    const joost = await colleague({ first_name: 'Joost', last_name: 'Bakker' })
    const { cell } = await saveOne(sam, 0, passed(80))
    const seen = cell?.version ?? 0
    expect(await saveOne(sam, seen, failed(40))).toMatchObject({ outcome: 'saved', cell: { draft: failed(40) } })
    const refused = { outcome: 'stale', cell: { draft: failed(40), editor: 'Vera de Wit' } }
    expect(await saveOne(sam, seen, passed(60), joost)).toMatchObject(refused)
    const { cell: restored } = await saveOne(sam, seen + 1, passed(80))
    expect(await saveOne(sam, seen, passed(60), joost)).toMatchObject({ outcome: 'stale', cell: restored })
    expect(await saveOne(sam, restored?.version ?? 0, passed(60), joost)).toMatchObject({
      outcome: 'saved',
      cell: { draft: passed(60), editor: 'Joost Bakker' },
    })
  })

  test('a request may come twice, and who saw a cell before it was cleared overwrites nothing', async () => {
    const first = await saveOne(sam, 0, passed(80))
    expect(await saveOne(sam, 0, passed(80))).toEqual({ ...first, outcome: 'same' })
    await saveOne(sam, first.cell?.version ?? 0, null)
    api.clock.now += 2_000
    await saveOne(sam, 0, failed(30))
    expect(await saveOne(sam, first.cell?.version ?? 0, passed(90))).toMatchObject({
      outcome: 'stale',
      cell: { draft: failed(30) },
    })
  })

  test('cells of another moment, of nobody, and a second time in one request come to nothing', async () => {
    const elsewhere = await enroll('sam', 'open', 'GON')
    const edit = (enrollment_id: number, grade: number) => ({ enrollment_id, version: 0, value: passed(grade) })
    const saved = await save([edit(elsewhere, 70), edit(999_999, 70), edit(sam, 70), edit(sam, 60)])
    expect(saved.map(({ outcome }) => outcome)).toEqual(['unknown', 'unknown', 'saved', 'saved'])
    expect(saved.at(-1)?.cell?.draft).toEqual(passed(70))
  })

  test('grades out of range, half tenths and more than a paste are refused whole', async () => {
    const entity = (value: unknown) => ({ enrollment_id: sam, version: 0, value })
    for (const value of [{ outcome: 'passed', grade: 115 }, { outcome: 'passed', grade: 55.5 }, { grade: 70 }, 7, '7'])
      expect((await put([entity(value)])).status).toBe(400)
    expect((await put(Array.from({ length: 1_001 }, () => entity(passed(70))))).status).toBe(400)
    expect(await database.kysely.selectFrom('result').selectAll().execute()).toEqual([])
  })

  test('before the first test day nothing is typed', async () => {
    const later = await enroll('sam', 'open', 'GON')
    const entities = [{ enrollment_id: later, version: 0, value: passed(70) }]
    expect(await put(entities, { at: school.moments.open })).toMatchObject({
      status: 422,
      body: { reason: 'results-not-yet' },
    })
    expect((await put(entities, { at: 999_999 })).status).toBe(404)
  })
})

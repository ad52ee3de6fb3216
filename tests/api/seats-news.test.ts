// @module-tag pooled
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { SchoolSeats } from '#api-server/enrollments/waiting/seats-now.ts'
import { createSeatsNews } from '#api-server/enrollments/waiting/seats-now.ts'
import type { LiveEvent } from '#api-server/platform/live/events.ts'
import type { Change } from '#database/changes/change.ts'
import type { Database } from '#database/engine/open-database.ts'
import { startTestApi, type TestApi } from '#tests/support/api/test-api.ts'
import { addUser, startTestSchool, type TestSchool } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { eventually } from '#tests/support/eventually.ts'
import { listen, openLive } from './support/live-connection.ts'

describeOnEachDatabase('news of seats', (open) => {
  let database: Database
  let school: TestSchool
  let api: TestApi
  let origin: string
  let sam: string
  let noor: string
  beforeAll(async () => {
    database = await open()
  })
  beforeEach(async () => {
    school = await startTestSchool(database)
    await database.kysely.updateTable('testmoment').set({ seats: 1 }).where('id', '=', school.moments.open).execute()
    await start()
  })

  const start = async () => {
    api = await startTestApi(database)
    origin = await listen(api)
    sam = (await api.logIn('sam@school.test')).token
    noor = (await api.logIn('noor@school.test')).token
  }

  const wish = (user: 'sam' | 'noor', module: 'ALG' | 'GON') => ({
    user_id: school.users[user],
    testmoment_id: school.moments.open,
    module_id: school.modules[module],
  })
  const connect = (token: string) => openLive(origin, { token })
  const seatsNews = ({ news }: Awaited<ReturnType<typeof connect>>) =>
    news.filter(({ name }) => name === 'seatsChanged')

  test('everybody is notified how many seats are left, with the number, when somebody takes one', async () => {
    const other = await connect(noor)
    expect((await api.ask('POST /enrollment', { token: sam, body: wish('sam', 'ALG') })).status).toBe(201)
    await other.received(1)
    expect(other.news).toEqual([{ name: 'seatsChanged', id: school.moments.open, free: 0, spread: 0 }])
  })

  test('a student’s other devices learn that they wait, teachers of the line, and other students no more than the seats', async () => {
    await api.ask('POST /enrollment', { token: sam, body: wish('sam', 'ALG') })
    const [own, teacher, another] = [
      await connect(noor),
      await connect((await api.logIn('teacher@school.test')).token),
      await connect(sam),
    ]
    expect((await api.ask('POST /waiting', { token: noor, body: wish('noor', 'GON') })).status).toBe(201)
    const mine = { name: 'seatsChanged', own: true, spread: 0 }
    await eventually(() => expect(seatsNews(own)).toContainEqual(mine))
    await eventually(() =>
      expect(teacher.news).toContainEqual({ name: 'seatsChanged', id: school.moments.open, spread: 1 }),
    )
    expect(another.news).not.toContainEqual(expect.objectContaining({ own: true }))
  })

  test('waiting students are notified that somebody before them left the line', async () => {
    await api.ask('POST /enrollment', { token: sam, body: wish('sam', 'ALG') })
    const { departmentId: education_department_id } = school
    const user_id = await addUser(database, { username: 'eerste@school.test', education_department_id })
    const created_at = '2026-03-09T09:00:00.000Z'
    const [first] = await database.kysely
      .insertInto('waiting_entry')
      .values([
        { ...wish('noor', 'GON'), user_id, created_at },
        { ...wish('noor', 'GON'), created_at },
      ])
      .returning('id')
      .execute()
    // A server that knows the line since it began.
    await start()
    const [own, another] = [await connect(noor), await connect(sam)]
    const { token } = await api.logIn('teacher@school.test')
    expect((await api.ask(`DELETE /waiting/${first?.id}`, { token })).status).toBe(200)
    const moved = { name: 'seatsChanged', id: school.moments.open, own: true, spread: 3 }
    await eventually(() => expect(own.news).toContainEqual(moved))
    expect(seatsNews(another)).not.toContainEqual(expect.objectContaining({ own: true }))
  })
})

/** The seats as the test says that they are, and what was sent about them. */
function startNews(first: SchoolSeats) {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  let now = first
  const sent: LiveEvent[] = []
  const news = createSeatsNews({ seats: { read: async () => now }, send: (event) => sent.push(event) })
  const receive = async (change: Change, next: SchoolSeats) => {
    now = next
    news.listener.changed([change])
    await vi.advanceTimersByTimeAsync(0)
  }
  return { ...news, sent, receive }
}

const seatsAt = (free: Record<number, number>, line: readonly number[] = []): SchoolSeats => ({
  moments: Object.entries(free).map(([id, left]) => ({
    testmoment_id: Number(id),
    seats: 80,
    free: left,
    waiting: line.length,
  })),
  places: new Map([[7, new Map(line.map((userId, index) => [userId, index + 1]))]]),
})

const enrolled = (...testmoment_ids: number[]): Change => ({ event: 'enrollmentsChanged', testmoment_ids })

test('free seats are sent once a second at most, and not again while they are as many', async () => {
  const { sent, receive } = startNews(seatsAt({ 7: 80, 8: 80 }))
  const takeSent = () => sent.splice(0).map(({ id, free }) => ({ id, free }))
  await receive(enrolled(7), seatsAt({ 7: 79, 8: 80 }))
  expect(takeSent()).toEqual([{ id: 7, free: 79 }])
  for (let free = 78; free >= 40; free--) await receive(enrolled(7), seatsAt({ 7: free, 8: 80 }))
  await vi.advanceTimersByTimeAsync(999)
  expect(takeSent()).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(takeSent()).toEqual([{ id: 7, free: 40 }])
  await vi.advanceTimersByTimeAsync(1_000)
  await receive(enrolled(7), seatsAt({ 7: 40, 8: 80 }))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(takeSent()).toEqual([])
  await receive({ event: 'userDeleted', user_id: 1 }, seatsAt({ 7: 41, 8: 80 }))
  expect(takeSent()).toEqual([{ id: 7, free: 41 }])
})

test('students whose place changed are notified, spread, each ten seconds at most; to join behind them is no news', async () => {
  const { sent, receive } = startNews(seatsAt({ 7: 0 }, [11, 12, 13]))
  const seen = () => sent.filter(({ to }) => to.who === 'users')
  await receive(enrolled(7), seatsAt({ 7: 0 }, [11, 12, 13]))
  await vi.advanceTimersByTimeAsync(10_000)
  await receive(enrolled(7), seatsAt({ 7: 0 }, [11, 12, 13, 14]))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(seen()).toEqual([])
  await receive(enrolled(7), seatsAt({ 7: 0 }, [11, 13, 14]))
  await receive(enrolled(7), seatsAt({ 7: 0 }, [13, 14]))
  expect(seen()).toMatchObject([{ name: 'seatsChanged', id: 7, spread: 9 }])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(seen()).toHaveLength(2)
  const [event] = seen()
  const isNotified = (userId: number) => event?.to.who === 'users' && event.to.ids.has(userId)
  expect([11, 12, 13, 14].filter(isNotified)).toEqual([13, 14])
})

test('a database that is away leaves nothing untold', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const read = vi.fn<() => Promise<SchoolSeats>>().mockResolvedValue(seatsAt({ 7: 12 }))
  const sent: LiveEvent[] = []
  const { listener } = createSeatsNews({ seats: { read }, send: (event) => sent.push(event) })
  read.mockRejectedValueOnce(new Error('away')).mockRejectedValueOnce(new Error('away'))
  listener.changed([enrolled(7)])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(sent).toEqual([])
  listener.missed()
  await vi.advanceTimersByTimeAsync(0)
  expect(sent).toMatchObject([{ id: 7, free: 12 }])
})

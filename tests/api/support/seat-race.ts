import type { QueuedRequest } from '#api-server/enrollments/desk/decide.ts'
import type { EnrollmentDesk } from '#api-server/enrollments/desk/desk.ts'
import { endWaits, leaveLine } from '#api-server/enrollments/waiting/leaving-line.ts'
import { promoteAt, promoteEntry, type WaitingDesk } from '#api-server/enrollments/waiting/promoting.ts'
import { registerHooks } from '#api-server/hooks.ts'
import { divide, previewDivision } from '#api-server/rooms/dividing.ts'
import { moveChairs } from '#api-server/rooms/move-chairs.ts'
import { previewRoomsPublication, publishRooms } from '#api-server/rooms/publish-rooms.ts'
import { describeTestmomentRooms, editTestmomentRooms } from '#api-server/rooms/testmoment-rooms.ts'
import { editTestmoment } from '#api-server/testmoments/edit-testmoment.ts'
import type { Database } from '#database/engine/open-database.ts'
import { Problem } from '#server/problem.ts'
import {
  addDepartment,
  addModule,
  addMoment,
  addRoom,
  addUser,
  addYear,
  MORNING,
} from '#tests/support/api/test-school.ts'
import { expectLimitsKept } from './promises.ts'
import {
  type Excuses,
  expectAllNotified,
  expectChairsKept,
  expectCountsHigh,
  expectNobodyForgotten,
  expectNobodyOvertaken,
  expectOrderKept,
  expectSeatsKept,
  placeKey,
  readSituation,
} from './seat-promises.ts'
import { MODULES, MOMENTS, ROOMS, type SeatSchedule, type SeatStep, STUDENTS } from './seat-schedule.ts'

export interface SeatRaceOptions {
  /** connections to one database, one for each desk */
  databases: readonly Database[]
  desks: readonly EnrollmentDesk[]
  /** desks that promote students and remove them from waiting lists */
  lines: readonly WaitingDesk[]
  /** without its locks a desk may meet rows that another has just written, which is not what a control is to show */
  tolerateCollisions?: boolean
}

/** Takes all steps, and throws a `BrokenPromise` at the first that was not kept. */
export type RunSeatRace = (schedule: SeatSchedule) => Promise<void>

const clock = () => MORNING

/** Outcome of each step, for the judge. */
interface Journal extends Excuses {
  /** places in line that were given, by id */
  given: Map<number, { user_id: number; testmoment_id: number; module_id: number }>
  left: Set<number>
  enrolled: Set<string>
}

/** A school of its own in an empty database. Each run starts without enrollments, with every moment open and its first seats. */
export async function startSeatRace({
  databases,
  desks,
  lines,
  tolerateCollisions = false,
}: SeatRaceOptions): Promise<RunSeatRace> {
  registerHooks()
  const database = at(databases, 0)
  const { kysely } = database
  const modules = await inTurn(MODULES, (n) => addModule(database, `M${n}`))
  const education_department_id = await addDepartment(database, modules)
  const students = await inTurn(STUDENTS, (n) => addUser(database, { username: `s${n}@race`, education_department_id }))
  const teacher = await addUser(database, { username: 'teacher@race', roles: 'ROLE_ADMIN' })
  const schoolyear_id = await addYear(database, 'Nu', true)
  const moments = await inTurn(MOMENTS.length, (n) =>
    addMoment(database, { schoolyear_id, date: `2026-04-0${n + 1}`, ...at(MOMENTS, n) }),
  )

  const rooms = await inTurn(ROOMS.length, (n) =>
    addRoom(database, { name: `Zaal ${n}`, extra_time: n === ROOMS.length - 1 }),
  )

  const startOver = async () => {
    const emptied = [
      ...(['enrollment', 'waiting_entry', 'waiting_outcome', 'outbox', 'audit', 'testmoment_room'] as const),
      'message' as const,
    ]
    for (const table of emptied) await kysely.deleteFrom(table).execute()
    const divided = {
      ...{ rooms_version: 2, divided_at: new Date(MORNING).toISOString(), chairs_numbered: true },
      rooms_published_at: null,
    }
    for (const [n, id] of moments.entries()) {
      await kysely
        .updateTable('testmoment')
        .set({ enrollments_enabled: true, seats: at(MOMENTS, n).seats, ...divided })
        .where('id', '=', id)
        .execute()
      const rows = rooms.map((room_id, position) => ({
        testmoment_id: id,
        room_id,
        position,
        seats: at(ROOMS, position),
      }))
      await kysely.insertInto('testmoment_room').values(rows).execute()
    }
  }

  const keys = { identities: Buffer.alloc(32, 7) }
  /** Divides as a teacher does: asks for the plan first, and confirms it as shown. */
  const divideAt = async (database: Database, testmomentId: number, wish: 'divide' | 'divide-rest') => {
    const whole = { kind: 'all', way: 'alphabet', numbered: true, keeps_by_hand: true } as const
    const asked = { testmomentId, wish: wish === 'divide' ? whole : ({ kind: 'rest' } as const) }
    const { confirmation } = await previewDivision({ database, keys }, asked)
    if (confirmation !== null)
      await divide({ database, keys, clock }, { id: teacher, roles: ['ROLE_ADMIN'] }, { ...asked, confirmation })
  }

  const publishAt = async (database: Database, testmomentId: number) => {
    const { confirmation } = await previewRoomsPublication(database, testmomentId)
    if (confirmation !== null)
      await publishRooms({ database, clock }, { id: teacher, roles: ['ROLE_ADMIN'] }, { testmomentId, confirmation })
  }

  /** Gives a room of a moment these seats, or takes it away, whoever loses a chair by it. */
  const furnish = async (database: Database, id: number, { room_id, seats }: { room_id: number; seats: number }) => {
    const { entities: had } = await describeTestmomentRooms(database.kysely, id)
    const others = had.filter((room) => room.id !== room_id)
    const entities = [...others, ...(seats > 0 ? [{ id: room_id, seats }] : [])]
    const edit = (confirmed?: string) =>
      editTestmomentRooms({ database, clock }, { id: teacher, roles: ['ROLE_ADMIN'] }, { id, entities, confirmed })
    try {
      await edit()
    } catch (question) {
      if (!(question instanceof Problem) || question.reason !== 'confirmation-needed') throw question
      await edit(String(Object(question.details).confirmation))
    }
  }

  /** Returns undefined if the step is refused. */
  const unlessRefused = async <Answer>(asking: Promise<Answer>): Promise<Answer | undefined> => {
    try {
      return await asking
    } catch (error) {
      if (error instanceof Problem || tolerateCollisions) return undefined
      throw error
    }
  }

  const ask = async (desk: number, request: QueuedRequest, journal: Journal) => {
    journal.touched.add(request.user_id)
    const asking: ReturnType<EnrollmentDesk['wait']> =
      request.wish === 'wait' ? at(desks, desk).wait(request) : at(desks, desk).handle(request)
    const answer = await unlessRefused(asking)
    if (answer === undefined) return
    if ('waiting' in answer) journal.given.set(answer.waiting.id, answer.waiting)
    else if (request.wish !== 'unenroll') journal.enrolled.add(placeKey(answer.enrollment))
  }

  const favor = ({ above, favored }: Journal, id: number, isAbove: boolean) => {
    favored.add(id)
    if (isAbove) above.set(id, (above.get(id) ?? 0) + 1)
  }

  const take = async (step: SeatStep, journal: Journal): Promise<void> => {
    if ('student' in step && step.act !== 'move-chair') journal.touched.add(at(students, step.student))
    const line = at(lines, step.desk)
    switch (step.act) {
      case 'enroll':
      case 'wait':
      case 'seat-by-teacher': {
        const place = {
          user_id: at(students, step.student),
          testmoment_id: at(moments, step.moment),
          module_id: at(modules, step.module),
        }
        if (step.act === 'wait')
          return ask(step.desk, { wish: 'wait', by: 'student', moves: step.also, ...place }, journal)
        if (step.act === 'enroll') return ask(step.desk, { wish: 'enroll', by: 'student', ...place }, journal)
        if (step.also) favor(journal, place.testmoment_id, true)
        return ask(step.desk, { wish: 'enroll', by: 'administrator', above_seats: step.also, ...place }, journal)
      }
      case 'leave':
      case 'remove-by-teacher':
      case 'move': {
        const held = kysely.selectFrom('enrollment').select(['id', 'user_id', 'testmoment_id', 'module_id'])
        const own = await held.where('user_id', '=', at(students, step.student)).orderBy('id').execute()
        const enrollment = own[step.nth]
        if (!enrollment) return
        const { id: enrollment_id, ...place } = enrollment
        const asked = {
          by: step.act === 'remove-by-teacher' ? 'administrator' : 'student',
          enrollment_id,
          ...place,
        } as const
        if (step.act !== 'move') return ask(step.desk, { wish: 'unenroll', ...asked }, journal)
        return ask(step.desk, { wish: 'move', to_testmoment_id: at(moments, step.moment), ...asked }, journal)
      }
      case 'stop-waiting':
      case 'promote-by-hand': {
        const waits = kysely.selectFrom('waiting_entry').select(['id', 'testmoment_id'])
        const own = await waits.where('user_id', '=', at(students, step.student)).orderBy('id').execute()
        const entry = own[step.nth]
        if (!entry) return
        if (step.act === 'stop-waiting') {
          if (await unlessRefused(leaveLine(line, { entryId: entry.id }))) journal.left.add(entry.id)
          return
        }
        favor(journal, entry.testmoment_id, step.also)
        await unlessRefused(promoteEntry(line, { entryId: entry.id, actorId: teacher, aboveSeats: step.also }))
        return
      }
      case 'promote':
        await unlessRefused(promoteAt(line, at(moments, step.moment)))
        return
      case 'end-waits':
        await unlessRefused(endWaits(line, 'all'))
        return
      case 'divide':
      case 'divide-rest':
        await unlessRefused(divideAt(at(databases, step.desk), at(moments, step.moment), step.act))
        return
      case 'publish':
        await unlessRefused(publishAt(at(databases, step.desk), at(moments, step.moment)))
        return
      case 'room-seats': {
        const room = { room_id: at(rooms, step.room), seats: step.seats }
        await unlessRefused(furnish(at(databases, step.desk), at(moments, step.moment), room))
        return
      }
      case 'move-chair': {
        const moved = { user_ids: [at(students, step.student)], room_id: at(rooms, step.room) }
        const moving = { testmomentId: at(moments, step.moment), ...moved }
        await unlessRefused(
          moveChairs({ database: at(databases, step.desk), clock }, { id: teacher, roles: ['ROLE_ADMIN'] }, moving),
        )
        return
      }
      case 'open':
      case 'close':
      case 'seats': {
        const id = at(moments, step.moment)
        if (step.act === 'seats') journal.edits.set(id, [...(journal.edits.get(id) ?? []), step.seats])
        else journal.doors.add(id)
        const edit = step.act === 'seats' ? { seats: step.seats } : { enrollments_enabled: step.act === 'open' }
        await editTestmoment({ database: at(databases, step.desk), clock }, { place: { id }, edit, actorId: teacher })
      }
    }
  }

  /** Promotes as the loop does, until nothing is left to do. */
  const settle = async () => {
    for (let given = -1; given !== 0; ) {
      given = 0
      for (const [n, id] of moments.entries())
        given += (await unlessRefused(promoteAt(at(lines, n % lines.length), id))) ?? 0
      given += (await unlessRefused(endWaits(at(lines, 0), 'all'))) ?? 0
    }
    expectNobodyForgotten(await readSituation(database))
  }

  return async (schedule) => {
    await startOver()
    const kept = { given: new Map(), left: new Set<number>(), enrolled: new Set<string>() }
    let before = await readSituation(database)
    for (const wave of schedule) {
      const journal: Journal = {
        ...kept,
        touched: new Set(),
        doors: new Set(),
        edits: new Map(),
        above: new Map(),
        favored: new Set(),
      }
      await Promise.all(wave.map((step) => take(step, journal)))
      const after = await readSituation(database)
      await expectLimitsKept(database)
      await expectChairsKept(database)
      expectSeatsKept(before, after, journal)
      expectNobodyOvertaken(before, after, journal)
      expectOrderKept(before, after)
      await expectCountsHigh(database, after)
      before = after
    }
    await settle()
    await kysely.updateTable('testmoment').set({ enrollments_enabled: true }).execute()
    await settle()
    await expectLimitsKept(database)
    await expectChairsKept(database)
    await expectAllNotified(database, kept.given, kept)
  }
}

async function inTurn(count: number, make: (n: number) => Promise<number>): Promise<number[]> {
  const ids: number[] = []
  for (let n = 0; n < count; n++) ids.push(await make(n))
  return ids
}

function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index]
  if (item === undefined) throw new RangeError(`no item ${index}`)
  return item
}

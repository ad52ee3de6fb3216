import type { DeskRequest } from '#api-server/enrollments/desk/decide.ts'
import type { DeskAnswer, EnrollmentDesk } from '#api-server/enrollments/desk/desk.ts'
import type { Database } from '#database/engine/open-database.ts'
import { Problem } from '#server/problem.ts'
import { addDepartment, addModule, addMoment, addUser, addYear } from '#tests/support/api/test-school.ts'
import { type Doorkeeper, startDoorkeeper } from './doorkeeper.ts'
import { expectLimitsKept, expectStored } from './promises.ts'
import {
  type EnrollStep,
  type LeaveStep,
  MODULES,
  MOMENT_LIMITS,
  type MoveStep,
  type Schedule,
  STUDENTS,
} from './schedule.ts'

export interface RaceOptions {
  /** connections to one database; the first is used for everything but the desks */
  databases: readonly Database[]
  desks: readonly EnrollmentDesk[]
  /** makes the doorkeeper that opens and closes moments during a run */
  doorkeeperOf?: (database: Database) => Doorkeeper
  /** without its lock a desk may meet a row that another has just inserted, which is not what a control is to show */
  tolerateCollisions?: boolean
}

/** Runs all steps; throws a `BrokenPromise` at the first promise that the desks did not keep. */
export type RunRace = (schedule: Schedule) => Promise<void>

/** Prepares a school in an empty database. Each run starts without enrollments and with every moment open. */
export async function startRace({
  databases,
  desks,
  doorkeeperOf = startDoorkeeper,
  tolerateCollisions = false,
}: RaceOptions): Promise<RunRace> {
  const database = at(databases, 0)
  const { kysely } = database
  const modules = await inTurn(MODULES, (n) => addModule(database, `M${n}`))
  const education_department_id = await addDepartment(database, modules)
  const students = await inTurn(STUDENTS, (n) => addUser(database, { username: `s${n}@race`, education_department_id }))
  const schoolyear_id = await addYear(database, 'Nu', true)
  const moments = await inTurn(MOMENT_LIMITS.length, (n) =>
    addMoment(database, { schoolyear_id, date: `2026-04-0${n + 1}`, max_enrollments: MOMENT_LIMITS[n] }),
  )

  const ask = async (desk: number, request: DeskRequest): Promise<DeskAnswer | undefined> => {
    try {
      return await at(desks, desk).handle(request)
    } catch (error) {
      if (error instanceof Problem) return undefined
      if (tolerateCollisions && database.isUniqueViolation(error)) return undefined
      throw error
    }
  }

  return async (schedule) => {
    await kysely.deleteFrom('enrollment').execute()
    await kysely.updateTable('testmoment').set({ enrollments_enabled: true }).execute()
    const doorkeeper = doorkeeperOf(database)
    /** enrollments by id that were acknowledged, and whose end was not acknowledged */
    const held = new Map<number, DeskAnswer['enrollment']>()

    const enroll = async (step: EnrollStep) => {
      const user_id = at(students, step.student)
      const place = { testmoment_id: at(moments, step.moment), module_id: at(modules, step.module) }
      const answer = await ask(step.desk, { wish: 'enroll', by: 'student', user_id, ...place })
      if (answer?.created) held.set(answer.enrollment.id, answer.enrollment)
    }
    const heldBy = ({ student, nth }: LeaveStep | MoveStep) =>
      [...held.values()].filter(({ user_id }) => user_id === at(students, student))[nth]
    const leave = async (step: LeaveStep) => {
      const enrollment = heldBy(step)
      if (!enrollment) return
      const { id, ...place } = enrollment
      if (await ask(step.desk, { wish: 'unenroll', by: 'student', enrollment_id: id, ...place })) held.delete(id)
    }

    const move = async (step: MoveStep) => {
      const enrollment = heldBy(step)
      if (!enrollment) return
      const { id, ...place } = enrollment
      const to_testmoment_id = at(moments, step.moment)
      const answer = await ask(step.desk, {
        wish: 'move',
        by: 'student',
        enrollment_id: id,
        ...place,
        to_testmoment_id,
      })
      if (!answer?.created) return
      held.delete(id)
      held.set(answer.enrollment.id, answer.enrollment)
    }

    for (const wave of schedule) {
      await Promise.all(
        wave.map((step) => {
          if (step.act === 'enroll') return enroll(step)
          if (step.act === 'leave') return leave(step)
          if (step.act === 'move') return move(step)
          return doorkeeper.turn(step.act, at(moments, step.moment))
        }),
      )
      await expectLimitsKept(database)
    }
    await expectStored(database, held.keys())
    for (const moment of moments) await doorkeeper.turn('open', moment)
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

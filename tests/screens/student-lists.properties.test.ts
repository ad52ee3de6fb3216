import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { listModuleStatuses, listUserTestmoments, readSeats } from '#contract/first-reads.gen.ts'
import type { SeatsReply } from '#contract/waiting.calls.ts'
import { futureEnrollment } from '#domain/enrollments/choice.rules.ts'
import type { Enrollment, Testmoment } from '#domain/enrollments/enrollment.schema.ts'
import type { WaitingEntry, WaitingOutcome } from '#domain/enrollments/waiting.schema.ts'
import type { Link } from '#domain/entities/entity.schema.ts'
import type { Api } from '#src/api/api.ts'
import { ApiError } from '#src/api/api-error.ts'
import type { Attempt } from '#src/enrollment/attempt.ts'
import { amendLists, type OwnChange } from '#src/enrollment/own-change.ts'
import { standingOutcomes } from '#src/enrollment/standing-outcomes.ts'
import { createStudentLists } from '#src/enrollment/student-lists.ts'
import { lastKnownApi } from '#src/offline/last-known-api.ts'
import { enrollmentChoices } from '#src/parts/enrollment-choice/enrollment-choices.ts'
import { comingTests } from '#src/student/modules/modules-overview.ts'
import { testmomentSummary } from '#src/student/testmoments/testmoment-choices.ts'
import { moment, NOW, status } from './support/student.ts'

beforeEach(() => void vi.useFakeTimers({ now: NOW }))
afterEach(() => void vi.useRealTimers())

const MODULES = ['WIS1', 'STAT'] as const
type ModuleName = (typeof MODULES)[number]
const idOf = { WIS1: 1, STAT: 2 }

/** A module at a moment: what a student has or has not, or waits for. */
interface Place {
  module: ModuleName
  momentId: number
}
const MOMENTS = [1, 2]
const PLACES: Place[] = [
  { module: 'WIS1', momentId: 1 },
  { module: 'WIS1', momentId: 2 },
  { module: 'STAT', momentId: 1 },
]
const keyOf = ({ module, momentId }: Place) => `${module} ${momentId}`

const links = {
  module_statuses: { method: 'GET', href: '/api/v1/user/1/module-statuses' },
  testmoments: { method: 'GET', href: '/api/v1/user/1/testmoments' },
  seats: { method: 'GET', href: '/api/v1/user/1/seats' },
} satisfies Record<string, Link>

/** Server's data about one student. */
class School {
  clock = 0
  deleted = new Set<number>()
  enrollments = new Map<string, Enrollment>()
  entries = new Map<string, WaitingEntry>()
  outcomes: WaitingOutcome[] = []

  stamp(): string {
    this.clock += 1
    return new Date(NOW - 86_400_000 + this.clock).toISOString()
  }

  moments(): Testmoment[] {
    return MOMENTS.filter((id) => !this.deleted.has(id)).map((id) =>
      moment(id, `2026-12-0${id}`, {
        seats: 5,
        enrollments: PLACES.flatMap((place) =>
          place.momentId === id ? (this.enrollments.get(keyOf(place)) ?? []) : [],
        ),
      }),
    )
  }

  enroll(place: Place): Enrollment | null {
    if (this.deleted.has(place.momentId) || this.enrollments.has(keyOf(place))) return null
    const enrollment = {
      id: this.clock + 100,
      user_id: 1,
      testmoment_id: place.momentId,
      module_id: idOf[place.module],
      module_name: place.module,
      created_at: this.stamp(),
      _links: {},
    }
    this.enrollments.set(keyOf(place), enrollment)
    this.entries.delete(keyOf(place))
    return enrollment
  }

  unenroll = (place: Place): boolean => this.enrollments.delete(keyOf(place))

  join(place: Place): WaitingEntry | null {
    if (this.deleted.has(place.momentId) || this.enrollments.has(keyOf(place)) || this.entries.has(keyOf(place)))
      return null
    const entry = {
      id: this.clock + 500,
      user_id: 1,
      testmoment_id: place.momentId,
      module_id: idOf[place.module],
      module_name: place.module,
      moves: false,
      place: 1,
      created_at: this.stamp(),
      _links: {},
    }
    this.entries.set(keyOf(place), entry)
    return entry
  }

  leave = (place: Place): boolean => this.entries.delete(keyOf(place))

  promote(place: Place): void {
    if (!this.entries.has(keyOf(place))) return
    this.enroll(place)
    const { date, duration, location, starts_at, ends_at } = moment(place.momentId, `2026-12-0${place.momentId}`)
    this.outcomes.push({
      id: this.clock + 900,
      outcome: 'promoted',
      module_id: idOf[place.module],
      module_name: place.module,
      testmoment_id: place.momentId,
      testmoment: { date, duration, location, starts_at, ends_at },
      created_at: this.stamp(),
      _links: {},
    })
  }

  delete(momentId: number): void {
    this.deleted.add(momentId)
    for (const place of PLACES.filter((each) => each.momentId === momentId)) {
      this.enrollments.delete(keyOf(place))
      this.entries.delete(keyOf(place))
    }
    this.outcomes = this.outcomes.map((each) =>
      each.testmoment_id === momentId ? { ...each, testmoment_id: null } : each,
    )
  }

  answer(target: Endpoint): unknown {
    if (target === listUserTestmoments) return { entities: this.moments() }
    if (target === readSeats)
      return {
        entities: MOMENTS.map((testmoment_id) => ({ testmoment_id, seats: 5, free: 5, waiting: 0 })),
        waiting: [...this.entries.values()],
        outcomes: [...this.outcomes],
        _links: {},
      } satisfies SeatsReply
    const moments = this.moments()
    return {
      entities: MODULES.map((module) => {
        const held = moments.flatMap((testmoment) => {
          const enrollment = this.enrollments.get(keyOf({ module, momentId: testmoment.id }))
          return enrollment ? [[String(testmoment.id), { enrollment, testmoment }] as const] : []
        })
        return { ...status(module), enrollments: Object.fromEntries(held) }
      }),
    }
  }
}

interface Question {
  target: Endpoint
  /** the server's reply once it handled the request; it may be long on its way after that */
  said?: unknown
  resolve: (reply: unknown) => void
  reject: (error: Error) => void
}

interface Write {
  place: Place
  wish: 'enrolled' | 'unenrolled' | 'waiting' | 'left'
  said?: OwnChange
}

/** A student's app in front of the school, with every call on its way for as long as the test says. */
function open() {
  const school = new School()
  const questions: Question[] = []
  const writes: Write[] = []
  /** last change that the server acknowledged for each place, while nobody else changed it */
  const acknowledged = new Map<string, OwnChange['type']>()
  const ask = (target: Endpoint) => new Promise((resolve, reject) => questions.push({ target, resolve, reject }))
  // A fake API: the test distinguishes answers by their order.
  const server = { call: ask, follow: ask, download: ask } as unknown as Api
  const lists = createStudentLists(() => device.api.follow(readSeats, links.seats))
  const device = lastKnownApi(server, {
    keptList: async () => null,
    keepAmended: () => {},
    isGone: () => false,
    onRead: () => {},
    onKnown: lists.learn,
    onLate: lists.show,
  })
  const renew = async () => {
    await Promise.allSettled([
      device.api.follow(listModuleStatuses, links.module_statuses),
      device.api.follow(listUserTestmoments, links.testmoments),
    ])
    await lists.loadSeats()
    lists.show()
  }
  const settle = () => vi.advanceTimersByTimeAsync(0)
  const look = (question: Question) => {
    question.said ??= school.answer(question.target)
  }
  const deliver = async (index: number) => {
    const [question] = questions.splice(index % Math.max(1, questions.length), 1)
    if (!question) return
    look(question)
    question.resolve(question.said)
    await settle()
  }
  const amend = (change: OwnChange) => amendLists({ links, amend: device.amend, show: lists.show }, change)
  const othersChanged = (place: Place) => acknowledged.delete(keyOf(place))
  const attemptOf = ({ place, wish }: Write): Attempt => ({
    ...({ wish, move: null } as { wish: 'enrolled' }),
    link: { method: 'POST', href: '/api/v1/enrollment' },
    enrollment: { user_id: 1, testmoment_id: place.momentId, module_id: idOf[place.module] },
    moduleName: place.module,
    moment: moment(place.momentId, `2026-12-0${place.momentId}`),
  })
  /** The server does what is asked, or refuses. */
  const carryOut = (write: Write) => {
    if (write.said) return
    const attempt = attemptOf(write)
    const { place, wish } = write
    const undone: OwnChange = { type: 'undone', attempt }
    othersChanged(place)
    if (wish === 'enrolled') {
      const enrollment = school.enroll(place)
      write.said = enrollment ? { type: 'enrolled', enrollment } : undone
    } else if (wish === 'waiting') {
      const entry = school.join(place)
      write.said = entry ? { type: 'waiting', entry, attempt } : undone
    } else if (wish === 'unenrolled') write.said = school.unenroll(place) ? { type: 'unenrolled', attempt } : undone
    else write.said = school.leave(place) ? { type: 'left', attempt } : undone
    if (write.said.type !== 'undone') acknowledged.set(keyOf(place), write.said.type)
  }
  const acknowledge = async () => {
    const write = writes.shift()
    if (!write) return
    carryOut(write)
    if (write.said) amend(write.said)
    await settle()
  }
  return {
    acknowledge,
    school,
    questions,
    writes,
    acknowledged,
    lists,
    renew,
    settle,
    look,
    deliver,
    amend,
    othersChanged,
    carryOut,
  }
}

type Stage = ReturnType<typeof open>
type Step = (stage: Stage) => Promise<void> | void

const place = fc.constantFrom(...PLACES)
const which = fc.nat(20)

/** A student who presses a button waits for the answer: one write at a time. */
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.constant((stage: Stage) => void stage.renew()),
  which.map(
    (index) =>
      ({ deliver }: Stage) =>
        deliver(index),
  ),
  which.map((index) => ({ questions, look }: Stage) => {
    const question = questions[index % Math.max(1, questions.length)]
    if (question) look(question)
  }),
  which.map((index) => async ({ questions, settle }: Stage) => {
    const [question] = questions.splice(index % Math.max(1, questions.length), 1)
    question?.reject(new ApiError({ status: 503, reason: 'unavailable' }))
    await settle()
  }),
  {
    weight: 6,
    arbitrary: fc
      .record({ place, wish: fc.constantFrom('enrolled', 'unenrolled', 'waiting', 'left'), isQuick: fc.boolean() })
      .map(({ isQuick, ...write }) => async (stage: Stage) => {
        if (stage.writes.length === 0) stage.writes.push({ ...write })
        if (isQuick) await stage.acknowledge()
      }),
  },
  fc.constant(({ writes, carryOut }: Stage) => void (writes[0] && carryOut(writes[0]))),
  fc.constant(({ acknowledge }: Stage) => acknowledge()),
  place.map((at) => ({ school, othersChanged }: Stage) => {
    othersChanged(at)
    school.promote(at)
  }),
  place.map((at) => ({ school, othersChanged }: Stage) => {
    othersChanged(at)
    school.unenroll(at)
  }),
  fc.constantFrom(...MOMENTS).map((id) => ({ school, othersChanged }: Stage) => {
    for (const at of PLACES) if (at.momentId === id) othersChanged(at)
    school.delete(id)
  }),
  fc.constant(async ({ settle }: Stage) => {
    await vi.advanceTimersByTimeAsync(4_000)
    await settle()
  }),
)

const namesAt = (statuses: Stage['lists'] extends { known: () => infer Known } ? Known : never, id: number) =>
  comingTests(statuses.statuses, NOW)
    .filter(({ testmoment }) => testmoment.id === id)
    .flatMap(({ modules }) => modules.map(({ name }) => name))

/** Each place on the screens that says how the student stands with a module at a moment. */
function expectOneTruth({ lists, writes, acknowledged }: Stage): void {
  const known = lists.known()
  const { statuses, testmoments, seats } = known
  const outcomes = standingOutcomes(known, NOW)
  for (const at of PLACES) {
    const own = statuses.find(({ module }) => module.id === idOf[at.module])
    if (!own) continue
    const enrollment = own.enrollments[at.momentId]?.enrollment
    const isEnrolled = enrollment !== undefined
    const entry = seats?.waiting.find(
      ({ testmoment_id, module_id }) => testmoment_id === at.momentId && module_id === idOf[at.module],
    )
    expect(isEnrolled && entry !== undefined).toBe(false)
    const isPromoted = outcomes.some(
      ({ testmoment_id, module_id }) => testmoment_id === at.momentId && module_id === idOf[at.module],
    )
    if (isPromoted) expect(isEnrolled).toBe(true)
    const choice = enrollmentChoices(own, { ...known, now: NOW }).find(
      ({ testmoment }) => testmoment.id === at.momentId,
    )
    const testmoment = testmoments.find(({ id }) => id === at.momentId)
    if (choice && testmoment) {
      expect(choice.enrollment !== null).toBe(isEnrolled)
      const { taken, waiting } = testmomentSummary(testmoment, { ...known, now: NOW })
      expect(taken.includes(at.module)).toBe(isEnrolled)
      expect(waiting.some(({ module_id }) => module_id === idOf[at.module])).toBe(entry !== undefined)
    }
    const next = futureEnrollment(own, NOW)
    expect(namesAt(known, at.momentId).includes(at.module)).toBe(next?.testmoment.id === at.momentId)
    // A change that the server made but has not answered yet cannot be shown.
    const isUnderway = writes.some((write) => write.said && keyOf(write.place) === keyOf(at))
    const last = isUnderway ? undefined : acknowledged.get(keyOf(at))
    if (last === 'enrolled') expect(isEnrolled).toBe(true)
    if (last === 'unenrolled') expect(isEnrolled).toBe(false)
    if (last === 'waiting') expect([isEnrolled, entry !== undefined]).toEqual([false, true])
    if (last === 'left') expect(entry).toBeUndefined()
  }
}

it('whatever comes when, no two places disagree, none contradicts the last acknowledgement, and in the end all is as the server has it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60, size: 'max' }), async (steps) => {
      const stage = open()
      const { school, questions, lists, renew, deliver, settle } = stage
      const deliverAll = async () => {
        await settle()
        while (questions.length > 0) await deliver(0)
      }
      const first = renew()
      await deliverAll()
      await first
      for (const next of steps) {
        await next(stage)
        await settle()
        expectOneTruth(stage)
      }
      await deliverAll()
      await stage.acknowledge()
      const last = renew()
      await deliverAll()
      await last
      expectOneTruth(stage)
      const known = lists.known()
      const held = known.statuses.flatMap(({ enrollments }) =>
        Object.values(enrollments).map(({ enrollment }) => enrollment.id),
      )
      expect(held.toSorted()).toEqual([...school.enrollments.values()].map(({ id }) => id).toSorted())
      expect((known.seats?.waiting ?? []).map(({ id }) => id).toSorted()).toEqual(
        [...school.entries.values()].map(({ id }) => id).toSorted(),
      )
    }),
    { numRuns: 300 },
  )
})

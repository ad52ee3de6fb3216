import { describe, expect, it } from 'vitest'
import { listModuleStatuses, listUserTestmoments } from '#contract/first-reads.gen.ts'
import type { SeatsReply } from '#contract/waiting.calls.ts'
import { heldElsewhereText } from '#domain/enrollments/enrollment.texts.ts'
import type { WaitingEntry, WaitingOutcome } from '#domain/enrollments/waiting.schema.ts'
import { changedSeats } from '#src/enrollment/own-change.ts'
import { standingOutcomes } from '#src/enrollment/standing-outcomes.ts'
import { createStudentLists } from '#src/enrollment/student-lists.ts'
import { enrollmentChoices, offeredWish } from '#src/parts/enrollment-choice/enrollment-choices.ts'
import { choosableMoments } from '#src/student/modules/modules-overview.ts'
import { testmomentSummary } from '#src/student/testmoments/testmoment-choices.ts'
import { moment, NOW, status } from './support/student.ts'

const early = moment(1, '2026-12-01')
const limited = moment(2, '2026-12-15', { seats: 80 })
const wait = { method: 'POST', href: '/api/v1/waiting' } as const
const leave = { method: 'DELETE', href: '/api/v1/waiting/21' } as const

const entry: WaitingEntry = {
  id: 21,
  user_id: 1,
  testmoment_id: 2,
  module_id: 1,
  module_name: 'WIS1',
  moves: false,
  created_at: '2026-11-20T08:00:00.000Z',
  place: 4,
  _links: { leave },
}

const withFree = (free: number, waiting: WaitingEntry[] = []): SeatsReply => ({
  entities: [{ testmoment_id: 2, seats: 80, free, waiting: waiting.length }],
  waiting,
  outcomes: [],
  _links: { wait },
})

const choiceAt = (seats: SeatsReply | null, taken = status('WIS1'), at = limited) => {
  const situation = { statuses: [taken], testmoments: [early, at], seats, now: NOW }
  const choice = enrollmentChoices(taken, situation).find(({ testmoment }) => testmoment.id === 2)
  if (!choice) throw new Error('The moment is not offered')
  return choice
}

describe('a moment with seats', () => {
  it.each([
    ['is open while there are any', withFree(1), { wish: 'enrolled' }],
    ['is open while nothing is known of them: the server decides', null, { wish: 'enrolled' }],
    ['offers the waiting list once it is full', withFree(0), { wish: 'waiting', link: wait, move: null }],
    ['lets who waits leave the list', withFree(0, [entry]), { wish: 'left', link: leave }],
    ['lets who waits take a seat that is theirs to take', withFree(1, [entry]), { wish: 'enrolled' }],
  ])('%s', (_, seats, offered) => {
    expect(offeredWish(choiceAt(seats))).toMatchObject(offered)
  })

  it('offers who takes the module elsewhere to wait, and says that they stay there meanwhile', () => {
    const choice = choiceAt(withFree(0), status('WIS1', [early]))
    expect(offeredWish(choice)).toMatchObject({
      wish: 'waiting',
      move: { link: { href: '/api/v1/enrollment/1/move' }, from: { date: '2026-12-01' } },
    })
    expect(choice.enrollment === null && choice.held && heldElsewhereText(choice.held, 'WIS1', NOW)).toBe(
      'Dat is toetsmoment di 1 dec. Hier is nu geen plaats. Je kunt wachten om te verplaatsen: tot die tijd blijf je daar ingeschreven.',
    )
  })

  it('has room for another module of who has a seat there already', () => {
    const statuses = [status('WIS1'), status('STAT', [limited])]
    const [choice] = enrollmentChoices(status('WIS1'), {
      statuses,
      testmoments: [limited],
      seats: withFree(0),
      now: NOW,
    })
    expect(choice).toMatchObject({ seated: true, free: 0, verdict: { allowed: true } })
  })

  it('is given up by who unenrolls from a full one, or moves away from it, unless another module keeps it', () => {
    const wis1 = status('WIS1', [limited])
    const full = withFree(0, [{ ...entry, module_id: 2 }])
    const lost = { moment: { id: 2 }, inLine: 1 }
    expect(choiceAt(full, wis1).givesUp).toMatchObject(lost)
    expect(choiceAt(withFree(1), wis1).givesUp).toBeNull()
    const both = { statuses: [wis1, status('STAT', [limited])], testmoments: [early, limited], seats: full, now: NOW }
    expect(enrollmentChoices(wis1, both).map(({ givesUp }) => givesUp)).toEqual([null, null])
    const [move] = enrollmentChoices(wis1, { ...both, statuses: [wis1] })
    expect(move && offeredWish(move)).toMatchObject({ wish: 'moved' })
    expect(move?.givesUp).toMatchObject(lost)
  })

  it('offers no place in line where the server says that it is closed', () => {
    const choice = choiceAt(withFree(0), status('WIS1'), { ...limited, _links: {} })
    expect(choice.verdict).toEqual({ allowed: false, refusal: 'enrollments-closed' })
    expect(offeredWish(choice)).toBeNull()
  })

  it('can be left by who waits also while it is closed', () => {
    const closed = { ...limited, enrollments_enabled: false, _links: {} }
    expect(offeredWish(choiceAt(withFree(0, [entry]), status('WIS1'), closed))).toMatchObject({ wish: 'left' })
  })

  it('says on its card that it is full, and who waits there with what', () => {
    const summary = (seats: SeatsReply) => testmomentSummary(limited, { statuses: [status('WIS1')], seats, now: NOW })
    expect(summary(withFree(3))).toMatchObject({ obstacle: null, free: 3, isChangeable: true })
    expect(summary(withFree(0))).toMatchObject({ obstacle: 'full', waiting: [], isChangeable: true })
    expect(summary(withFree(0, [entry]))).toMatchObject({ obstacle: 'full', waiting: [entry], isChangeable: true })
  })

  it('stays among what is open when it is full, but for what one waits with', () => {
    const statuses = [status('WIS1'), status('STAT')]
    const open = (seats: SeatsReply) =>
      choosableMoments(statuses, [limited], NOW, seats).map(({ isFull, choosable }) => [isFull, choosable.length])
    expect(open(withFree(2))).toEqual([[false, 2]])
    expect(open(withFree(0))).toEqual([[true, 2]])
    expect(open(withFree(0, [entry]))).toEqual([[true, 1]])
  })
})

describe('what the server said of one’s own place', () => {
  const attempt = {
    wish: 'waiting',
    link: wait,
    enrollment: { user_id: 1, testmoment_id: 2, module_id: 1 },
    moduleName: 'WIS1',
    moment: limited,
    move: null,
  } as const

  it('shows at once, and leaving it too', () => {
    const joined = changedSeats(withFree(0), { type: 'waiting', entry, attempt })
    expect(joined.waiting).toEqual([entry])
    expect(changedSeats(joined, { type: 'waiting', entry, attempt }).waiting).toEqual([entry])
    expect(changedSeats(joined, { type: 'left', attempt: { ...attempt, wish: 'left' } }).waiting).toEqual([])
  })

  it('is none any more for who got in, and stays while nothing was answered', () => {
    const known = withFree(0, [entry])
    const held = Object.values(status('WIS1', [limited]).enrollments).map(({ enrollment }) => enrollment)
    expect(held.map((enrollment) => changedSeats(known, { type: 'enrolled', enrollment }).waiting)).toEqual([[]])
    expect(changedSeats(known, { type: 'unanswered', attempt })).toBe(known)
  })
})

describe('the number of free seats', () => {
  /** A server that answers when the test says so. */
  function store() {
    const answers: ((reply: SeatsReply | null) => void)[] = []
    const seats = createStudentLists(
      () =>
        new Promise((resolve, reject) => {
          answers.push((reply) => (reply ? resolve(reply) : reject(new Error('away'))))
        }),
    )
    seats.learn(listUserTestmoments, { entities: [limited] })
    return { seats, answers, free: () => seats.known().seats?.entities[0]?.free }
  }

  it('changes in place when the news comes, without a request', async () => {
    const { seats, answers, free } = store()
    const loading = seats.loadSeats()
    answers[0]?.(withFree(3))
    await loading
    let changes = 0
    seats.subscribe(() => {
      changes += 1
    })
    seats.noteFree(2, 0)
    expect([free(), changes, answers.length]).toEqual([0, 1, 1])
  })

  it('is not taken back by an answer that was asked for before the news', async () => {
    const { seats, answers, free } = store()
    const loading = seats.loadSeats()
    seats.noteFree(2, 0)
    answers[0]?.(withFree(3))
    await loading
    expect(free()).toBe(0)
    const again = seats.loadSeats()
    answers[1]?.(withFree(2))
    await again
    expect(free()).toBe(2)
  })

  it('is known where the moments were never asked for, as where modules are completed', async () => {
    const lists = createStudentLists(async () => withFree(0, [entry]))
    lists.learn(listModuleStatuses, { entities: [status('WIS1')] })
    await lists.loadSeats()
    expect(lists.known().seats?.waiting).toEqual([entry])
  })

  it('is of the question that was asked last, and stays where none is answered', async () => {
    const { seats, answers, free } = store()
    const loads = [seats.loadSeats(), seats.loadSeats(), seats.loadSeats()]
    answers[1]?.(withFree(1))
    answers[0]?.(withFree(7))
    answers[2]?.(null)
    await Promise.all(loads)
    expect(free()).toBe(1)
  })
})

it('an outcome of waiting is true until the student waits there again for that module', () => {
  const removed: WaitingOutcome = {
    ...{ id: 31, outcome: 'removed', module_id: 1, module_name: 'WIS1', testmoment_id: 2 },
    ...{ testmoment: limited, created_at: '2026-11-20T08:00:00.000Z', _links: {} },
  }
  const standing = (...waiting: WaitingEntry[]) => {
    const seats = { ...withFree(0, waiting), outcomes: [removed] }
    return standingOutcomes({ statuses: [status('WIS1')], testmoments: [limited], seats }, NOW)
  }
  expect(standing({ ...entry, module_id: 2 })).toEqual([removed])
  expect(standing(entry)).toEqual([])
})

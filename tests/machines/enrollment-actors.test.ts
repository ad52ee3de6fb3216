import { describe, expect, it, vi } from 'vitest'
import { createActor, toPromise } from 'xstate'
import { createPublicApi } from '#src/api/api.ts'
import type { Attempt } from '#src/enrollment/attempt.ts'
import { enrollmentActors } from '#src/enrollment/enrollment-actors.ts'
import type { OwnChange } from '#src/enrollment/own-change.ts'
import { answeringApi, type Turn } from './support/answering-api.ts'
import { attempt, place, placeTaken, placeToMove, move as wantedMove } from './support/enrollment-stage.ts'
import { sanne } from './support/people.ts'

const input = { ...attempt, wish: 'enrolled' } as const

async function actors(body: unknown, turn: Turn = { body }) {
  const { origin, requests } = await answeringApi(turn)
  const changes: OwnChange[] = []
  const refreshLists = () => Promise.resolve()
  const onChange = (change: OwnChange) => changes.push(change)
  return {
    requests,
    changes,
    ...enrollmentActors({ api: createPublicApi(origin), user: () => sanne, refreshLists, onChange }),
  }
}

describe('the calls of an enrollment', () => {
  it('follow the link of the moment to enroll', async () => {
    const { enroll, requests } = await actors({ entity: {} })
    await toPromise(createActor(enroll, { input }).start())
    expect(requests).toMatchObject([{ method: 'POST', url: '/api/v1/enrollment', body: input.enrollment }])
  })

  it('follow the link of the enrollment to leave', async () => {
    const { unenroll, requests } = await actors({ entity: {} })
    const link = { method: 'DELETE', href: '/api/v1/enrollment/12' } as const
    await toPromise(createActor(unenroll, { input: { ...input, link } }).start())
    expect(requests).toMatchObject([{ method: 'DELETE', url: '/api/v1/enrollment/12' }])
  })

  it('follow the link of the enrollment to move, and name the moment that is wanted', async () => {
    const { move, requests } = await actors({ entity: {} })
    await toPromise(createActor(move, { input: { ...wantedMove, wish: 'moved' } }).start())
    expect(requests).toMatchObject([
      { method: 'POST', url: '/api/v1/enrollment/12/move', body: { testmoment_id: attempt.enrollment.testmoment_id } },
    ])
  })

  it.each([
    ['in this module at this moment', true, { id: 3, enrollments: [{ module_id: 5 }] }],
    ['in another module at this moment', false, { id: 3, enrollments: [{ module_id: 6 }] }],
    ['in this module at another moment', false, { id: 4, enrollments: [{ module_id: 5 }] }],
  ])('find out whether the student is enrolled: %s', async (_, isEnrolled, moment) => {
    const { lookUp, requests } = await actors({ entities: [moment], _links: {} })
    expect(await toPromise(createActor(lookUp, { input }).start())).toEqual({ is: isEnrolled ? 'enrolled' : 'neither' })
    expect(requests).toMatchObject([{ method: 'GET', url: '/api/v1/user/7/testmoments?module_id=5' }])
  })
})

describe('the calls of the waiting list', () => {
  const asked = { ...place, wish: 'waiting' } as const
  const entry = { ...asked.enrollment, id: 21, place: 4 }
  const enrollment = { ...asked.enrollment, id: 12 }
  const turn = (body: unknown): Turn => ({ body })

  it('follow the link of the seats, and say whether the student waits to move', async () => {
    const { join, requests, changes } = await actors({ entity: entry, enrollment: null })
    const standing = await toPromise(createActor(join, { input: asked }).start())
    expect(standing).toEqual({ is: 'waiting', place: 4 })
    expect(requests).toMatchObject([
      { method: 'POST', url: '/api/v1/waiting', body: { ...asked.enrollment, moves: false } },
    ])
    expect(changes).toEqual([{ type: 'waiting', entry, attempt: asked }])
  })

  it('find the student enrolled, or moved, where there was a seat by then', async () => {
    const toMove = { ...placeToMove, wish: 'waiting' } as const
    const { join, requests, changes } = await actors({ entity: null, enrollment })
    expect(await toPromise(createActor(join, { input: asked }).start())).toEqual({ is: 'enrolled' })
    expect(await toPromise(createActor(join, { input: toMove }).start())).toEqual({ is: 'enrolled' })
    expect(requests[1]?.body).toMatchObject({ moves: true })
    expect(changes).toMatchObject([
      { type: 'enrolled', enrollment },
      { type: 'moved', enrollment, attempt: { wish: 'moved', link: wantedMove.link, from: wantedMove.from } },
    ])
  })

  it('follow the link of the entry to leave', async () => {
    const { leave, requests, changes } = await actors({ entity: entry })
    const leaving = { ...placeTaken, wish: 'left' } as const
    await toPromise(createActor(leave, { input: leaving }).start())
    expect(requests).toMatchObject([{ method: 'DELETE', url: '/api/v1/waiting/21' }])
    expect(changes).toEqual([{ type: 'left', attempt: leaving }])
  })

  it.each([
    ['in line', [entry], [], { is: 'waiting', place: 4 }, 'waiting'],
    ['with a seat', [entry], [enrollment], { is: 'enrolled' }, 'enrolled'],
    ['in neither', [{ ...entry, module_id: 6 }], [], { is: 'neither' }, 'undone'],
  ])('look in the line and then in the lists after silence: %s', async (_, waiting, enrollments, standing, change) => {
    const moments = turn({ entities: [{ id: 3, enrollments }], _links: {} })
    const { origin, requests } = await answeringApi(turn({ entities: [], waiting, outcomes: [], _links: {} }), moments)
    const changes: OwnChange[] = []
    const user = {
      ...sanne,
      _links: { ...sanne._links, seats: { method: 'GET', href: '/api/v1/user/7/seats' } as const },
    }
    const { lookUp } = enrollmentActors({
      api: createPublicApi(origin),
      user: () => user,
      refreshLists: () => Promise.resolve(),
      onChange: (reported) => changes.push(reported),
    })
    expect(await toPromise(createActor(lookUp, { input: asked }).start())).toEqual(standing)
    expect(requests.map(({ url }) => url)).toEqual(['/api/v1/user/7/seats', '/api/v1/user/7/testmoments?module_id=5'])
    expect(changes.map(({ type }) => type)).toEqual([change])
  })
})

describe('the outcome of an attempt is reported to the lists', () => {
  const moving = { ...wantedMove, wish: 'moved' } as const
  const leaving = { ...input, wish: 'unenrolled', link: { method: 'DELETE', href: '/api/v1/enrollment/12' } } as const
  const entity = { module_id: 5, testmoment_id: 3 }

  it('as soon as the server said that it is done', async () => {
    const { enroll, unenroll, move, changes } = await actors({ entity })
    await toPromise(createActor(enroll, { input }).start())
    await toPromise(createActor(unenroll, { input: leaving }).start())
    await toPromise(createActor(move, { input: moving }).start())
    expect(changes).toEqual([
      { type: 'enrolled', enrollment: entity },
      { type: 'unenrolled', attempt: leaving },
      { type: 'moved', enrollment: entity, attempt: moving },
    ])
  })

  it.each<[OwnChange['type'], Turn]>([
    ['unanswered', 'cut'],
    ['unanswered', { status: 504 }],
    ['undone', { status: 422, body: { reason: 'no-slots-left' } }],
  ])('as %s where the server says %o', async (type, turn) => {
    const { unenroll, changes } = await actors(null, turn)
    await expect(toPromise(createActor(unenroll, { input: leaving }).start())).rejects.toThrow()
    expect(changes).toEqual([{ type, attempt: leaving }])
  })

  it('as unanswered after three seconds, since the person may not wait for the answer', async () => {
    vi.useFakeTimers()
    const changes: OwnChange[] = []
    const never = () => new Promise<never>(() => {})
    const api = { call: never, follow: never, download: never }
    const { enroll } = enrollmentActors({
      api,
      user: () => sanne,
      refreshLists: never,
      onChange: (c) => changes.push(c),
    })
    createActor(enroll, { input }).start()
    vi.advanceTimersByTime(2_999)
    expect(changes).toEqual([])
    vi.advanceTimersByTime(1)
    expect(changes).toEqual([{ type: 'unanswered', attempt: input }])
    vi.useRealTimers()
  })

  it.each<[string, Attempt, object[], OwnChange]>([
    ['enrolled', input, [entity], { type: 'enrolled', enrollment: entity as never }],
    ['not enrolled', input, [], { type: 'undone', attempt: input }],
    ['moved', moving, [entity], { type: 'moved', enrollment: entity as never, attempt: moving }],
    ['still there', leaving, [entity], { type: 'undone', attempt: leaving }],
    ['gone', leaving, [], { type: 'unenrolled', attempt: leaving }],
  ])('as the list has it: %s', async (_, attempted, enrollments, change) => {
    const { lookUp, changes } = await actors({ entities: [{ id: 3, enrollments }], _links: {} })
    await toPromise(createActor(lookUp, { input: attempted }).start())
    expect(changes).toEqual([change])
  })
})

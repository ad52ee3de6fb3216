import { describe, expect, it, vi } from 'vitest'
import { createActor, toPromise } from 'xstate'
import { createPublicApi } from '#src/api/api.ts'
import type { Attempt } from '#src/enrollment/attempt.ts'
import { enrollmentActors } from '#src/enrollment/enrollment-actors.ts'
import type { OwnChange } from '#src/enrollment/own-change.ts'
import { answeringApi, type Turn } from './support/answering-api.ts'
import { attempt, move as wantedMove } from './support/enrollment-stage.ts'
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
    expect(await toPromise(createActor(lookUp, { input }).start())).toBe(isEnrolled)
    expect(requests).toMatchObject([{ method: 'GET', url: '/api/v1/user/7/testmoments?module_id=5' }])
  })
})

describe('what becomes of an attempt is told to whoever keeps the lists', () => {
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

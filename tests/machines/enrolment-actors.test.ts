import { describe, expect, it } from 'vitest'
import { createActor, toPromise } from 'xstate'
import { createPublicApi } from '#src/api/client.ts'
import { enrolmentActors } from '#src/enrolment/enrolment-actors.ts'
import { answeringApi } from './support/answering-api.ts'
import { attempt, move as wantedMove } from './support/enrolment-stage.ts'
import { sanne } from './support/people.ts'

const input = { ...attempt, wish: 'enrolled' } as const

async function actors(body: unknown) {
  const { origin, requests } = await answeringApi({ body })
  const refreshLists = () => Promise.resolve()
  return { requests, ...enrolmentActors({ api: createPublicApi(origin), user: () => sanne, refreshLists }) }
}

describe('the calls of an enrolment', () => {
  it('follow the link of the moment to enrol', async () => {
    const { enroll, requests } = await actors({ entity: {} })
    await toPromise(createActor(enroll, { input }).start())
    expect(requests).toMatchObject([{ method: 'POST', url: '/api/v1/enrollment', body: input.enrollment }])
  })

  it('follow the link of the enrolment to leave', async () => {
    const { unenroll, requests } = await actors({ entity: {} })
    const link = { method: 'DELETE', href: '/api/v1/enrollment/12' } as const
    await toPromise(createActor(unenroll, { input: { ...input, link } }).start())
    expect(requests).toMatchObject([{ method: 'DELETE', url: '/api/v1/enrollment/12' }])
  })

  it('follow the link of the enrolment to move, and name the moment that is wanted', async () => {
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

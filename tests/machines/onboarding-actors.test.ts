import { describe, expect, it } from 'vitest'
import { createActor, toPromise } from 'xstate'
import type { User } from '#domain/users/user.schema.ts'
import { createPublicApi } from '#src/api/api.ts'
import type { Answers } from '#src/onboarding/onboarding.context.ts'
import { loadStep, onboardingActors, saveStep } from '#src/onboarding/onboarding-actors.ts'
import { answeringApi } from './support/answering-api.ts'
import { apiByPath } from './support/api-by-path.ts'
import { department, enrollment, moduleStatus, newcomer } from './support/onboarding-stage.ts'

const link = <Method extends 'GET' | 'POST' | 'PUT' | 'PATCH'>(method: Method, name: string) => ({
  method,
  href: `/api/v1/user/7/${name}`,
})
const _links: User['_links'] = {
  edit: link('PUT', 'names'),
  education_department: link('GET', 'department'),
  edit_education_department: link('PUT', 'department'),
  module_statuses: link('GET', 'modules'),
  modules_completed: link('PATCH', 'completed'),
  modules_uncompleted: link('PATCH', 'uncompleted'),
  automatic_enrollments: link('GET', 'automatic'),
  confirm_information: link('POST', 'check'),
}

const user = newcomer(4, { _links })
const informatica = department(2, 'Informatica')
const modules = [moduleStatus(5, 'WIS1', true), moduleStatus(6, 'STAT')]
const preview = { made: [enrollment(6, 'STAT')], without_seat: [enrollment(7, 'ALG')] }
const listOf = (entities: readonly unknown[]) => ({ entities, _links: {} })
const server = {
  'GET /api/v1/user': user,
  'GET /api/v1/education-departments': listOf([informatica]),
  'GET /api/v1/user/7/department': informatica,
  'GET /api/v1/user/7/modules': listOf(modules),
  'GET /api/v1/user/7/automatic': { ...listOf(preview.made), without_seat: preview.without_seat },
}

describe('loading a step', () => {
  it.each([
    [1, {}],
    [2, { departments: [informatica], department: informatica }],
    [3, { modules }],
    [4, { department: informatica, preview, modules }],
  ] as const)('%i gives the user as they are now, and what it shows', async (step, lists) => {
    const { api, asked } = await apiByPath(server)
    expect(await loadStep(api, { step, user: newcomer(1) })).toEqual({ user, ...lists })
    expect(asked[0]?.[0]).toBe('GET /api/v1/user')
  })

  it('asks for no department where there is none', async () => {
    const without = newcomer(2, { _links: { ..._links, education_department: undefined } })
    const { api } = await apiByPath({ ...server, 'GET /api/v1/user': without })
    expect(await loadStep(api, { step: 2, user })).toMatchObject({ department: null })
  })

  it('of someone who confirmed elsewhere gives only that', async () => {
    const confirmed = { ...user, information_checked: true }
    const { api, asked } = await apiByPath({ 'GET /api/v1/user': confirmed })
    expect(await loadStep(api, { step: 4, user })).toEqual({ user: confirmed })
    expect(asked).toHaveLength(1)
  })

  it('is an error when the server does not offer it', async () => {
    const { api } = await apiByPath({ 'GET /api/v1/user': newcomer(3, { _links: {} }) })
    await expect(loadStep(api, { step: 3, user })).rejects.toThrow('module_statuses')
  })
})

describe('saving a step', () => {
  const answers: Answers = {
    names: { first_name: 'Jade', last_name: 'Bos' },
    departmentId: 2,
    completedIds: [5],
    uncompletedIds: [],
  }

  it('sends the names', async () => {
    const { api, asked } = await apiByPath({ 'PUT /api/v1/user/7/names': { entity: user } })
    expect(await saveStep(api, { step: 1, user, answers })).toEqual({ user })
    expect(asked).toEqual([['PUT /api/v1/user/7/names', { ...user, ...answers.names }]])
  })

  it('sends the names once more on what was saved elsewhere meanwhile, and any other refusal on', async () => {
    const elsewhere = { ...user, version: user.version + 1, last_name: 'Elders' }
    const stale = { status: 409, body: { reason: 'version-stale', message: '', entity: elsewhere, differences: [] } }
    const { origin, requests } = await answeringApi(stale, { body: { entity: elsewhere } }, { status: 422, body: {} })
    const api = createPublicApi(origin)
    expect(await saveStep(api, { step: 1, user, answers })).toEqual({ user: elsewhere })
    expect(requests[1]?.body).toEqual({ ...elsewhere, ...answers.names })
    await expect(saveStep(api, { step: 1, user, answers })).rejects.toMatchObject({ status: 422 })
  })

  it('sends the department, and forgets what hangs on it', async () => {
    const { api, asked } = await apiByPath({ ...server, 'PUT /api/v1/user/7/department': { entity: informatica } })
    expect(await saveStep(api, { step: 2, user, answers })).toEqual({
      department: informatica,
      modules: null,
      preview: null,
      user,
    })
    expect(asked[0]).toEqual(['PUT /api/v1/user/7/department', { id: 2 }])
  })

  it('sends no department where there is none to choose', async () => {
    const { api, asked } = await apiByPath(server)
    await expect(saveStep(api, { step: 2, user, answers: { ...answers, departmentId: null } })).rejects.toThrow()
    expect(asked).toEqual([])
  })

  const reply = { entity: { entities: modules }, enrollments_deleted: 0, enrollments_made: 0 }
  const completing = { 'PATCH /api/v1/user/7/completed': reply, 'PATCH /api/v1/user/7/uncompleted': reply, ...server }

  it('sends completed modules, also when there are none', async () => {
    const { api, asked } = await apiByPath(completing)
    const saved = await saveStep(api, { step: 3, user, answers: { ...answers, completedIds: [] } })
    expect(saved).toEqual({ modules, preview: null, user })
    expect(asked[0]).toEqual(['PATCH /api/v1/user/7/completed', { entities: [] }])
  })

  it('sends those that are no longer completed before those that are', async () => {
    const { api, asked } = await apiByPath(completing)
    await saveStep(api, { step: 3, user, answers: { ...answers, uncompletedIds: [6] } })
    expect(asked.slice(0, 2)).toEqual([
      ['PATCH /api/v1/user/7/uncompleted', { entities: [{ id: 6 }] }],
      ['PATCH /api/v1/user/7/completed', { entities: [{ id: 5 }] }],
    ])
  })

  it('is nothing that the overview knows', async () => {
    const { api } = await apiByPath({})
    await expect(saveStep(api, { step: 4, user, answers })).rejects.toThrow('confirmed, not saved')
  })
})

describe('confirming', () => {
  it('gives the user and the number of enrollments', async () => {
    const { api, asked } = await apiByPath({
      'POST /api/v1/user/7/check': { entity: { ...user, information_checked: true }, enrollments_made: 3 },
    })
    const confirming = createActor(onboardingActors(api).confirm, { input: { step: 4, user } }).start()
    expect(await toPromise(confirming)).toEqual({ user: { ...user, information_checked: true }, made: 3 })
    expect(asked).toHaveLength(1)
  })
})

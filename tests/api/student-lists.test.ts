import { expect, test } from 'vitest'
import { listModules } from '#contract/modules.calls.ts'
import { getActiveSchoolyear } from '#contract/schoolyears.calls.ts'
import { getUser, listModuleStatuses, listUserTestmoments } from '#contract/users.calls.ts'
import { openStage } from '#tests/support/api/stage.ts'
import type { Token } from '#tests/support/api/test-api.ts'
import type { Module, Moment } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

describeOnEachDatabase('reading', (open) => {
  const { database, school, api, as, ask, enroll, complete } = openStage(open, { as: 'sam' })

  const readModules = async (token: Token) =>
    listModules.reply.parse((await api.ask('GET /modules', { token })).body).entities.map(({ name }) => name)
  const readStatuses = async (token: Token = as.sam) =>
    listModuleStatuses.reply.parse((await api.ask(`GET /user/${school.users.sam}/module-statuses`, { token })).body)
      .entities
  const readMoments = async (query = '', token: Token = as.sam) =>
    listUserTestmoments.reply.parse(
      (await api.ask(`GET /user/${school.users.sam}/testmoments${query}`, { token })).body,
    ).entities
  const nameOf = (id: number) => Object.entries(school.moments).find(([, moment]) => moment === id)?.[0]

  test('GET /user is the caller, with a student’s links', async () => {
    const { status, body } = await ask('GET /user')
    expect(status).toBe(200)
    const user = getUser.reply.parse(body)
    expect(user).toMatchObject({
      id: school.users.sam,
      username: 'sam@school.test',
      roles: ['ROLE_STUDENT'],
      information_checked: true,
    })
    expect(user._links.module_statuses?.href).toBe(`/api/v1/user/${user.id}/module-statuses`)
    expect(user._links.testmoments?.href).toBe(`/api/v1/user/${user.id}/testmoments`)
    expect(user._links.enrollments?.href).toBe(`/api/v1/user/${user.id}/enrollments/100`)
    expect(JSON.stringify(body)).not.toMatch(/password|hash|nonce|token_version/)
  })

  test('GET /user/:id is the same to the caller, and to a teacher', async () => {
    for (const token of [as.sam, as.teacher]) {
      const { status, body } = await api.ask(`GET /user/${school.users.sam}`, { token })
      expect(status).toBe(200)
      expect(getUser.reply.parse(body).username).toBe('sam@school.test')
    }
  })

  test('a user who is no student has no links to enroll by, and no lists behind them', async () => {
    const { body } = await as.teacher('GET /user')
    const { id, _links } = getUser.reply.parse(body)
    expect(_links.module_statuses).toBeUndefined()
    expect(_links.testmoments).toBeUndefined()
    expect(_links.enrollments).toBeUndefined()
    for (const list of ['module-statuses', 'testmoments', 'enrollments/20'])
      expect(await as.teacher(`GET /user/${id}/${list}`)).toMatchObject({ status: 404 })
  })

  test('a teacher asks in vain for a user that nobody is', async () => {
    for (const path of ['', '/module-statuses', '/testmoments', '/enrollments/20'])
      expect(await as.teacher(`GET /user/2147483647${path}`)).toMatchObject({
        status: 404,
        body: { reason: 'not-found' },
      })
  })

  test('GET /modules by name; those out of use only to a teacher', async () => {
    expect(await readModules(as.sam)).toEqual(['ALG', 'ELSEWHERE', 'GON', 'STA'])
    expect(await readModules(as.teacher)).toEqual(['ALG', 'ELSEWHERE', 'GON', 'OLD', 'STA'])
  })

  test('GET /schoolyear is the active one, or not found while none is', async () => {
    const active = await ask('GET /schoolyear')
    expect(getActiveSchoolyear.reply.parse(active.body)).toMatchObject({ name: '2025-2026', active: true })
    await database.kysely.updateTable('schoolyear').set({ active: false }).execute()
    expect(await ask('GET /schoolyear')).toMatchObject({
      status: 404,
      body: { reason: 'not-found' },
    })
  })

  test('module statuses: the department’s modules in use, by name', async () => {
    const statuses = await readStatuses()
    expect(statuses.map(({ module }) => module.name)).toEqual(['ALG', 'GON', 'STA'])
    expect(statuses[0]).toMatchObject({ enrollments: {}, enrollment_moment: null, is_completed: false })
  })

  test('module statuses: enrollments of the active year by moment, and the earliest that is current', async () => {
    await enroll('sam', 'past')
    await enroll('sam', 'closed')
    await enroll('sam', 'lastYear')
    const [algebra] = await readStatuses()
    expect(
      Object.keys(algebra?.enrollments ?? {})
        .map(Number)
        .map(nameOf)
        .toSorted(),
    ).toEqual(['closed', 'past'])
    expect(algebra?.enrollment_moment).toMatchObject({ id: school.moments.closed, enrollments_enabled: false })
    expect(algebra?.enrollments[school.moments.closed]?.enrollment._links).not.toHaveProperty('delete')
  })

  test('module statuses: what is completed says so', async () => {
    await complete('sam', 'GON')
    expect((await readStatuses()).map(({ is_completed }) => is_completed)).toEqual([false, true, false])
  })

  test('module statuses: a module taken out of use stays visible to students still enrolled in it', async () => {
    await enroll('sam', 'open', 'OLD')
    const statuses = await readStatuses()
    expect(statuses.map(({ module }) => module.name)).toEqual(['ALG', 'GON', 'STA', 'OLD'])
    expect(statuses.at(-1)?.enrollments[school.moments.open]?.enrollment._links.delete).toBeDefined()
  })

  test('module statuses: none without a department', async () => {
    const reply = await as.newcomer(`GET /user/${school.users.newcomer}/module-statuses`)
    expect(reply).toMatchObject({ status: 200, body: { entities: [], _links: {} } })
  })

  test('test moments: the current ones of the active year, earliest first', async () => {
    const moments = await readMoments()
    expect(moments.map(({ id }) => nameOf(id))).toEqual(['open', 'other', 'single', 'closed', 'listed', 'closing'])
    expect(moments.find(({ id }) => nameOf(id) === 'listed')?.modules.map(({ name }) => name)).toEqual(['ALG'])
    expect(moments.find(({ id }) => nameOf(id) === 'open')?.modules).toEqual([])
  })

  test('test moments: a week is current until its seventh midnight in Amsterdam', async () => {
    const lastMoment = Date.parse('2026-03-07T22:59:59.999Z')
    api.clock.now = lastMoment
    expect((await readMoments()).map(({ id }) => nameOf(id))).toContain('past')
    api.clock.now += 1
    expect((await readMoments()).map(({ id }) => nameOf(id))).not.toContain('past')
  })

  test('test moments: of one module those that offer it', async () => {
    const moments = await readMoments(`?module_id=${school.modules.GON}`)
    expect(moments.map(({ id }) => nameOf(id))).not.toContain('listed')
    expect(moments.map(({ id }) => nameOf(id))).toContain('open')
  })

  test('test moments: with the student’s own enrollments, and a link to leave where that is open', async () => {
    await enroll('sam', 'open')
    await enroll('sam', 'closed', 'GON')
    const moments = await readMoments()
    const linksAt = (moment: Moment) =>
      moments
        .find(({ id }) => nameOf(id) === moment)
        ?.enrollments.map(({ module_name, _links }) => [module_name, _links.delete !== undefined])
    expect(linksAt('open')).toEqual([['ALG', true]])
    expect(linksAt('closed')).toEqual([['GON', false]])
    expect(linksAt('other')).toEqual([])
  })

  test('test moments: the link to enroll is there while something may be chosen', async () => {
    await enroll('sam', 'single', 'STA')
    const enrollable = (await readMoments()).filter(({ _links }) => _links.enroll).map(({ id }) => nameOf(id))
    expect(enrollable).toEqual(['open', 'other', 'listed', 'closing'])
    expect((await readMoments()).find(({ _links }) => _links.enroll)?._links.enroll).toEqual({
      method: 'POST',
      href: '/api/v1/enrollment',
    })
  })

  test('test moments: asked for one module, the link is about that module', async () => {
    await enroll('sam', 'other')
    const enrollable = async (module: Module) =>
      (await readMoments(`?module_id=${school.modules[module]}`))
        .filter(({ _links }) => _links.enroll)
        .map(({ id }) => nameOf(id))
    expect(await enrollable('ALG')).toEqual([])
    expect(await enrollable('GON')).toEqual(['open', 'other', 'single', 'closing'])
  })

  test('test moments: a teacher may also enroll where it is closed', async () => {
    const closed = (await readMoments('', as.teacher)).find(({ id }) => nameOf(id) === 'closed')
    expect(closed?._links.enroll).toBeDefined()
  })

  test('test moments: nothing may be chosen before onboarding is done, but by a teacher', async () => {
    await database.kysely.updateTable('user').set({ information_checked: false }).execute()
    expect((await readMoments('', as.sam)).filter(({ _links }) => _links.enroll)).toEqual([])
    expect((await readMoments('', as.teacher)).filter(({ _links }) => _links.enroll)).not.toEqual([])
  })

  test('test moments: none while no school year is active', async () => {
    await database.kysely.updateTable('schoolyear').set({ active: false }).execute()
    expect(await readMoments()).toEqual([])
  })
})

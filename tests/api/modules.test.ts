import { describe, expect, test } from 'vitest'
import { createModule, listModules } from '#contract/modules.calls.ts'
import { auditTrail } from '#tests/support/api/audit-trail.ts'
import { openStage } from '#tests/support/api/stage.ts'
import type { Token } from '#tests/support/api/test-api.ts'
import type { Module } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { halfway, holdUser } from '#tests/support/halfway.ts'

describeOnEachDatabase('modules', (open) => {
  const { database, school, api, as, ask, enroll } = openStage(open, { as: 'teacher', loggedIn: ['teacher', 'sam'] })

  const create = (name: string, description = '') => ask('POST /module', { name, description })
  const edit = (module: Module, body: unknown) => ask(`PUT /module/${school.modules[module]}`, body)
  const listFor = async (token: Token) =>
    listModules.reply.parse((await api.ask('GET /modules', { token })).body).entities
  const stored = async () =>
    (await database.kysely.selectFrom('module').select('name').orderBy('id').execute()).map(({ name }) => name)

  test('carry a link to edit them for administrators only', async () => {
    const link = { method: 'PUT', href: `/api/v1/module/${school.modules.ALG}` }
    const [ALG] = await listFor(as.teacher)
    expect(ALG?._links).toMatchObject({ edit: link, archive: link })
    const seen = await listFor(as.sam)
    expect(seen.map(({ name }) => name)).not.toContain('OLD')
    expect(seen.map(({ _links }) => _links)).toEqual(seen.map(() => ({})))
  })

  describe('creating one', () => {
    test('tidies what was typed, puts it in use and is recorded', async () => {
      const { status, body } = await ask('POST /module', {
        name: '  WIS  1 ',
        description: ' Rekenen\nmet letters\u0001 ',
        active: false,
        version: 9,
      })
      expect(status).toBe(201)
      const { entity } = createModule.reply.parse(body)
      expect(entity).toMatchObject({ name: 'WIS 1', description: 'Rekenen met letters', active: true, version: 1 })
      expect(await listFor(as.teacher)).toContainEqual(entity)
      expect(await auditTrail(database)).toEqual([
        `user ${school.users.teacher} created module ${entity.id}: description name`,
      ])
    })

    test.for(['ALG', ' alg ', 'Alg', 'OLD'])('is refused when it is called %j, like another', async (name) => {
      const before = await stored()
      expect(await create(name)).toMatchObject({ status: 422, body: { reason: 'module-name-taken' } })
      expect(await stored()).toEqual(before)
      expect(await auditTrail(database)).toEqual([])
    })

    test('is refused also for an accented letter in another case', async () => {
      expect(await create('ÉÉN')).toMatchObject({ status: 201 })
      expect(await create('één')).toMatchObject({ status: 422, body: { reason: 'module-name-taken' } })
    })

    test.for([
      ['  ', 'school-name-missing'],
      ['x'.repeat(101), 'school-name-too-long'],
      ['a\u202eb', 'school-name-unreadable'],
    ])('is refused with the name %j', async ([name, reason]) => {
      expect(await create(name ?? '')).toMatchObject({ status: 422, body: { reason } })
    })

    test('by two at once, in capitals or not, makes one', { tags: 'race' }, async () => {
      const replies = await halfway(database, {
        hold: holdUser(school.users.teacher),
        first: () => create('Ster'),
        second: () => create('STER'),
      })
      expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 422])
    })
  })

  describe('editing one', () => {
    test('changes its description and leaves its name as it is', async () => {
      expect(await edit('ALG', { name: 'NIEUW', description: ' Getallen ', version: 1 })).toMatchObject({
        status: 200,
        body: { entity: { name: 'ALG', description: 'Getallen', active: true, version: 2 }, students_enrolled: 0 },
      })
      expect(await auditTrail(database)).toEqual([
        `user ${school.users.teacher} edited module ${school.modules.ALG}: description`,
      ])
    })

    test('out of use leaves who is enrolled in it, and says how many they are', async () => {
      const { sam, noor } = school.users
      await enroll(sam, 'open')
      await enroll(noor, 'closed')
      await enroll(noor, 'other')
      await enroll(sam, 'open', 'GON')
      await enroll(sam, 'past')
      await enroll('newcomer', 'past')
      await enroll('newcomer', 'lastYear')
      expect(await edit('ALG', { active: false })).toMatchObject({
        status: 200,
        body: { entity: { active: false, version: 2 }, students_enrolled: 2 },
      })
      expect(await database.kysely.selectFrom('enrollment').select('id').execute()).toHaveLength(7)
    })

    test('that changes nothing leaves no trace', async () => {
      expect(await edit('ALG', { description: 'Over ALG', active: true, name: 'X' })).toMatchObject({
        status: 200,
        body: { entity: { version: 1 } },
      })
      expect(await auditTrail(database)).toEqual([])
    })

    test('after a colleague did is refused, and the reply says what differs in Dutch', async () => {
      await edit('ALG', { description: '', active: false })
      expect(await edit('ALG', { description: 'Getallen', active: true, version: 1 })).toMatchObject({
        status: 409,
        body: {
          reason: 'version-stale',
          entity: { name: 'ALG', version: 2 },
          differences: [
            { field: 'description', label: 'Beschrijving', yours: 'Getallen', theirs: '(leeg)' },
            { field: 'active', label: 'In gebruik', yours: 'ja', theirs: 'nee' },
          ],
        },
      })
      expect(await listFor(as.teacher)).toContainEqual(
        expect.objectContaining({ name: 'ALG', description: '', active: false, version: 2 }),
      )
    })

    test('of the same version at once is done once', { tags: 'race' }, async () => {
      const describe = (description: string) => () => edit('ALG', { description, version: 1 })
      const replies = await halfway(database, {
        hold: holdUser(school.users.teacher),
        first: describe('een'),
        second: describe('twee'),
      })
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
      expect(await auditTrail(database)).toHaveLength(1)
    })

    test('that does not exist is not found', async () => {
      expect(await ask('PUT /module/2147483647', { active: true })).toMatchObject({ status: 404 })
    })
  })

  test('are no student’s to change, whether they exist or not', async () => {
    for (const operation of ['POST /module', `PUT /module/${school.modules.ALG}`, 'PUT /module/2147483647']) {
      const reply = await as.sam(operation, { name: 'X', description: 'X' })
      expect(reply).toMatchObject({ status: 403, body: { reason: 'not-yours' } })
    }
    expect(await auditTrail(database)).toEqual([])
  })
})

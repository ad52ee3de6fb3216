import { beforeEach, describe, expect, test } from 'vitest'
import {
  createSchoolyear,
  editSchoolyear,
  getActiveSchoolyear,
  getSchoolyear,
  listSchoolyears,
} from '#contract/schoolyears.calls.ts'
import { auditTrail } from '#tests/support/api/audit-trail.ts'
import { openStage } from '#tests/support/api/stage.ts'
import { addYear } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { halfway, holdUser } from '#tests/support/halfway.ts'

describeOnEachDatabase('school years', (open) => {
  const { database, school, as, ask } = openStage(open, { as: 'teacher', loggedIn: ['teacher', 'sam'] })
  let active: number
  beforeEach(async () => {
    active = getActiveSchoolyear.reply.parse((await ask('GET /schoolyear')).body).id
  })

  const edit = (id: number, body: unknown) => ask(`PUT /schoolyear/${id}`, body)
  const create = async (name: string) => {
    const { status, body } = await ask('POST /schoolyear', { name })
    expect(status).toBe(201)
    return createSchoolyear.reply.parse(body).entity
  }
  const storedNames = async () =>
    (await database.kysely.selectFrom('schoolyear').select('name').orderBy('name').execute()).map(({ name }) => name)

  describe('the list', () => {
    const page = async (path: string) => {
      const { status, body } = await ask(`GET ${path}`)
      expect(status).toBe(200)
      const { entities, _links } = listSchoolyears.reply.parse(body)
      return { names: entities.map(({ name }) => name), next: _links.next?.href }
    }

    test('has the latest name first, page by page', async () => {
      await addYear(database, '2026-2027', false)
      const first = await page('/schoolyears/2')
      expect(first.names).toEqual(['2026-2027', '2025-2026'])
      expect(await page(first.next ?? '')).toEqual({ names: ['2024-2025'], next: undefined })
      expect(await page('/schoolyears/3')).toMatchObject({ next: undefined })
    })

    test('is sorted by name from the front as well', async () => {
      await addYear(database, '2026-2027', false)
      const first = await page('/schoolyears/2?sort=name')
      expect(first.names).toEqual(['2024-2025', '2025-2026'])
      expect(await page(first.next ?? '')).toEqual({ names: ['2026-2027'], next: undefined })
      expect((await page('/schoolyears/2?sort=-name')).names).toEqual(['2026-2027', '2025-2026'])
    })

    test('shows no row twice and loses none while others are added, also where names are alike', async () => {
      await addYear(database, '2024-2025', false)
      const first = await page('/schoolyears/2')
      await addYear(database, '2026-2027', false)
      await addYear(database, '2023-2024', false)
      const second = await page(first.next ?? '')
      expect(second.next).toBeUndefined()
      expect([...first.names, ...second.names]).toEqual(['2025-2026', '2024-2025', '2024-2025', '2023-2024'])
    })

    test.for(['', 'x', 'W10', Buffer.from('["a\\u0000",1]').toString('base64url')])(
      'refuses the cursor %j',
      async (cursor) => {
        expect(await ask(`GET /schoolyears/2?cursor=${cursor}`)).toMatchObject({
          status: 400,
          body: { reason: 'request-malformed' },
        })
      },
    )
  })

  test('an administrator can follow a school year’s links, a student has none', async () => {
    const { body } = await ask(`GET /schoolyear/${active}`)
    expect(body).toMatchObject({
      name: '2025-2026',
      active: true,
      _links: {
        edit: { method: 'PUT', href: `/api/v1/schoolyear/${active}` },
        testmoments: { method: 'GET', href: `/api/v1/schoolyear/${active}/testmoments/20` },
        add_testmoment: { method: 'POST', href: `/api/v1/schoolyear/${active}/testmoment` },
        testmoment_statistics: { method: 'GET', href: `/api/v1/schoolyear/${active}/testmoment-statistics` },
        enrollment_statistics: { method: 'GET', href: `/api/v1/schoolyear/${active}/enrollment-statistics` },
        result_statistics: { method: 'GET', href: `/api/v1/schoolyear/${active}/result-statistics` },
      },
    })
    const { archived, testmoments, recesses, ...alike } = getSchoolyear.reply.parse(body)
    expect({ archived, testmoments, recesses }).toEqual({ archived: false, testmoments: 7, recesses: 0 })
    const { list_recesses, copy_testmoments, ..._links } = alike._links
    expect(await ask('GET /schoolyear')).toMatchObject({ body: { ...alike, _links } })
    expect(await as.sam('GET /schoolyear')).toMatchObject({ body: { id: active, _links: {} } })
  })

  test('a new one is inactive, whatever the body says, and recorded', async () => {
    const { body } = await ask('POST /schoolyear', { name: '  2026-2027 ', active: true, version: 7 })
    const { entity } = createSchoolyear.reply.parse(body)
    expect(entity).toMatchObject({ name: '2026-2027', active: false, version: 1 })
    expect(await ask(`GET /schoolyear/${entity.id}`)).toMatchObject({ status: 200, body: entity })
    expect(await auditTrail(database)).toEqual([`user ${school.users.teacher} created schoolyear ${entity.id}: name`])
  })

  describe('called like another', () => {
    const taken = { status: 422, body: { reason: 'schoolyear-name-taken' } }

    test.for(['2024-2025', ' 2024-2025 '])('as %j, is not made, and none becomes so', async (name) => {
      expect(await ask('POST /schoolyear', { name })).toMatchObject(taken)
      expect(await edit(active, { name, active: false })).toMatchObject(taken)
      expect(await storedNames()).toEqual(['2024-2025', '2025-2026'])
      expect(await auditTrail(database)).toEqual([])
    })

    test('from long ago, keeps its name and changes otherwise', async () => {
      const other = await addYear(database, '2025-2026', false)
      expect(await edit(active, { name: '2025-2026', active: false })).toMatchObject({ status: 200 })
      expect(await edit(other, { name: '2025-2026 B' })).toMatchObject({ status: 200 })
      expect(await edit(other, { name: '2025-2026 b' })).toMatchObject({ status: 200 })
      expect(await edit(other, { name: '2025-2026' })).toMatchObject(taken)
    })

    test('is one of two that are named at once, also in a school without any', { tags: 'race' }, async () => {
      for (const years of ['some', 'none']) {
        if (years === 'none') {
          await database.kysely.deleteFrom('testmoment').execute()
          await database.kysely.deleteFrom('schoolyear').execute()
        }
        const replies = await halfway(database, {
          hold: holdUser(school.users.teacher),
          first: () => ask('POST /schoolyear', { name: 'Ster' }),
          second: () => ask('POST /schoolyear', { name: 'STER' }),
        })
        expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 422])
      }
    })
  })

  test.for([
    ['', 'school-name-missing'],
    ['x'.repeat(101), 'school-name-too-long'],
    ['a\u0001b', 'school-name-unreadable'],
  ])('the name %j is refused', async ([name, reason]) => {
    expect(await ask('POST /schoolyear', { name })).toMatchObject({ status: 422, body: { reason } })
    expect(await edit(active, { name })).toMatchObject({ status: 422, body: { reason } })
    expect(await storedNames()).toEqual(['2024-2025', '2025-2026'])
    expect(await auditTrail(database)).toEqual([])
  })

  describe('an edit', () => {
    test('renames, counts the version and is recorded', async () => {
      const reply = await edit(active, { name: 'Dit jaar', version: 1 })
      expect(reply).toMatchObject({
        status: 200,
        body: { entity: { name: 'Dit jaar', active: true, version: 2 }, deactivated: null, enrollments_made: 0 },
      })
      expect(await auditTrail(database)).toEqual([`user ${school.users.teacher} edited schoolyear ${active}: name`])
    })

    test('of the same version at once is done once', { tags: 'race' }, async () => {
      const replies = await halfway(database, {
        hold: holdUser(school.users.teacher),
        first: () => edit(active, { name: 'Dit jaar', version: 1 }),
        second: () => edit(active, { name: 'Nu', version: 1 }),
      })
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    })

    test('that changes nothing leaves no trace', async () => {
      expect(await edit(active, { name: '2025-2026 ', active: true })).toMatchObject({
        status: 200,
        body: { entity: { version: 1 }, deactivated: null },
      })
      expect(await auditTrail(database)).toEqual([])
    })

    test('activates and deactivates the other, which both come back', async () => {
      const next = await create('2026-2027')
      const { body } = await edit(next.id, { active: true, version: 1 })
      expect(editSchoolyear.reply.parse(body)).toMatchObject({
        entity: { id: next.id, active: true, version: 2 },
        deactivated: { id: active, active: false, version: 2 },
      })
      expect(await ask('GET /schoolyear')).toMatchObject({ body: { id: next.id } })
      expect((await auditTrail(database)).slice(1)).toEqual([
        `user ${school.users.teacher} edited schoolyear ${active}: active`,
        `user ${school.users.teacher} edited schoolyear ${next.id}: active`,
      ])
    })

    test('deactivates, and then none is active', async () => {
      expect(await edit(active, { active: false })).toMatchObject({
        status: 200,
        body: { entity: { active: false }, deactivated: null },
      })
      expect(await ask('GET /schoolyear')).toMatchObject({ status: 404 })
    })

    test('of what a colleague changed meanwhile is refused, and the reply says what differs in Dutch', async () => {
      await edit(active, { name: 'Van mij', active: false })
      expect(await edit(active, { name: 'Van jou', active: true, version: 1 })).toMatchObject({
        status: 409,
        body: {
          reason: 'version-stale',
          entity: { id: active, name: 'Van mij', version: 2, _links: { edit: {} } },
          differences: [
            { field: 'name', label: 'Naam', yours: 'Van jou', theirs: 'Van mij' },
            { field: 'active', label: 'Actief', yours: 'ja', theirs: 'nee' },
          ],
        },
      })
      expect(await storedNames()).toEqual(['2024-2025', 'Van mij'])
      expect(await auditTrail(database)).toHaveLength(1)
    })
  })

  test('what does not exist is not found', async () => {
    const none = { status: 404, body: { reason: 'not-found' } }
    expect(await ask('GET /schoolyear/2147483647')).toMatchObject(none)
    expect(await edit(2_147_483_647, { name: 'x' })).toMatchObject(none)
  })

  test('a student may do none of it, whether it exists or not', async () => {
    for (const operation of [
      'GET /schoolyears/10',
      `GET /schoolyear/${active}`,
      'GET /schoolyear/2147483647',
      `PUT /schoolyear/${active}`,
      'PUT /schoolyear/2147483647',
      `DELETE /schoolyear/${active}`,
      `GET /schoolyear/${active}/recesses`,
      'POST /schoolyear',
    ]) {
      const body = operation.startsWith('GET') ? undefined : { name: 'Vakantie' }
      expect(await as.sam(operation, body)).toMatchObject({
        status: 403,
        body: { reason: 'not-yours' },
      })
    }
    expect(await storedNames()).toEqual(['2024-2025', '2025-2026'])
  })
})

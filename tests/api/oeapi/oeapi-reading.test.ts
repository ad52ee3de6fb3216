import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createIds } from '#api-server/oeapi/ids.ts'
import { writeReadings } from '#api-server/oeapi/readings.ts'
import * as answers from '#domain/oeapi/answer.schema.ts'
import { type ConnectionScope, connectionScopes } from '#domain/oeapi/connection.rules.ts'
import { findable } from '#domain/users/search.rules.ts'
import { openStage } from '#tests/support/api/stage.ts'
import { addUser } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { tokenFor, validateByStandard } from './oeapi-stage.ts'

const READING: readonly ConnectionScope[] = connectionScopes

interface Described {
  path: string
  scope: ConnectionScope | null
  /** in the standard's document */
  schema: string
  own: z.ZodType | null
  isList?: true
}

/** Without PUBLIC_URL letters come from this machine, which is no address elsewhere. */
const withHost = (service: unknown): object => ({ ...Object(service), contactEmail: 'wiskunde@school.example' })

const listSchema = z.object({
  pageSize: z.number(),
  pageNumber: z.number(),
  hasPreviousPage: z.boolean(),
  hasNextPage: z.boolean(),
  items: z.array(z.record(z.string(), z.unknown())),
})

describeOnEachDatabase('what other systems read', (open) => {
  const stage = openStage(open)
  let enrolled: { sam: number; past: number; teachers: number }
  let all: string

  beforeEach(async () => {
    const { database, school } = stage
    const { users, moments, modules } = school
    const { kysely } = database
    const enroll = async (user_id: number, testmoment_id: number, module_id: number) => {
      const created_at = '2026-02-01T09:00:00.000Z'
      const row = { user_id, testmoment_id, module_id, created_at }
      return (await kysely.insertInto('enrollment').values(row).returning('id').executeTakeFirstOrThrow()).id
    }
    await kysely
      .updateTable('user')
      .set({
        extra_time: true,
        ...findable({
          username: 'sam@school.test',
          first_name: 'Sam',
          last_name: "van 't Hof",
          student_number: '0912345',
        }),
      })
      .where('id', '=', users.sam)
      .execute()
    await kysely
      .updateTable('testmoment')
      .set({ starts_at: '09:00', ends_at: '11:30', seats: 40, enrollments_open_at: '2026-03-01T08:00:00.000Z' })
      .where('id', '=', moments.open)
      .execute()
    const both = await addUser(database, { username: 'both@school.test', roles: 'ROLE_STUDENT ROLE_ADMIN' })
    enrolled = {
      sam: await enroll(users.sam, moments.open, modules.ALG),
      past: await enroll(users.sam, moments.past, modules.ALG),
      teachers: await enroll(both, moments.open, modules.ALG),
    }
    const draft = await enroll(users.noor, moments.past, modules.ALG)
    const at = '2026-03-09T09:00:00.000Z'
    const published = { published_outcome: 'passed', published_grade: 75, published_at: at } as const
    await kysely
      .insertInto('result')
      .values([
        { enrollment_id: enrolled.past, user_id: users.sam, outcome: 'failed', grade: 40, edited_at: at, ...published },
        { enrollment_id: draft, user_id: users.noor, outcome: 'passed', grade: 80, edited_at: at, ...none },
      ])
      .execute()
    const { id: room_id } = await kysely
      .insertInto('room')
      .values({
        ...{ name: 'B1.01', name_key: 'b1.01', seats: 30, position: 1, remark: 'Sleutel halen' },
        created_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await kysely
      .insertInto('testmoment_room')
      .values({ testmoment_id: moments.open, room_id, seats: 24, position: 1 })
      .execute()
    await kysely.insertInto('chair').values({ testmoment_id: moments.open, user_id: users.sam, room_id }).execute()
    await kysely
      .insertInto('presence')
      .values({ enrollment_id: enrolled.past, user_id: users.sam, status: 'late', at })
      .execute()
    all = await tokenFor(stage.api, READING)
  })
  const none = { published_outcome: null, published_grade: null, published_at: null }

  const read = (path: string, token = all, headers: Record<string, string> = {}) =>
    stage.api.ask(`GET /oeapi/v6${path}`, { token, headers })
  const items = async (path: string, token = all) => {
    const answer = await read(path, token)
    expect(answer.status, `${path}: ${JSON.stringify(answer.body)}`).toBe(200)
    return listSchema.parse(answer.body).items
  }
  const first = async (path: string) => {
    const [item] = await items(path)
    if (!item) throw new Error(`${path} is empty`)
    return item
  }

  /** Every path with ids of records that are there. */
  async function describePaths(): Promise<Described[]> {
    const session = (await items('/academic-sessions')).find(({ name }) => JSON.stringify(name).includes('2025-2026'))
    const component = await first('/test-components')
    const programme = await first('/programmes')
    const organisation = await first('/organisations')
    const room = await first('/rooms')
    const sam = await first('/persons?primaryCode=0912345')
    const offers = `/academic-sessions/${session?.academicSessionId}/test-component-offerings`
    const offering = await first(`${offers}?since=2026-03-20&until=2026-03-20`)
    const here = `/test-component-offerings/${offering.testComponentOfferingId}`
    const association = await first(`${here}/test-component-offering-associations`)
    const attemptId = z.array(z.string()).parse(association.attemptIds)[0]
    const one = `/test-component-offering-associations/${association.associationId}`
    const offer = 'offerings.read'
    const own = 'associations.read'
    return [
      { path: '/', scope: null, schema: 'Service', own: null },
      { path: '/organisations', scope: offer, schema: 'Organisation', own: answers.organisationSchema, isList: true },
      {
        path: `/organisations/${organisation.organisationId}`,
        scope: offer,
        schema: 'Organisation',
        own: answers.organisationSchema,
      },
      {
        path: `/organisations/${organisation.organisationId}/test-component-offerings`,
        scope: offer,
        schema: 'TestComponentOffering',
        own: answers.testComponentOfferingSchema,
        isList: true,
      },
      {
        path: `/organisations/${organisation.organisationId}/programmes`,
        scope: offer,
        schema: 'Programme',
        own: answers.programmeSchema,
        isList: true,
      },
      {
        path: `/organisations/${organisation.organisationId}/test-components`,
        scope: offer,
        schema: 'TestComponent',
        own: answers.testComponentSchema,
        isList: true,
      },
      { path: '/rooms', scope: offer, schema: 'Room', own: answers.roomSchema, isList: true },
      { path: `/rooms/${room.roomId}`, scope: offer, schema: 'Room', own: answers.roomSchema },
      {
        path: '/academic-sessions',
        scope: offer,
        schema: 'AcademicSession',
        own: answers.academicSessionSchema,
        isList: true,
      },
      {
        path: `/academic-sessions/${session?.academicSessionId}`,
        scope: offer,
        schema: 'AcademicSession',
        own: answers.academicSessionSchema,
      },
      {
        path: offers,
        scope: offer,
        schema: 'TestComponentOffering',
        own: answers.testComponentOfferingSchema,
        isList: true,
      },
      { path: '/programmes', scope: offer, schema: 'Programme', own: answers.programmeSchema, isList: true },
      {
        path: `/programmes/${programme.programmeId}?expand=organisation`,
        scope: offer,
        schema: 'ProgrammeExpanded',
        own: answers.programmeSchema,
      },
      // The standard's document names the schema of offerings for this list; its single answer has the right one.
      {
        path: '/test-components',
        scope: offer,
        schema: 'TestComponent',
        own: answers.testComponentSchema,
        isList: true,
      },
      {
        path: `/test-components/${component.componentId}?expand=organisation`,
        scope: offer,
        schema: 'TestComponent',
        own: answers.testComponentSchema,
      },
      {
        path: `/test-components/${component.componentId}/test-component-offerings`,
        scope: offer,
        schema: 'TestComponentOffering',
        own: answers.testComponentOfferingSchema,
        isList: true,
      },
      {
        path: `${here}?expand=test_component,organisation`,
        scope: offer,
        schema: 'TestComponentOffering',
        own: answers.testComponentOfferingSchema,
      },
      {
        path: `${here}/test-component-offering-associations`,
        scope: own,
        schema: 'TestComponentOfferingAssociation',
        own: answers.associationSchema,
        isList: true,
      },
      {
        path: `${one}?expand=person,test_component_offering`,
        scope: own,
        schema: 'TestComponentOfferingAssociation',
        own: answers.associationSchema,
      },
      {
        path: `${one}/test-component-offering-association-attempts`,
        scope: own,
        schema: 'TestComponentOfferingAssociationAttempt',
        own: answers.attemptSchema,
        isList: true,
      },
      {
        path: `/test-component-offering-associations-attempt/${attemptId}`,
        scope: own,
        schema: 'TestComponentOfferingAssociationAttemptFull',
        own: answers.attemptSchema,
      },
      { path: '/persons', scope: 'persons.read', schema: 'Person', own: answers.personSchema, isList: true },
      { path: `/persons/${sam.personId}`, scope: 'persons.read', schema: 'Person', own: answers.personSchema },
      {
        path: `/persons/${sam.personId}/test-component-offering-associations`,
        scope: own,
        schema: 'TestComponentOfferingAssociation',
        own: answers.associationSchema,
        isList: true,
      },
    ]
  }

  test('is what the standard describes, and no field more than we say; each path within its scope alone', async () => {
    const paths = await describePaths()
    for (const { path, schema, own, isList } of paths) {
      const { status, body, headers } = await read(path)
      expect(status, `${path}: ${JSON.stringify(body)}`).toBe(200)
      expect(headers['content-type']).toContain('application/json; version=6.0')
      if (isList) validateByStandard('Pagination', body)
      const shown = isList ? listSchema.parse(body).items : [schema === 'Service' ? withHost(body) : body]
      expect(shown.length, path).toBeGreaterThan(0)
      for (const answer of shown) {
        validateByStandard(schema, answer)
        expect(own?.safeParse(answer).error, `${path}: ${JSON.stringify(answer)}`).toBeUndefined()
      }
    }
    for (const scope of connectionScopes) {
      const token = await tokenFor(stage.api, [scope])
      for (const one of paths) {
        const answer = await read(one.path, token)
        expect(answer.status, `${scope}: ${one.path}`).toBe(one.scope === null || one.scope === scope ? 200 : 403)
        if (answer.status === 200) continue
        validateByStandard('Problem', answer.body)
        expect(answer.headers['www-authenticate']).toContain(`error="insufficient_scope", scope="${one.scope}"`)
      }
    }
  })

  test('reads as our records do', async () => {
    const sam = await first('/persons?primaryCode=0912345')
    expect(sam).toMatchObject({
      primaryCode: { codeType: 'student_number', code: '0912345' },
      surnamePrefix: "van 't",
      surname: 'Hof',
      activeEnrolment: true,
      email: 'sam@school.test',
    })
    const taken = await items(`/persons/${sam.personId}/test-component-offering-associations`)
    expect(taken).toMatchObject([
      { state: 'associated', attendance: 'unknown', result: null, requiredPersonalNeeds: ['extra_time'] },
      {
        state: 'finished',
        attendance: 'present',
        result: { state: 'completed', pass: 'passed', score: '7.5', weight: 100, final: true },
      },
    ])
    const attempt = await first(
      `/test-component-offering-associations/${taken[0]?.associationId}/test-component-offering-association-attempts`,
    )
    expect(attempt).toMatchObject({ opportunity: '2', startDateTime: '2026-03-20T08:00:00.000Z' })
    const offering = await read(`/test-component-offerings/${taken[0]?.testComponentOfferingId}`)
    expect(offering.body).toMatchObject({
      primaryCode: { code: 'ALG 2026-03-20 09:00' },
      state: 'active',
      rosteringState: 'definitive',
      startDateTime: '2026-03-20T08:00:00.000Z',
      endDateTime: '2026-03-20T10:30:00.000Z',
      maxNumberStudents: 40,
      // Not the teacher who is a student too.
      enrolledNumberStudents: 1,
      enrolmentPeriods: [{ startDateTime: '2026-03-01T08:00:00.000Z', endDateTime: null, queueEnabled: true }],
    })
    const years = await items('/academic-sessions')
    expect(years.map(({ startDateTime }) => startDateTime)).toContain('2025-07-31T22:00:00.000Z')
  })

  test('has the rooms of a test once they are published, and who sits where only with the scope for needs', async () => {
    const { kysely } = stage.database
    const room = await first('/rooms?primaryCode=B1.01&q=b1&roomType=exam_location')
    expect(room).toMatchObject({ primaryCode: { code: 'B1.01' }, totalSeats: 30, availableSeats: 30 })
    expect(JSON.stringify(room)).not.toContain('Sleutel')
    expect(await items('/rooms?roomType=office')).toEqual([])
    expect(await items('/rooms?filter_query[totalSeats][gt_int]=30')).toEqual([])
    const sam = await first('/persons?primaryCode=0912345')
    const [coming] = await items(`/persons/${sam.personId}/test-component-offering-associations?state=associated`)
    const attempt = `/test-component-offering-associations-attempt/${z.array(z.string()).parse(coming?.attemptIds)[0]}`
    const rooms = async (token = all) => [
      Object((await read(`/test-component-offerings/${coming?.testComponentOfferingId}`)).body).roomIds,
      Object((await read(attempt, token)).body).roomIds,
    ]
    expect(await rooms()).toEqual([null, []])
    await kysely
      .updateTable('testmoment')
      .set({ rooms_published_at: '2026-03-09T09:00:00.000Z' })
      .where('id', '=', stage.school.moments.open)
      .execute()
    expect(await rooms()).toEqual([[room.roomId], [room.roomId]])
    expect(
      await rooms(
        await tokenFor(
          stage.api,
          READING.filter((scope) => scope !== 'needs'),
        ),
      ),
    ).toEqual([[room.roomId], undefined])
  })

  test('never has a teacher, a draft, or what a scope takes out', async () => {
    const people = JSON.stringify(await items('/persons?pageSize=50'))
    for (const name of ['teacher', 'both', 'guest']) expect(people).not.toContain(`${name}@school.test`)
    expect(people).toContain('newcomer@school.test')
    expect(await items('/persons?affiliations=employee')).toEqual([])

    const [noor] = await items('/persons?q=noor')
    const drafts = await items(`/persons/${noor?.personId}/test-component-offering-associations`)
    expect(drafts).toMatchObject([{ result: null }])

    const bare = await tokenFor(stage.api, ['associations.read'])
    const sam = await first('/persons?primaryCode=0912345')
    for (const one of await items(`/persons/${sam.personId}/test-component-offering-associations`, bare)) {
      expect(Object.keys(one)).not.toEqual(expect.arrayContaining(['result']))
      expect(Object.keys(one)).not.toEqual(expect.arrayContaining(['requiredPersonalNeeds']))
      const expanded = await read(
        `/test-component-offering-associations/${one.associationId}?expand=person,test_component_offering`,
        bare,
      )
      expect(Object.keys(Object(expanded.body))).not.toContain('person')
      expect(Object.keys(Object(expanded.body))).not.toContain('testComponentOffering')
    }
  })

  test('can be narrowed, by what the token may read and by nothing else', async () => {
    const sam = await first('/persons?primaryCode=0912345')
    const own = `/persons/${sam.personId}/test-component-offering-associations`
    const count = async (query: string, token = all) => (await items(`${own}?${query}`, token)).length
    expect(await count('filter_query[state][in]=finished')).toBe(1)
    expect(await count('filter_query[attendance][in]=present,absent')).toBe(1)
    expect(await count('filter_query[attendance][not_in]=present')).toBe(1)
    expect(await count('filter_query[result.pass][is]=not_null')).toBe(1)
    expect(await count('filter_query[result.score][gt_float]=7.4')).toBe(1)
    expect(await count('filter_query[result.score][lt_int]=7')).toBe(0)
    expect(await count('filter_query[result.score][in]=7.5,8')).toBe(1)
    expect(await count('filter_query[result.result_date_time][gt_date]=2026-03-09T08:00:00Z')).toBe(1)
    expect(await count('filter_query[requiredPersonalNeeds][any_in_array]=extra_time')).toBe(2)
    expect(await count('filter_query[requiredPersonalNeeds][is]=empty_array')).toBe(0)
    expect(await count('filter_query[__or][][state][in]=finished&filter_query[__or][][attendance][in]=unknown')).toBe(2)
    expect(await count('resultState=completed&state=finished&role=student')).toBe(1)
    expect(await count('role=lecturer')).toBe(0)

    const persons = async (query: string) => (await items(`/persons?pageSize=50&${query}`)).length
    expect(await persons('filter_query[email][like]=SAM@*')).toBe(1)
    expect(await persons('filter_query[primary_code.code][is]=null')).toBe((await persons('')) - 1)
    expect(await persons('filter_query[activeEnrolment][is]=true')).toBe(await persons(''))
    expect(await persons('q=hof')).toBe(1)
    expect(await items('/test-components?primaryCode=ALG&filter_query[state][in]=active')).toHaveLength(1)

    const bare = await tokenFor(stage.api, ['associations.read'])
    for (const filter of [
      'filter_query[result.pass][is]=not_null',
      'filter_query[requiredPersonalNeeds][any_in_array]=extra_time',
      'filter_query[person.primaryCode.code][in]=0912345',
      'filter_query[__or][][result.score][gt_int]=5',
      'resultState=completed',
    ])
      expect(await read(`${own}?${filter}`, bare), filter).toMatchObject({ status: 403, body: { status: 403 } })
  })

  test('shows the fields that were asked for, and always those that an answer needs', async () => {
    const [sam] = await items('/persons?primaryCode=0912345&fields=(email)')
    expect(Object.keys(sam ?? {}).toSorted()).toEqual([
      'activeEnrolment',
      'email',
      'personId',
      'primaryCode',
      'surname',
    ])
    validateByStandard('Person', sam)
    const [one] = await items(`/persons/${sam?.personId}/test-component-offering-associations`)
    const expanded = await read(
      `/test-component-offering-associations/${one?.associationId}?expand=person&fields=(attendance,person(email),unknown)`,
    )
    expect(Object.keys(Object(Object(expanded.body).person)).toSorted()).toEqual(Object.keys(sam ?? {}).toSorted())
    validateByStandard('TestComponentOfferingAssociation', expanded.body)
  })

  test('is paged without a row lost or twice', async () => {
    const { database } = stage
    for (let number = 0; number < 23; number += 1) await addUser(database, { username: `s${number}@school.test` })
    const found: unknown[] = []
    for (let page = 1; ; page += 1) {
      const { body } = await read(`/persons?pageSize=10&pageNumber=${page}`)
      const list = listSchema.parse(body)
      expect(list).toMatchObject({ pageSize: 10, pageNumber: page, hasPreviousPage: page > 1 })
      found.push(...list.items.map(({ personId }) => personId))
      if (!list.hasNextPage) break
    }
    const once = await items('/persons?pageSize=50')
    expect(found).toEqual(once.map(({ personId }) => personId))
    expect(found.length).toBe(27)
  })

  test('refuses what it cannot read, as the standard has it, whoever tries', async () => {
    const sam = await first('/persons?primaryCode=0912345')
    const stranger = createIds(randomBytes(32)).write('person', stage.school.users.sam)
    const cases: [path: string, status: number][] = [
      ['/persons?pageSize=1000000000', 400],
      ['/persons?pageSize=11', 400],
      ['/persons?pageNumber=0', 400],
      ['/persons?pageNumber=1e9', 400],
      ['/persons?pageNumber=10000000', 400],
      ['/persons?pageSize=10&pageSize=20', 400],
      ['/persons?orderBy=password_hash', 400],
      ['/persons?teachingLanguage=nl', 400],
      ['/persons?fields=((', 400],
      ['/persons?expand=person', 400],
      ['/persons?filter_query[password_hash][like]=*', 400],
      ["/persons?filter_query[email' or 1=1 --][in]=x", 400],
      ['/persons?filter_query[email][gt_int]=1', 400],
      ['/persons?filter_query[email][drop]=x', 400],
      ['/persons?filter_query[email]=x', 400],
      ['/persons?filter_query[constructor][in]=x', 400],
      ['/persons?filter_query[activeEnrolment][is]=1', 400],
      ['/persons?filter_query[email][in]=%00', 400],
      ['/persons?q=%00', 400],
      [`/persons?q=${'x'.repeat(1_001)}`, 400],
      ['/persons/me', 404],
      [`/persons/${stranger}`, 404],
      [`/persons/${sam.personId}x`, 404],
      [`/test-component-offering-associations/${sam.personId}`, 404],
      [`/test-component-offerings/${sam.personId}/test-component-offering-associations`, 404],
      ['/courses', 404],
      ['/groups', 404],
      ['/buildings', 404],
      ['/organisations?filter_query[email][in]=x', 400],
      ['/persons/me/programme-offering-associations', 404],
    ]
    for (const [path, status] of cases) {
      const answer = await read(path)
      expect(answer, path).toMatchObject({ status, body: { status } })
      expect(answer.headers['content-type']).toContain('application/problem+json')
      validateByStandard('Problem', answer.body)
    }
    // Text that is no instruction: it is compared, and nothing has it.
    for (const text of ["x' or '1'='1", '%', '_', '\\', '*'])
      expect(await items(`/persons?filter_query[email][in]=${encodeURIComponent(text)}`), text).toEqual([])
    expect(await items('/persons?filter_query[email][like]=%25sam%25')).toEqual([])

    for (const method of ['PUT', 'POST', 'PATCH', 'DELETE'])
      expect(
        await stage.api.ask(`${method} /oeapi/v6/persons/${sam.personId}`, { token: all, body: {} }),
      ).toMatchObject({
        status: 405,
        headers: { allow: expect.stringContaining('GET') },
      })
    expect(await stage.api.ask('GET /oeapi/v6/persons')).toMatchObject({
      status: 401,
      headers: { 'www-authenticate': 'Bearer realm="oeapi"' },
    })
  })

  test('says to whom has no token, or an old one, where to get one; and which methods there are', async () => {
    for (const token of [undefined, 'old.old.old']) {
      const answer = await stage.api.ask('GET /oeapi/v6/', { ...(token && { token }) })
      expect(answer).toMatchObject({
        status: 401,
        body: { tokenUrl: expect.stringMatching(/^https?:.*\/oeapi\/token$/) },
      })
      expect(Object(answer.body).detail).toContain(Object(answer.body).tokenUrl)
      validateByStandard('Problem', answer.body)
    }
    const { associationId } = await first(
      `/persons/${(await first('/persons?q=hof')).personId}/test-component-offering-associations`,
    )
    for (const [path, token, allow] of [
      ['/oeapi/token', undefined, 'OPTIONS, POST'],
      ['/oeapi/v6/', all, 'GET, HEAD, OPTIONS'],
      ['/oeapi/v6/persons', all, 'GET, HEAD, OPTIONS'],
      [`/oeapi/v6/test-component-offering-associations/${associationId}`, all, 'GET, HEAD, OPTIONS, PATCH'],
    ] as const)
      expect(await stage.api.ask(`OPTIONS ${path}`, { ...(token && { token }) }), path).toMatchObject({
        status: 204,
        body: '',
        headers: { allow },
      })
    expect(await stage.api.ask('OPTIONS /oeapi/v6/persons')).toMatchObject({ status: 401 })
  })

  test('answers a filter on what everything here has: all, or nothing', async () => {
    const { personId } = await first('/persons?q=hof')
    const own = `/persons/${personId}/test-component-offering-associations`
    const offerings = '/organisations/ID/test-component-offerings'
    const { organisationId, primaryCode } = await first('/organisations')
    const host = String(Object(primaryCode).code)
    for (const [list, query, other] of [
      ['/academic-sessions', 'academicSessionType=academic_year', 'academicSessionType=semester'],
      [
        '/academic-sessions',
        'filter_query[academicSessionType][in]=academic_year,semester',
        'filter_query[academic_session_type][not_in]=academic_year',
      ],
      ['/programmes', 'programmeType=programme', 'programmeType=minor'],
      ['/organisations/ID/programmes', 'programmeType=programme', 'programmeType=minor'],
      ['/programmes', 'filter_query[programmeType][like]=PROG*', 'filter_query[programmeType][is]=null'],
      ['/organisations', 'organisationType=institute', 'organisationType=root'],
      ['/organisations', `primaryCode=${host}`, 'primaryCode=elders.nl'],
      ['/organisations', `q=${host.slice(1).toUpperCase()}`, 'q=elders'],
      ['/organisations', 'filter_query[organisationType][in]=institute', 'filter_query[primaryCode.code][in]=x'],
      ['/test-components', 'resultExpected=true', 'resultExpected=false'],
      [
        '/test-components',
        'filter_query[componentType][in]=test_on_paper',
        'filter_query[componentType][in]=oral_test',
      ],
      ['/test-components', 'filter_query[resultValueType][is]=not_null', 'filter_query[resultValueType][in]=us_letter'],
      [offerings, 'filter_query[resultExpected][is]=true', 'filter_query[resultExpected][is]=false'],
      [offerings, 'filter_query[resultValueType][in]=grade_0_10_one_decimal', 'filter_query[resultValueType][in]=x'],
      ['/rooms', 'roomType=exam_location', 'roomType=x-hal'],
      ['/rooms', 'filter_query[roomType][in]=exam_location', 'filter_query[roomType][in]=office'],
      [
        '/persons',
        'filter_query[affiliations][any_in_array]=student,guest',
        'filter_query[affiliations][all_in_array]=student,guest',
      ],
      [own, 'filter_query[role][in]=student', 'filter_query[role][in]=lecturer'],
    ] as const) {
      const path = `${list.replace('ID', String(organisationId))}?pageSize=250&`
      const everything = await items(path)
      expect(everything.length, path).toBeGreaterThan(0)
      expect(await items(path + query), query).toEqual(everything)
      expect(await items(path + other), other).toEqual([])
    }
  })

  test('has one version: 6.0, by name', async () => {
    for (const [accept, status] of [
      ['application/json', 200],
      ['application/json; version=6.0', 200],
      ['application/json;version=6', 200],
      ['application/json; version="6.1", */*', 200],
      ['application/json; version=6.0.0', 200],
      ['application/json; version=6.*', 200],
      ['application/json; version=6.x', 200],
      ['application/json; version="*"', 200],
      ['application/json; version=60', 406],
      ['application/json; version=6.0.0.0', 406],
      ['application/json; version=5.0', 406],
      ['application/json; version=7.0', 406],
    ] as const) {
      const answer = await read('/persons', all, { accept })
      expect(answer.status, accept).toBe(status)
      if (status === 406) validateByStandard('Problem', answer.body)
    }
    expect((await read('/persons', all, { accept: 'application/json; version=5.0' })).body).toMatchObject({
      requestedVersion: '5.0',
      supportedVersions: ['6.0'],
    })
  })

  describe('is counted', () => {
    test('in the log, once a day: how often, never about whom', async () => {
      const { database, api } = stage
      const { id } = await database.kysely.selectFrom('connection').select('id').executeTakeFirstOrThrow()
      const read = { connection_id: id, day: '2026-03-10', kind: 'persons' as const }
      await writeReadings(database, [{ ...read, requests: 1_200 }], api.clock.now)
      await writeReadings(database, [{ ...read, requests: 100 }], api.clock.now)
      const lines = async () => {
        return Object((await stage.as.teacher('GET /audit?action=connection-read')).body).entities
      }
      expect(await lines()).toEqual([])
      api.clock.now += 24 * 3_600_000
      await writeReadings(database, [], api.clock.now)
      await writeReadings(database, [], api.clock.now)
      expect(await lines()).toMatchObject([
        { actor: 'Het systeem', subject: 'Toetssysteem', about: 'di 10 mrt 2026: studenten 1.300 keer' },
      ])
    })
  })
})

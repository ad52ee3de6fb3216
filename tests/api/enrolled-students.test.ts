// @module-tag pooled
import { expect, test } from 'vitest'
import { listEnrolledStudents } from '#contract/enrolled-students.calls.ts'
import type { enrolledStudentSorts } from '#domain/enrollments/enrolled-student.schema.ts'
import { openStage } from '#tests/support/api/stage.ts'
import type { Token } from '#tests/support/api/test-api.ts'
import type { Module } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

type Sort = (typeof enrolledStudentSorts)[number]

describeOnEachDatabase('the students of a test moment', (open) => {
  const { database, school, api, as, add } = openStage(open)

  const hold = (user_id: number, module: Module, more: object = {}) =>
    database.kysely
      .insertInto('enrollment')
      .values({
        user_id,
        testmoment_id: school.moments.open,
        module_id: school.modules[module],
        created_at: '2026-02-01T09:00:00.000Z',
        ...more,
      })
      .execute()
  const read = async (query = '', size = 100, by: Token = as.teacher) => {
    const path = query.startsWith('/') ? query : `/testmoment/${school.moments.open}/students/${size}${query}`
    const { status, body } = await api.ask(`GET ${path}`, { token: by })
    expect(status, path).toBe(200)
    const { entities, counts, _links } = listEnrolledStudents.reply.parse(body)
    return { entities, counts, names: entities.map(({ username }) => username.split('@')[0]), next: _links.next?.href }
  }
  const addPeople = async () => {
    const people = [
      ['1', 'Zoë', 'van den Berg', 'S20', 1],
      ['2', 'Ali', 'Özil', null, 2],
      ['3', 'Bo', 'Berg', 'S3', 3],
      ['4', 'Cas', 'Adema', 'A100', 4],
    ] as const
    for (const [name, first_name, last_name, student_number, minute] of people) {
      const user = { username: `${name}@school.test`, first_name, last_name, student_number }
      const id = await add.user({
        ...user,
        education_department_id: name === '3' ? null : school.departmentId,
      })
      await hold(id, name === '2' ? 'GON' : 'ALG', { created_at: `2026-02-01T09:0${5 - minute}:00.000Z` })
    }
  }

  test('come one row each, with what they take there, since when and enrolled by which user', async () => {
    const { teacher } = school.users
    const user = { username: 'nummer@school.test', student_number: '0912' }
    const sam = await add.user({ ...user, education_department_id: school.departmentId })
    await hold(sam, 'GON', { maker: 'administrator', maker_id: teacher })
    await hold(sam, 'ALG', { maker: 'student', created_at: '2026-02-02T09:00:00.000Z' })
    await hold(sam, 'STA', { testmoment_id: school.moments.other })
    await hold(school.users.noor, 'ALG', { maker: 'automatic' })
    const { entities, counts } = await read('?search=912')
    expect(entities).toMatchObject([
      {
        id: sam,
        username: 'nummer@school.test',
        first_name: 'Sam',
        last_name: 'de Vries',
        student_number: '0912',
        class_group: null,
        department: 'Techniek',
        enrollments: [
          { module_name: 'ALG', created_at: '2026-02-02T09:00:00.000Z', maker: 'student', maker_name: null },
          { module_name: 'GON', maker: 'administrator', maker_name: 'Sam de Vries' },
        ],
      },
    ])
    expect(Object.keys(entities[0] ?? {})).toHaveLength(8)
    expect(counts).toEqual({
      students: 2,
      tests: 3,
      found: 1,
      noted: 0,
      absent: 0,
      modules: [
        { id: school.modules.ALG, name: 'ALG', students: 2, absent: 0 },
        { id: school.modules.GON, name: 'GON', students: 1, absent: 0 },
      ],
    })
  })

  test('are sorted as Dutch lists are, and by number, department and time, also from behind', async () => {
    await addPeople()
    const expected: Record<Sort, string[]> = {
      name: ['4', '3', '1', '2'],
      student_number: ['4', '1', '3', '2'],
      department: ['4', '1', '2', '3'],
      enrolled: ['4', '3', '2', '1'],
    }
    for (const [sort, names] of Object.entries(expected)) {
      expect((await read(`?sort=${sort}`)).names, sort).toEqual(names)
      expect((await read(`?sort=-${sort}`)).names, `-${sort}`).toEqual(names.toReversed())
    }
    expect((await read()).names).toEqual(expected.name)
  })

  test('are searched forgivingly and filtered by module, and counted', async () => {
    await addPeople()
    const all = { students: 4, tests: 4 }
    expect(await read('?search=berg%20zoe')).toMatchObject({ names: ['1'], counts: { ...all, found: 1 } })
    expect(await read('?search=OZIL')).toMatchObject({ names: ['2'] })
    expect(await read(`?module_id=${school.modules.ALG}`)).toMatchObject({
      names: ['4', '3', '1'],
      counts: { found: 3 },
    })
    expect(await read(`?module_id=${school.modules.ALG}&search=berg`)).toMatchObject({ names: ['3', '1'] })
    expect(await read('?search=niemand')).toMatchObject({ names: [], counts: { ...all, found: 0 } })
    expect(await read('?search=%25')).toMatchObject({ names: [] })
  })

  test.for(['name', '-name', 'student_number', '-department', 'enrolled'] as const)(
    'come page by page by %s, none twice and none lost while others come and go',
    async (sort) => {
      const ids: number[] = []
      for (let n = 0; n < 9; n++) {
        const user = {
          username: `p${n}@school.test`,
          last_name: `Naam${n % 3}`,
          student_number: n % 2 ? `N${n}` : null,
        }
        ids.push(await add.user({ ...user, education_department_id: n % 3 ? school.departmentId : null }))
      }
      for (const id of ids) await hold(id, 'ALG')
      const order = (await read(`?sort=${sort}`)).names
      const seen: (string | undefined)[] = []
      for (let next: string | undefined = `?sort=${sort}`; next; ) {
        const page = await read(next.replace('/api/v1', ''), 2)
        seen.push(...page.names)
        next = page.next
        if (seen.length === 2)
          await database.kysely
            .deleteFrom('enrollment')
            .where('user_id', '=', ids[ids.length - 1] ?? 0)
            .execute()
      }
      expect(seen.length).toBeGreaterThanOrEqual(8)
      expect(seen).toEqual(order.filter((name) => name !== 'p8' || seen.includes('p8')))
      expect(new Set(seen).size).toBe(seen.length)
    },
  )

  test('of 2,000 are there soon, whatever is asked of them', async () => {
    const rows = Array.from({ length: 2_000 }, (_, n) => n)
    const people = await Promise.all(
      rows.map((n) => ({
        username: `veel${n}@school.test`,
        first_name: 'Anna',
        last_name: `Veel${n}`,
        search_text: `anna veel${n} veel${n}@school.test`,
        last_name_key: `veel${String(n).padStart(5, '0')}`,
        roles: 'ROLE_STUDENT',
        created_at: '2026-02-01T09:00:00.000Z',
      })),
    )
    const ids = await database.kysely.insertInto('user').values(people).returning('id').execute()
    for (const module of ['ALG', 'GON'] as const)
      await database.kysely
        .insertInto('enrollment')
        .values(
          ids.map(({ id }) => ({
            user_id: id,
            testmoment_id: school.moments.open,
            module_id: school.modules[module],
            created_at: '2026-02-01T09:00:00.000Z',
          })),
        )
        .execute()
    const began = performance.now()
    for (const query of ['', '?sort=-enrolled', '?search=veel19', `?module_id=${school.modules.GON}&sort=department`])
      expect((await read(query, 100)).entities.length).toBeGreaterThan(50)
    // four of them; a machine that is busy with other tests is slow
    expect(performance.now() - began).toBeLessThan(4_000)
    expect((await read('?search=veel19')).counts).toMatchObject({ students: 2_000, tests: 4_000, found: 111 })
  })

  test('are nobody’s business but administrators’', async () => {
    const path = `/testmoment/${school.moments.open}/students/20`
    expect(await as.sam(`GET ${path}`)).toMatchObject({ status: 403 })
    const forged = Buffer.from('["a\\u0000","b",1]').toString('base64url')
    for (const query of [`?cursor=${forged}`, '?cursor=x', '?sort=id', '?module_id=0'])
      expect(await as.teacher(`GET ${path}${query}`), query).toMatchObject({ status: 400 })
    const early = Buffer.from('["gisteren","b",1]').toString('base64url')
    expect(await as.teacher(`GET ${path}?sort=enrolled&cursor=${early}`)).toMatchObject({ status: 400 })
    expect(await as.teacher('GET /testmoment/2147483647/students/20')).toMatchObject({ status: 404 })
  })
})

import { expect, test } from 'vitest'
import { importModules, previewModuleImport } from '#contract/import.calls.ts'
import { auditTrail } from '#tests/support/api/audit-trail.ts'
import {
  enrollDepartmentAutomatically,
  offerAutomatically,
  storedEnrollments,
} from '#tests/support/api/automatic-offers.ts'
import { openStage } from '#tests/support/api/stage.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

const LIST = [
  'Code;Omschrijving;Studierichtingen',
  'KANS;Kansrekening;"Techniek, Chemie"',
  'LOG1;Logica;chemie',
  'alg;Algebra van nu;Chemie',
].join('\n')

describeOnEachDatabase('importing modules', (open) => {
  const { database, school, ask } = openStage(open, { as: 'teacher' })

  const preview = async (text: string, more = {}) => {
    const { status, body } = await ask('POST /import/modules/preview', { text, ...more })
    expect(status).toBe(200)
    return previewModuleImport.reply.parse(body)
  }
  const confirm = (text: string, confirmation: string | null, more = {}) =>
    ask('POST /import/modules', { text, confirmation, ...more })
  const importList = async (text: string, more = {}) => {
    const { status, body } = await confirm(text, (await preview(text, more)).confirmation, more)
    expect(status).toBe(200)
    return importModules.reply.parse(body)
  }
  const held = async () => {
    const rows = await database.kysely
      .selectFrom('education_department_module as held')
      .innerJoin('module', 'module.id', 'held.module_id')
      .innerJoin('education_department as department', 'department.id', 'held.education_department_id')
      .select(['module.name', 'department.name as department'])
      .execute()
    return rows.map(({ name, department }) => `${department} ${name}`).toSorted()
  }
  const module = (name: string) =>
    database.kysely.selectFrom('module').selectAll().where('name', '=', name).executeTakeFirst()

  test('makes modules, and the departments that they name, and leaves what is there', async () => {
    const before = await module('ALG')
    expect(await preview(LIST)).toMatchObject({
      counts: { added: 2, changed: 0, skipped: 1, remarks: 1, errors: 0 },
      new_departments: ['Chemie'],
      enrollments_made: 0,
    })
    expect(await importList(LIST)).toMatchObject({ added: 2, changed: 0, departments_added: 1 })
    const kept = await database.kysely.selectFrom('import').select(['added', 'changed']).execute()
    expect(kept, 'the history says as many as the answer').toEqual([{ added: 2, changed: 0 }])
    const lines = database.kysely.selectFrom('import_line').select(['line', 'label'])
    expect(await lines.where('education_department_id', 'is not', null).execute()).toEqual([
      { line: 2, label: 'Chemie' },
    ])
    expect(await module('KANS')).toMatchObject({ description: 'Kansrekening', active: true, archived: false })
    expect(await module('ALG')).toEqual(before)
    expect(await held()).toEqual([
      'Chemie KANS',
      'Chemie LOG1',
      'Techniek ALG',
      'Techniek GON',
      'Techniek KANS',
      'Techniek OLD',
      'Techniek STA',
    ])
  })

  test('does nothing the second time', async () => {
    await importList(LIST)
    expect(await preview(LIST)).toMatchObject({ counts: { added: 0, changed: 0 }, confirmation: null })
  })

  test('updates descriptions and adds departments when it is an update, and takes none away', async () => {
    const { lines } = await preview(LIST, { update: true })
    expect(lines[2]).toMatchObject({
      findings: [{ verdict: 'updated' }],
      changes: [
        { field: 'description', old: 'Over ALG', new: 'Algebra van nu' },
        { field: 'departments', old: 'Techniek', new: 'Techniek, Chemie' },
      ],
    })
    expect(await importList(LIST, { update: true })).toMatchObject({ added: 2, changed: 1 })
    expect(await module('ALG')).toMatchObject({ name: 'ALG', description: 'Algebra van nu', version: 2 })
    expect(await held()).toEqual(expect.arrayContaining(['Chemie ALG', 'Techniek ALG']))
  })

  test('says beforehand how many students it enrolls automatically, and enrolls just these', async () => {
    await enrollDepartmentAutomatically(database, school.departmentId)
    await offerAutomatically(database, school.moments.listed, school.modules.ELSEWHERE)
    const list = 'naam;studierichtingen\nELSEWHERE;Techniek'
    const promised = { enrollments_made: 3, students_enrolled: 3, students_without_seat: 0 }
    expect(await preview(list, { update: true })).toMatchObject(promised)
    expect(await storedEnrollments(database)).toEqual([])
    expect(await held()).not.toContain('Techniek ELSEWHERE')
    expect(await importList(list, { update: true })).toMatchObject({ added: 0, changed: 1, ...promised })
    expect(await storedEnrollments(database)).toHaveLength(3)
  })

  test('asks again when it would enroll others than was said', async () => {
    await enrollDepartmentAutomatically(database, school.departmentId)
    await offerAutomatically(database, school.moments.listed, school.modules.ELSEWHERE)
    const list = 'naam;studierichtingen\nELSEWHERE;Techniek'
    const { confirmation } = await preview(list, { update: true })
    await database.kysely.deleteFrom('user').where('id', '=', school.users.noor).execute()
    expect(await confirm(list, confirmation, { update: true })).toMatchObject({
      status: 409,
      body: { reason: 'plan-changed', preview: { enrollments_made: 2 } },
    })
    expect(await storedEnrollments(database)).toEqual([])
    expect(await held()).not.toContain('Techniek ELSEWHERE')
  })

  test('keeps a list out when the school is no longer as it was confirmed', async () => {
    const { confirmation } = await preview(LIST)
    await database.kysely
      .insertInto('module')
      .values({ name: 'LOG1', description: '', created_at: new Date().toISOString() })
      .execute()
    expect(await confirm(LIST, confirmation)).toMatchObject({
      status: 409,
      body: { reason: 'plan-changed', preview: { counts: { added: 1, skipped: 2 } } },
    })
    expect(await module('KANS')).toBeUndefined()
  })

  test('keeps the whole list out when one line is wrong, and says all that is', async () => {
    const { lines, confirmation } = await preview(`${LIST}\n;zonder naam;"${'x'.repeat(101)}"`)
    expect(confirmation).toBeNull()
    expect(lines[3]?.findings.map(({ verdict }) => verdict)).toEqual(['name-missing', 'department-name-too-long'])
    expect(await confirm(LIST, 'iets anders')).toMatchObject({ status: 409 })
    expect(await module('KANS')).toBeUndefined()
  })

  test('is one line of the log, and one of each record behind it', async () => {
    const { import_id } = await importList(LIST, { update: true })
    const { teacher } = school.users
    const log = await auditTrail(database)
    expect(log).toEqual(
      expect.arrayContaining([
        `user ${teacher} imported import ${import_id}: `,
        `user ${teacher} imported module ${(await module('KANS'))?.id}: `,
        `user ${teacher} edited module ${school.modules.ALG}: description`,
        `user ${teacher} modules-edited education_department ${school.departmentId}: modules`,
      ]),
    )
    const shown = await database.kysely
      .selectFrom('audit')
      .selectAll()
      .where('action', '!=', 'logged-in')
      .where('import_id', 'is', null)
      .execute()
    expect(shown).toMatchObject([{ resource: 'import', about: '2 toegevoegd, 1 gewijzigd' }])
  })

  test('the second of two imports of the same list at once finds everything there already', {
    tags: 'race',
  }, async () => {
    const { confirmation } = await preview(LIST)
    const answers = await Promise.all([confirm(LIST, confirmation), confirm(LIST, confirmation)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await held()).toContain('Chemie LOG1')
  })

  test('remembers what was said of its columns', async () => {
    const text = 'Vakje;Wat\nKANS;Kansrekening'
    const columns = [
      { header: 'Vakje', meaning: 'name' },
      { header: 'Wat', meaning: 'description' },
    ]
    expect(await importList(text, { columns })).toMatchObject({ added: 1 })
    const { body } = await ask('GET /import/columns/modules')
    expect(body).toMatchObject({
      entities: [
        { header: 'vakje', meaning: 'name' },
        { header: 'wat', meaning: 'description' },
      ],
    })
  })
})

import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { getImport } from '#contract/import.calls.ts'
import { auditTrail } from '#tests/support/api/audit-trail.ts'
import { storeEnrollments } from '#tests/support/api/enrolled.ts'
import { openStage } from '#tests/support/api/stage.ts'
import type { TestApi } from '#tests/support/api/test-api.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { failed, passed, resultStage } from './support/result-stage.ts'

type Ask = TestApi['ask']

/** An import by its two requests, and what turning it back says of its lines. */
function importer(ask: (line: string, body?: object) => ReturnType<Ask>) {
  const look = async (id: number) => {
    const { status, body } = await ask(`GET /import/${id}`)
    expect(status).toBe(200)
    return getImport.reply.parse(body)
  }
  return {
    look,
    importList: async (path: string, list: object) => {
      const { body } = await ask(`POST ${path}/preview`, list)
      const { confirmation } = body as { confirmation: string }
      const reply = await ask(`POST ${path}`, { ...list, confirmation })
      expect(reply).toMatchObject({ status: 200 })
      return (reply.body as { import_id: number }).import_id
    },
    fatesOf: async (id: number) =>
      (await look(id)).lines.map(({ label, would, hindrance }) => `${label}: ${hindrance ?? would}`),
    undo: async (id: number, message?: object) => {
      const { confirmation } = await look(id)
      const { status, body } = await ask(`POST /import/${id}/undo`, { confirmation, message })
      expect({ status, body }).toMatchObject({ status: 200 })
      return body
    },
  }
}

describeOnEachDatabase('an import of the school’s own that is turned back', (open) => {
  const { database, school, api, as, enroll } = openStage(open)
  let imports: ReturnType<typeof importer>
  beforeEach(async () => {
    await database.kysely.deleteFrom('import').execute()
    imports = importer((line, body) => as.teacher(line, body))
  })

  const tables = async (...names: ('module' | 'education_department' | 'education_department_module')[]) => {
    const rows: object[] = []
    for (const name of names)
      for (const { version, ...row } of (await database.kysely.selectFrom(name).selectAll().execute()) as {
        version?: number
      }[])
        rows.push(row)
    return rows.map((row) => JSON.stringify(row)).toSorted()
  }
  const moduleId = async (name: string) => {
    const module = database.kysely.selectFrom('module').select('id').where('name', '=', name)
    return (await module.executeTakeFirstOrThrow()).id
  }

  describe('of modules', () => {
    const LIST = [
      'naam;beschrijving;studierichtingen',
      'KANS;Kansrekening;"Techniek, Chemie"',
      'LOG1;Logica;Chemie',
      'ELSEWHERE;Elders;Techniek',
    ].join('\n')
    const importModules = () => imports.importList('/import/modules', { text: LIST, update: true })

    test('leaves nothing of it: modules, departments, what they hold and how they are described', async () => {
      const before = await tables('module', 'education_department', 'education_department_module')
      const id = await importModules()
      const { lines } = await imports.look(id)
      expect(lines.map(({ line, label, would }) => `${line} ${label} ${would}`)).toEqual([
        '2 KANS undone',
        '2 Chemie undone',
        '3 LOG1 undone',
        '4 ELSEWHERE undone',
      ])
      expect(lines[3]?.changes).toEqual([
        { field: 'description', old: 'Over ELSEWHERE', new: 'Elders' },
        { field: 'departments', old: '', new: 'Techniek' },
      ])
      expect(await imports.undo(id)).toMatchObject({ undone: 4, stayed: 0 })
      expect(await tables('module', 'education_department', 'education_department_module')).toEqual(before)
      const { teacher } = school.users
      expect(await auditTrail(database)).toEqual(
        expect.arrayContaining([
          `user ${teacher} import-undone import ${id}: `,
          `user ${teacher} modules-edited education_department ${school.departmentId}: modules`,
          `user ${teacher} edited module ${school.modules.ELSEWHERE}: description`,
        ]),
      )
      expect(await imports.fatesOf(id)).toEqual(expect.arrayContaining(['ELSEWHERE: was-undone']))
    })

    test('leaves what somebody enrolled in, uses or changed since, and says so', async () => {
      const id = await importModules()
      await enroll('sam', 'open', await moduleId('KANS'))
      await enroll('sam', 'other', 'ELSEWHERE')
      const edit = { body: { description: 'Redeneren' }, token: as.teacher }
      expect(await api.ask(`PUT /module/${await moduleId('LOG1')}`, edit)).toMatchObject({ status: 200 })
      expect(await imports.fatesOf(id)).toEqual([
        'KANS: enrolled',
        'Chemie: in-use',
        'LOG1: edited',
        'ELSEWHERE: enrolled',
      ])
      expect(await imports.look(id)).toMatchObject({ confirmation: null })
    })

    test('takes back what it can', async () => {
      const id = await importModules()
      const moment = { testmoment_id: school.moments.listed, module_id: await moduleId('LOG1') }
      await database.kysely.insertInto('testmoment_module').values(moment).execute()
      expect(await imports.undo(id)).toMatchObject({ undone: 2, stayed: 2 })
      expect(await imports.fatesOf(id)).toEqual([
        'KANS: was-undone',
        'Chemie: in-use',
        'LOG1: in-use',
        'ELSEWHERE: was-undone',
      ])
      await database.kysely.deleteFrom('testmoment_module').where('module_id', '=', moment.module_id).execute()
      expect(await imports.undo(id)).toMatchObject({ undone: 2, stayed: 0 })
    })
  })

  describe('of test moments', () => {
    const LIST = [
      'datum;tijd;zaal;plaatsen;modules;opent',
      '17-4-2026;9:00-11:00;Aula;80;"ALG, GON";12-3-2026 09:00',
      '18-4-2026;;;;ALG;',
      '19-4-2026;;;;;',
    ].join('\n')
    const importMoments = async () => {
      const schoolyear_id = school.years.active
      return imports.importList('/import/testmoments', { text: LIST, update: true, schoolyear_id })
    }
    const moments = async () => {
      const rows = await database.kysely.selectFrom('testmoment').selectAll().orderBy('id').execute()
      const listed = await database.kysely.selectFrom('testmoment_module').selectAll().execute()
      return {
        rows: rows.map(({ version, ...row }) => row),
        listed: listed.map((row) => JSON.stringify(row)).toSorted(),
      }
    }
    const momentOn = async (date: string) => {
      const moment = database.kysely.selectFrom('testmoment').select('id').where('date', '=', date)
      return (await moment.executeTakeFirstOrThrow()).id
    }

    test('leaves none of the new ones, and the others as they were', async () => {
      const before = await moments()
      const id = await importMoments()
      expect((await imports.look(id)).lines[0]).toMatchObject({
        ...{ line: 2, label: 'vr 17 apr 2026 om 09:00', outcome: 'changed', would: 'undone' },
        changes: [
          { field: 'starts', old: 'geen', new: '09:00' },
          { field: 'ends', old: 'geen', new: '11:00' },
          { field: 'location', old: 'geen', new: 'Aula' },
          { field: 'seats', old: 'onbeperkt', new: '80' },
          { field: 'modules', old: 'ALG', new: 'ALG, GON' },
          { field: 'opens', old: 'niet gepland', new: 'do 12 mrt 2026 om 09:00' },
        ],
      })
      expect(await imports.undo(id)).toEqual({ undone: 3, stayed: 0, students_messaged: 0 })
      expect(await moments()).toEqual(before)
    })

    test('notifies students at a moment that gets its old times back, by the message that came along', async () => {
      const id = await importMoments()
      await enroll('sam', 'listed', 'ALG')
      await storeEnrollments(database, {
        ...{ user_id: school.users.noor, module_id: school.modules.ALG },
        testmoment_id: school.moments.open,
      })
      const preview = await imports.look(id)
      expect(preview).toMatchObject({ students_concerned: 1 })
      expect(preview.lines.map(({ concerns }) => concerns?.date)).toEqual(['2026-04-17', undefined, undefined])
      const message = { key: randomUUID(), subject: 'Het toetsmoment is gewijzigd', text: 'De tijd vervalt.' }
      const nameless = { confirmation: preview.confirmation, message: { ...message, subject: ' ' } }
      expect(await as.teacher(`POST /import/${id}/undo`, nameless)).toMatchObject({
        ...{ status: 422, body: { reason: 'subject-missing' } },
      })
      expect(await imports.undo(id, message)).toEqual({ undone: 3, stayed: 0, students_messaged: 1 })
      const notified = database.kysely
        .selectFrom('message_recipient')
        .innerJoin('message', 'message.id', 'message_recipient.message_id')
        .select(['user_id', 'audience_label'])
      expect(await notified.execute()).toEqual([
        { user_id: school.users.sam, audience_label: 'Toetsmoment gewijzigd: vr 17 apr 2026 om 09:00' },
      ])
    })

    test('leaves where somebody enrolled, and what was changed since', async () => {
      const id = await importMoments()
      await storeEnrollments(database, {
        ...{ user_id: school.users.sam, module_id: school.modules.ALG },
        testmoment_id: await momentOn('2026-04-18'),
      })
      await enroll('sam', 'listed', 'GON')
      const edit = { body: { location: 'Zaal 3' }, token: as.teacher }
      const path = `PUT /schoolyear/${school.years.active}/testmoment/${await momentOn('2026-04-19')}`
      expect(await api.ask(path, edit)).toMatchObject({ status: 200 })
      expect((await imports.fatesOf(id)).map((fate) => fate.split(': ')[1])).toEqual(['enrolled', 'enrolled', 'edited'])
      const testmoment_id = await momentOn('2026-04-19')
      const created_at = new Date(api.clock.now).toISOString()
      await database.kysely
        .insertInto('invigilator_link')
        .values({ testmoment_id, nonce: 'nonce', created_at })
        .execute()
      expect((await imports.fatesOf(id))[2]).toContain('in-use')
    })
  })
})

describeOnEachDatabase('an import of results that is turned back', (open) => {
  const stage = resultStage(open)
  const imports = importer((line, body) => stage.ask(line, body))

  const importResults = async (text: string) =>
    imports.importList(`/testmoment/${stage.today}/results/import`, { text })
  const stored = async () => {
    const rows = await stage.database.kysely.selectFrom('result').selectAll().orderBy('enrollment_id').execute()
    return rows.map(({ enrollment_id, outcome, grade }) => [enrollment_id, outcome && { outcome, grade }])
  }
  const LIST = 'mail;module;cijfer\nsam@school.test;ALG;7,5\nnoor@school.test;ALG;O'

  test('gives drafts back what stood there, and takes away those that were none', async () => {
    await stage.type([stage.sam, failed(40)])
    const id = await importResults(LIST)
    expect(await imports.look(id)).toMatchObject({
      import: { kind: 'results', added: 1, changed: 1, place: expect.stringContaining('2026') },
      lines: [
        { label: 'Sam de Vries, ALG', changes: [{ field: 'result', old: '4,0', new: '7,5' }], would: 'undone' },
        { label: 'Sam de Vries, ALG', changes: [], would: 'undone' },
      ],
    })
    expect(await imports.undo(id)).toMatchObject({ undone: 2, stayed: 0 })
    expect(await stored()).toEqual([[stage.sam, failed(40)]])
  })

  test('shows no change of a line whose values are kept no longer', async () => {
    await stage.type([stage.sam, failed(40)])
    const id = await importResults(LIST)
    await stage.database.kysely.updateTable('import_line').set({ before: null, after: '{}' }).execute()
    const forgotten = { would: 'stays', hindrance: 'too-old', changes: [] }
    expect((await imports.look(id)).lines).toMatchObject([forgotten, forgotten])
  })

  test('leaves what was published or typed over since', async () => {
    const id = await importResults(LIST)
    await stage.type([stage.noor, passed(60)])
    expect((await imports.fatesOf(id)).map((fate) => fate.split(': ')[1])).toEqual(['undone', 'edited'])
    await stage.publish()
    expect((await imports.fatesOf(id)).map((fate) => fate.split(': ')[1])).toEqual(['published', 'published'])
    expect(await imports.look(id)).toMatchObject({ confirmation: null })
    expect(await stored()).toEqual([
      [stage.sam, passed(75)],
      [stage.noor, passed(60)],
    ])
  })
})

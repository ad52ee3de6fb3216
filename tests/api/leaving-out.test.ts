import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { addYear } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { resultStage } from './support/result-stage.ts'

const previewSchema = z.looseObject({
  confirmation: z.string().nullable(),
  confirmation_without: z.string().nullable(),
  counts: z.object({ added: z.int(), changed: z.int(), errors: z.int() }).loose(),
  lines: z.array(z.looseObject({ line: z.int(), findings: z.array(z.object({ verdict: z.string() }).loose()) })),
})

describeOnEachDatabase('lines that cannot be used', (open) => {
  const stage = resultStage(open)

  const namesIn = async (table: 'user' | 'room' | 'module' | 'testmoment', column: string): Promise<string[]> => {
    const rows = await stage.database.kysely
      .selectFrom(table)
      .select(sql<string>`${sql.ref(column)}`.as('name'))
      .execute()
    return rows.map(({ name }) => name)
  }
  const students = {
    path: '/import/students',
    text: 'voornaam;achternaam;e-mail;studentnummer\nAn;Bos;an@school.test;0055501\n;;;\nTotaal: 3 studenten;;;\nBo;Cop;;0055502\nCé;Dam;ce@school.test;0055501',
    // Two people with one number: nobody knows whose it is.
    verdicts: ['number-repeated', 'total', 'address-missing', 'number-repeated'],
    good: '\nEl;Fox;el@school.test;0055503',
    stored: () => namesIn('user', 'username'),
    made: ['el@school.test'],
  }
  const rooms = {
    path: '/import/rooms',
    text: 'lokaal;plaatsen\n;30\nB1;veel\nB2;20\nB2;30\nTotaal;80',
    verdicts: ['name-missing', 'seats-invalid', 'contradicted', 'contradicted', 'total'],
    good: '\nB3;40',
    stored: () => namesIn('room', 'name'),
    made: ['B3'],
  }
  const modules = {
    path: '/import/modules',
    text: 'naam;beschrijving\n;Zonder naam\nLOG1;Logica\nLOG1;Logisch denken\nAantal modules: 2;',
    verdicts: ['name-missing', 'contradicted', 'contradicted', 'total'],
    good: '\nKANS;Kansrekening',
    stored: () => namesIn('module', 'name'),
    made: ['KANS'],
  }
  const testmoments = {
    path: '/import/testmoments',
    text: 'datum;plaatsen\n31-2-2027;20\n3-5-2027;20\n3-5-2027;30\nTotaal;50',
    verdicts: ['date-invalid', 'contradicted', 'contradicted', 'total'],
    good: '\n10-5-2027;40',
    stored: () => namesIn('testmoment', 'date'),
    made: ['2027-05-10'],
  }

  const lists = { students, rooms, modules, testmoments }
  test.each(Object.keys(lists) as (keyof typeof lists)[])('hold up no other line of a list of %s', async (kind) => {
    const { path, text: wrong, verdicts, good, stored, made } = lists[kind]
    const more = kind === 'testmoments' ? { schoolyear_id: await addYear(stage.database, '2026-2027', false) } : {}
    const ask = (what: string, body: object) => stage.ask(`POST ${path}${what}`, { ...more, ...body })
    const preview = async (text: string) => previewSchema.parse((await ask('/preview', { text })).body)
    const before = await stored()

    const nothing = await preview(wrong)
    expect(nothing).toMatchObject({ confirmation: null, confirmation_without: null })
    const seen = await preview(wrong + good)
    expect(seen.lines.map(({ findings }) => findings[0]?.verdict)).toEqual([...verdicts, 'new'])
    expect(seen).toMatchObject({ confirmation: null, confirmation_without: expect.any(String) })

    // The choice holds for exactly these lines.
    const text = wrong + good
    const { confirmation_without: confirmation } = seen
    expect(await ask('', { text: `${text}\n${wrong.split('\n')[1]}`, confirmation })).toMatchObject({ status: 409 })
    expect(await ask('', { text, confirmation: 'toch maar' })).toMatchObject({
      status: 409,
      body: { reason: 'plan-changed', preview: { confirmation_without: confirmation } },
    })
    expect(await stored()).toEqual(before)
    expect(await ask('', { text, confirmation })).toMatchObject({ status: 200, body: { added: 1, changed: 0 } })
    expect((await stored()).filter((name) => !before.includes(name))).toEqual(made)
  })

  test('hold up no other result, and of two that differ neither counts', async () => {
    const path = `POST /testmoment/${stage.today}/results/import`
    const text =
      'e-mail;module;cijfer\nniemand@school.test;ALG;7\nsam@school.test;ALG;4\nsam@school.test;ALG;7\nnoor@school.test;ALG;8'
    const seen = previewSchema.parse((await stage.ask(`${path}/preview`, { text })).body)
    expect(seen.lines.map(({ findings }) => findings[0]?.verdict)).toEqual([
      ...['student-unknown', 'contradicted', 'contradicted', 'new'],
    ])
    const { confirmation_without: confirmation } = seen
    expect(await stage.ask(path, { text, confirmation })).toMatchObject({ status: 200, body: { added: 1 } })
    const results = await stage.database.kysely
      .selectFrom('result')
      .innerJoin('enrollment', 'enrollment.id', 'result.enrollment_id')
      .select(['enrollment.user_id', 'result.grade'])
      .execute()
    expect(results).toEqual([{ user_id: stage.school.users.noor, grade: 80 }])
  })

  test('with who has left: nobody gets an account unless that is asked, which is another plan', async () => {
    const text =
      'voornaam;achternaam;e-mail;status\nAn;Actief;g06a@school.test;actief\nUit;Geschreven;g06b@school.test;uitgeschreven'
    const ask = (what: string, body: object) => stage.ask(`POST /import/students${what}`, { text, ...body })
    const without = previewSchema.parse((await ask('/preview', {})).body)
    expect(without.counts).toMatchObject({ added: 1, errors: 0 })
    const all = previewSchema.parse((await ask('/preview', { departed: true })).body)
    expect(all.counts).toMatchObject({ added: 2, errors: 0 })
    const refused = await ask('', { departed: true, confirmation: without.confirmation })
    expect(refused).toMatchObject({ status: 409, body: { reason: 'plan-changed' } })
    expect(await ask('', { confirmation: without.confirmation })).toMatchObject({ status: 200, body: { added: 1 } })
    const stored = await namesIn('user', 'username')
    expect(stored).toContain('g06a@school.test')
    expect(stored).not.toContain('g06b@school.test')
  })

  test('with a grade of two decimals: it is rounded only where that is asked', async () => {
    const path = `POST /testmoment/${stage.today}/results/import`
    const text = 'E-mail,Module,"Cijfer/10,00"\nnoor@school.test,ALG,"7,53"'
    const refused = previewSchema.parse((await stage.ask(`${path}/preview`, { text })).body)
    expect(refused).toMatchObject({ confirmation: null, lines: [{ findings: [{ verdict: 'grade-too-precise' }] }] })
    const { confirmation, lines } = previewSchema.parse(
      (await stage.ask(`${path}/preview`, { text, round: true })).body,
    )
    expect(lines).toMatchObject([{ findings: [{ verdict: 'new' }, { verdict: 'grade-rounded', about: '7,53' }] }])
    expect(await stage.ask(path, { text, confirmation })).toMatchObject({ status: 409 })
    expect(await stage.ask(path, { text, round: true, confirmation })).toMatchObject({ status: 200 })
    const { grade } = await stage.database.kysely.selectFrom('result').select('grade').executeTakeFirstOrThrow()
    expect(grade).toBe(75)
  })
})

import { expect, test } from 'vitest'
import { previewResultImport } from '#contract/results.calls.ts'
import { auditTrail, emptyAuditTrail } from '#tests/support/api/audit-trail.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { failed, passed, resultStage } from './support/result-stage.ts'

describeOnEachDatabase('a list of results', (open) => {
  const stage = resultStage(open)
  const { enroll, type, publish } = stage

  const number = (user: 'sam' | 'noor', student_number: string) =>
    stage.database.kysely
      .updateTable('user')
      .set({ student_number })
      .where('id', '=', stage.school.users[user])
      .execute()
  const ask = (what: 'import' | 'import/preview', body: object) =>
    stage.ask(`POST /testmoment/${stage.today}/results/${what}`, body)
  const preview = async (text: string, more: { module_id?: number } = {}) => {
    const { status, body } = await ask('import/preview', { text, ...more })
    expect(status).toBe(200)
    return previewResultImport.reply.parse(body)
  }
  const verdicts = async (text: string, more: { module_id?: number } = {}) =>
    (await preview(text, more)).lines.map(({ findings }) => findings[0]?.verdict)
  const stored = async () => {
    const rows = await stage.database.kysely
      .selectFrom('result')
      .select(['enrollment_id', 'outcome', 'grade'])
      .orderBy('enrollment_id')
      .execute()
    return rows.map(({ enrollment_id, ...value }) => [enrollment_id, value])
  }

  test('finds who lost zeros, and refuses a line of two people and a number of several', async () => {
    const { kysely } = stage.database
    const call = (user: 'sam' | 'noor', names: object) =>
      kysely.updateTable('user').set(names).where('id', '=', stage.school.users[user]).execute()
    await number('sam', '00847781')
    await number('noor', '0912345')
    await call('noor', { first_name: 'Noor', last_name: 'van den Bosch' })
    const findings = async (...lines: string[]) =>
      (await preview(['studentnummer;e-mail;naam;module;cijfer', ...lines].join('\n'))).lines.map(({ findings }) =>
        findings.map(({ verdict, about }) => `${verdict} ${about}`.trim()),
      )
    expect(
      await findings(
        '847781;;;ALG;7,5',
        '847781;noor@school.test;;ALG;8',
        '00847781;noor@school.test;;ALG;8',
        '00847781;;Bosch, Noor van den;ALG;8',
        '912345;sam.prive@elders.test;N. Bosch;ALG;6',
        '00847781;;Piet Puk;ALG;7,5',
        ';sam@school.test;Noor van den Bosch;ALG;8',
      ),
    ).toEqual([
      ['new', 'zeros-lost 00847781'],
      ['two-people Sam de Vries en Noor van den Bosch'],
      ['two-people Sam de Vries en Noor van den Bosch'],
      ['two-people Sam de Vries en Noor van den Bosch'],
      ['new', 'zeros-lost 0912345'],
      ['repeated', 'name-differs Piet Puk'],
      ['two-people Sam de Vries en Noor van den Bosch'],
    ])
    // Somebody who is not enrolled has it too: only the zeros, or an address, say who is meant.
    await kysely
      .updateTable('user')
      .set({ student_number: '0847781' })
      .where('username', '=', 'teacher@school.test')
      .execute()
    expect(await findings('847781;;;ALG;8', '847781;Sam@School.test;;ALG;8', '00847781;;;ALG;8')).toEqual([
      ['student-ambiguous'],
      ['new', 'zeros-lost 00847781'],
      ['repeated'],
    ])
    expect(await findings('0847781;;;ALG;8')).toEqual([['not-enrolled']])
  })

  test('is matched by number or address, and becomes drafts as it was confirmed', async () => {
    await emptyAuditTrail(stage.database)
    await number('sam', '0912345')
    const text = [
      'Achternaam;E-mailadres student;Studentnummer;Module;Cijfer',
      'de Vries;;0912345;alg;"7,5"',
      'Bos;Noor@School.test;;ALG;onvoldoende',
    ].join('\n')
    const { lines, counts, columns, confirmation } = await preview(text)
    expect(lines).toMatchObject([
      {
        line: 2,
        student: '0912345',
        module: 'alg',
        typed: '7,5',
        value: passed(75),
        before: null,
        findings: [{ verdict: 'new' }],
      },
      {
        ...{ line: 3, student: 'Noor@School.test', name: 'Sam de Vries', value: failed() },
        findings: [{ verdict: 'new' }, { verdict: 'name-differs', about: 'Bos' }],
      },
    ])
    expect(counts).toEqual({ added: 2, changed: 0, skipped: 0, remarks: 1, errors: 0 })
    expect(columns[0]).toEqual({ header: 'Achternaam', meaning: 'last_name' })
    expect(await ask('import', { text, confirmation })).toMatchObject({ status: 200, body: { added: 2 } })
    expect(await stored()).toEqual([
      [stage.sam, passed(75)],
      [stage.noor, failed()],
    ])
    expect((await auditTrail(stage.database)).at(-1)).toBe(
      `user ${stage.school.users.teacher} results-imported testmoment ${stage.today}: `,
    )
    expect(await ask('import', { text, confirmation })).toMatchObject({
      status: 409,
      body: { reason: 'plan-changed' },
    })
  })

  test('that somebody typed in meanwhile is shown again, and nothing of it is kept', async () => {
    const text = 'mail;cijfer;module\nsam@school.test;8;ALG\nnoor@school.test;6;ALG'
    const { confirmation } = await preview(text)
    await type([stage.noor, failed(30)])
    const refused = await ask('import', { text, confirmation })
    expect(refused).toMatchObject({ status: 409, body: { preview: { counts: { added: 1, changed: 1 } } } })
    expect(await stored()).toEqual([[stage.noor, failed(30)]])
  })

  test('says what each line would replace, and skips what is there, repeated or empty', async () => {
    await enroll('noor', 'GON')
    await type([stage.sam, passed(80)], [stage.noor, passed(70)])
    await publish()
    await type([stage.noor, failed(40)])
    const line = (who: string, module: string, grade: string) => `${who}@school.test;${module};${grade}`
    const lines = [
      line('sam', 'ALG', '8.0'),
      line('noor', 'ALG', '7'),
      line('noor', 'GON', 'V'),
      line('noor', 'GON', 'v'),
    ]
    const text = ['e-mail;module;uitslag', ...lines, line('sam', 'ALG', ''), line('unactivated', 'ALG', '')].join('\n')
    const { lines: judged, counts } = await preview(text)
    expect(judged.map(({ findings }) => findings[0]?.verdict)).toEqual([
      'same',
      'changed',
      'new',
      'repeated',
      'empty',
      'empty',
    ])
    const changes = [{ field: 'result', old: '4,0', new: '7,0' }]
    expect(judged[1]).toMatchObject({ before: failed(40), value: passed(70), changes })
    expect(counts).toEqual({ added: 1, changed: 1, skipped: 4, remarks: 1, errors: 0 })
    expect(await verdicts(`e-mail;module;uitslag\n${line('sam', 'ALG', 'O')}`)).toEqual(['corrected'])
  })

  test('with a column for each module goes by student number, and passes over what is no result', async () => {
    await enroll('noor', 'GON')
    await number('sam', '0912345')
    await number('noor', '0912346')
    const text = [
      '"Uitslagen, 24 nov 2026"',
      'Naam;Studentnummer;GON;ALG',
      'Bos;0912346;7,5*;n.v.t.',
      'de Vries;0912345;;8.0',
      'Gemiddelde;;7,5;8',
    ].join('\n')
    const { lines, counts, columns, confirmation } = await preview(text)
    const said = lines.map(({ line, module, findings }) => [line, module, ...findings.map(({ verdict }) => verdict)])
    expect(said).toEqual([
      [3, 'GON', 'new', 'sign-dropped', 'name-differs'],
      [3, 'ALG', 'no-result'],
      [4, 'ALG', 'new'],
      [5, '', 'summary-row'],
    ])
    expect(columns.map(({ meaning }) => meaning)).toEqual([
      ...['whole_name', 'student_number'],
      ...[expect.stringMatching(/^result:\d+$/), expect.stringMatching(/^result:\d+$/)],
    ])
    expect(counts).toEqual({ added: 2, changed: 0, skipped: 2, remarks: 3, errors: 0 })
    expect(await ask('import', { text, confirmation })).toMatchObject({ status: 200, body: { added: 2 } })
  })

  test('with a line that cannot be read or placed is kept out whole', async () => {
    const of = (who: string, grade: string, module = 'ALG') => `${who};${module};${grade}`
    await number('sam', 'S1')
    await number('noor', 'S2')
    const judged = await preview(
      [
        'studentnummer;module;resultaat',
        ...[
          of('S1', '11'),
          of('S1', '5.555'),
          of('S1', 'zeven'),
          of('S1', '7', 'NIETS'),
          of('S1', '7', ''),
          of('', '7'),
        ],
        ...[of('S9', '7'), of('S1', '7', 'GON'), 'S1;ALG;7;5', of('S2', '7'), of('S2', '8')],
      ].join('\n'),
    )
    expect(judged.lines.map(({ findings }) => findings[0]?.verdict)).toEqual([
      ...['grade-out-of-range', 'grade-too-precise', 'grade-unreadable', 'module-unknown', 'module-missing'],
      ...['student-missing', 'student-unknown', 'not-enrolled', 'shifted', 'contradicted', 'contradicted'],
    ])
    expect(judged.confirmation).toBeNull()
    expect(await verdicts('mail;cijfer\nteacher@school.test;7\nguest@school.test;7')).toEqual([
      'not-enrolled',
      'not-enrolled',
    ])
  })

  test('without a column of modules is of the module that is given', async () => {
    const text = 'e-mail;cijfer\nsam@school.test;7'
    expect(await verdicts(text)).toEqual(['module-missing'])
    expect(await verdicts(text, { module_id: stage.school.modules.ALG })).toEqual(['new'])
    expect(await verdicts(text, { module_id: 999_999 })).toEqual(['module-missing'])
  })

  test('a text that is no result is refused, and so is a result before the first test day', async () => {
    for (const [text, reason] of [
      ['', 'import-empty'],
      ['naam;cijfer\nSam;7', 'import-column-missing'],
      ['e-mail;module\nsam@school.test;ALG', 'import-column-missing'],
      ['e-mail;cijfer', 'import-empty'],
      ['e-mail;cijfer\n"sam;7', 'import-quote-open'],
    ])
      expect(await ask('import/preview', { text })).toMatchObject({ status: 422, body: { reason } })
    const early = await stage.ask(`POST /testmoment/${stage.school.moments.open}/results/import/preview`, { text: 'x' })
    expect(early).toMatchObject({ status: 422, body: { reason: 'results-not-yet' } })
  })
})

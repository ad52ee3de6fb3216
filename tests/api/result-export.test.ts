import { expect, test } from 'vitest'
import { previewResultImport } from '#contract/results.calls.ts'
import { startTestApi } from '#tests/support/api/test-api.ts'
import { startTestSchool } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { openSpreadsheet } from '#tests/support/spreadsheet.ts'
import { downloadFile, enrollPeople, note } from './support/attendance.ts'

describeOnEachDatabase('the results of a test moment as a file', (open) => {
  test('exports results in the form of an import, with published values apart from what was typed since', async () => {
    const database = await open()
    const school = await startTestSchool(database)
    const api = await startTestApi(database)
    const { token } = await api.logIn('teacher@school.test')
    const people = [
      { first_name: 'Sam', last_name: '=1+1', student_number: '0123456' },
      { first_name: 'Noor', last_name: 'Bakker' },
      { first_name: 'Ali', last_name: 'Çelik' },
      { first_name: 'Ole', last_name: 'Zwart' },
    ]
    const [sam, noor, ali, ole] = await enrollPeople(school, school.moments.past, people)
    await database.kysely.updateTable('user').set({ extra_time: true }).execute()
    const publishedAt = { published_at: '2026-03-09T09:00:00.000Z' }
    await note(school, sam, {
      outcome: 'passed',
      grade: 72,
      published_outcome: 'failed',
      published_grade: 54,
      ...publishedAt,
    })
    await note(school, noor, { outcome: 'failed', grade: null }, 'late')
    await note(school, ali, {
      outcome: null,
      grade: null,
      published_outcome: 'passed',
      published_grade: null,
      ...publishedAt,
    })
    const { name, rows, further, all } = await openSpreadsheet(
      (await downloadFile(api, `/testmoment/${school.moments.past}/results/export`, token)).file,
    )
    expect(name).toBe('Uitslagen')
    expect(further).toEqual([])
    const at = new Date('2026-03-09T10:00:00.000Z')
    expect(rows).toEqual([
      [
        'Studentnummer',
        'Achternaam',
        'Voornaam',
        'E-mailadres',
        'Module',
        'Aanwezigheid',
        'Cijfer',
        'Gepubliceerd',
        'Gepubliceerd op',
      ],
      ['0123456', "'=1+1", 'Sam', sam, 'ALG', null, 7.2, 5.4, at],
      [null, 'Bakker', 'Noor', noor, 'ALG', 'Te laat', 'O', null, null],
      [null, 'Çelik', 'Ali', ali, 'ALG', null, null, 'V', at],
      [null, 'Zwart', 'Ole', ole, 'ALG', null, null, null, null],
    ])
    expect(all).not.toMatch(/extra/i)
    // and it can come back: nobody got anything else since
    const text = rows.map((row) => row.map((cell) => cell ?? '').join(';')).join('\n')
    const preview = `POST /testmoment/${school.moments.past}/results/import/preview`
    const { status, body } = await api.ask(preview, { token, body: { text } })
    expect(status).toBe(200)
    const { lines } = previewResultImport.reply.parse(body)
    expect(lines.map(({ name, findings }) => [name, findings[0]?.verdict])).toEqual([
      ['Sam =1+1', 'same'],
      ['Noor Bakker', 'same'],
      ['Ali Çelik', 'empty'],
      ['Ole Zwart', 'empty'],
    ])
  })
})

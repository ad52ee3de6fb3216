import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { recordChange } from '#api-server/facts/record-change.ts'
import { listAudit } from '#contract/audit.calls.ts'
import { MOST_EXPORTED } from '#domain/audit/audit.texts.ts'
import { openStage } from '#tests/support/api/stage.ts'
import { MORNING } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { openSpreadsheet } from '#tests/support/spreadsheet.ts'
import { underLoad } from '#tests/support/under-load.ts'
import { downloadFile } from './support/attendance.ts'

vi.setConfig({ testTimeout: underLoad(60_000) })

describeOnEachDatabase('taking the log along', (open) => {
  const { database, school, api, as, ask } = openStage(open, { as: 'teacher' })

  const exportLink = async (query: string) => {
    const { body } = await ask(`GET /audit${query}`)
    return listAudit.reply.parse(body)._links.export.href.replace('/api/v1', '')
  }
  /** Made by the database, since some tests need a hundred thousand lines; some at a time, each within its time limit. */
  const fill = async (count: number) => {
    for (let from = 0; from < count; from += 10_000)
      await sql`
        insert into audit (at, action, resource, resource_id, subject, fields)
        with recursive line (n) as (
          select cast(${from} as integer) union all select n + 1 from line where n + 1 < ${Math.min(from + 10_000, count)}
        )
        select ${new Date(MORNING).toISOString()}, 'edited', 'module', 1, 'M' || n, '[]' from line order by n
      `.execute(database.kysely)
  }
  const trail = () =>
    database.kysely
      .selectFrom('audit')
      .select(['action', 'resource', 'about'])
      .where('action', '!=', 'logged-in')
      .orderBy('id')
      .execute()

  test('gives what is shown, the latest first, and is itself noted', async () => {
    const { teacher, sam } = school.users
    const moment = { actorId: teacher, resource: 'testmoment', resourceId: school.moments.open } as const
    await database.transaction(async (trx) => {
      await recordChange(trx, { ...moment, action: 'edited', changes: { seats: [80, 100] } }, MORNING)
      await recordChange(trx, { ...moment, action: 'opened', actorId: null }, MORNING)
      const enrolled = { action: 'enrolled', resource: 'user', resourceId: sam, about: 'ALG, vr 20 mrt 2026' } as const
      await recordChange(trx, { ...enrolled, actorId: teacher }, MORNING)
    })
    const { headers, file } = await downloadFile(api, await exportLink(`?actor=${teacher}`), as.teacher)
    expect(headers['content-disposition']).toContain('filename="logboek-2026-03-10.xlsx"')
    const { rows } = await openSpreadsheet(file)
    const at = new Date('2026-03-10T10:00:00.000Z')
    expect(rows).toEqual([
      ['Wanneer', 'Wie', 'Soort', 'Wat', 'Handeling', 'Waarover', 'Van → naar'],
      [at, 'Sam de Vries', 'Gebruiker', 'Sam de Vries', 'ingeschreven', 'ALG, vr 20 mrt 2026', null],
      [at, 'Sam de Vries', 'Toetsmoment', 'vr 20 mrt 2026', 'gewijzigd', null, 'Plaatsen: 80 → 100'],
    ])
    expect((await trail()).at(-1)).toEqual({ action: 'exported', resource: 'audit', about: '2 regels' })
    const { body } = await ask('GET /audit?resource=audit')
    expect(listAudit.reply.parse(body).entities).toMatchObject([{ subject: '', action: 'exported' }])
  })

  test('gives many pages whole, each line once', async () => {
    await fill(6_200)
    const { rows } = await openSpreadsheet((await downloadFile(api, await exportLink(''), as.teacher)).file)
    expect(rows.slice(1).map((row) => row[3])).toEqual(Array.from({ length: 6_200 }, (_, n) => `M${6_199 - n}`))
  })

  test('is refused where it would be more lines than a file may have, and says so', async () => {
    await fill(MOST_EXPORTED + 1)
    expect(await ask('GET /audit/export')).toMatchObject({
      status: 422,
      body: {
        reason: 'audit-too-long',
        message:
          'Dit zijn meer dan 100.000 regels. Kies een kortere periode of een ander filter, en exporteer opnieuw.',
      },
    })
    expect((await trail()).at(-1)?.action).toBe('edited')
    expect((await downloadFile(api, await exportLink('?action=opened'), as.teacher)).file.length).toBeGreaterThan(0)
  })

  test('is for administrators', async () => {
    expect(await as.sam('GET /audit/export')).toMatchObject({ status: 403 })
  })
})

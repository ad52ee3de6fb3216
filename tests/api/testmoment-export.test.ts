import { describe, expect, test } from 'vitest'
import { openStage } from '#tests/support/api/stage.ts'
import type { Token } from '#tests/support/api/test-api.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { openSpreadsheet } from '#tests/support/spreadsheet.ts'
import { downloadFile, enrollAgain, enrollPeople, seat } from './support/attendance.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

describeOnEachDatabase('a test moment as a file', (open) => {
  const { database, school, api, as, set, add } = openStage(open)

  const download = (path: string) => downloadFile(api, path, as.teacher)
  const downloadSheet = async (moment = school.moments.open) =>
    openSpreadsheet((await download(`/testmoment/${moment}/export`)).file)
  const audit = () => database.kysely.selectFrom('audit').selectAll().where('action', '!=', 'logged-in').execute()

  describe('the export', () => {
    test('is an .xlsx called after its moment, for nobody’s cache', async () => {
      const { status, headers } = await download(`/testmoment/${school.moments.open}/export`)
      expect(status).toBe(200)
      expect(headers).toMatchObject({
        'content-type': XLSX,
        'content-disposition': `attachment; filename="toetsmoment-2026-03-20.xlsx"; filename*=UTF-8''toetsmoment-2026-03-20.xlsx`,
        'cache-control': 'no-store',
      })
      const { id: _, ...same } = await database.kysely
        .selectFrom('testmoment')
        .selectAll()
        .where('id', '=', school.moments.open)
        .executeTakeFirstOrThrow()
      await database.kysely
        .insertInto('testmoment')
        .values({ ...same, starts_at: '13:30' })
        .execute()
      const again = await download(`/testmoment/${school.moments.open}/export`)
      expect(again.headers['content-disposition']).toContain(`toetsmoment-2026-03-20-nr-${school.moments.open}.xlsx`)
    })

    test('has a row for each enrollment there and for no other, as the database has it', async () => {
      await enrollPeople(school, school.moments.open, [
        { first_name: 'Sam', last_name: 'de Vries' },
        { first_name: 'Noor', last_name: 'Bakker', module: 'GON', student_number: '0123456' },
        { first_name: '李', last_name: '王' },
        { first_name: 'Zoë', last_name: 'Ålund', education_department_id: null },
      ])
      await enrollPeople(school, school.moments.other, [{ first_name: 'Iemand', last_name: 'Anders' }])
      const { name, rows } = await downloadSheet()
      expect(name).toBe('vr 20 mrt 2026')
      const headings = ['Module', 'Achternaam', 'Voornaam', 'E-mailadres', 'Studierichting', 'Ingeschreven op']
      expect(rows[0]).toEqual([...headings, 'Studentnummer', 'Tijd', 'Locatie', 'Plaatsen'])
      const kept = await database.kysely
        .selectFrom('enrollment')
        .innerJoin('user', 'user.id', 'enrollment.user_id')
        .innerJoin('module', 'module.id', 'enrollment.module_id')
        .select(['module.name', 'user.last_name', 'user.first_name', 'user.username'])
        .select(['user.education_department_id', 'user.student_number'])
        .where('enrollment.testmoment_id', '=', school.moments.open)
        .execute()
      expect(kept).toHaveLength(4)
      expect(rows.slice(1).map((row) => row.slice(0, 7).toSpliced(5, 1))).toEqual(
        expect.arrayContaining(
          kept.map(({ education_department_id: id, student_number, ...row }) => [
            ...Object.values(row),
            id === null ? null : 'Techniek',
            student_number,
          ]),
        ),
      )
      expect(rows).toHaveLength(1 + kept.length)
    })

    test('has who waits on a sheet of its own, in the order of the line', async () => {
      const { open } = school.moments
      const attendees = [
        { first_name: 'Sam', last_name: '=1+1', student_number: '0123456' },
        { first_name: 'Zoë', last_name: 'Ålund' },
      ]
      const [first, second] = await enrollPeople(school, school.moments.other, attendees)
      await enrollPeople(school, open, [{ first_name: 'Noor', last_name: 'Bakker' }])
      for (const [username, module] of [
        [second, 'GON'],
        [first, 'ALG'],
        [second, 'STA'],
      ] as const) {
        const { id } = await database.kysely
          .selectFrom('user')
          .select('id')
          .where('username', '=', username ?? '')
          .executeTakeFirstOrThrow()
        const place = { user_id: id, testmoment_id: open, module_id: school.modules[module], moves: module === 'ALG' }
        await database.kysely
          .insertInto('waiting_entry')
          .values({ ...place, created_at: '2026-03-02T09:00:00.000Z' })
          .execute()
      }
      const { name, rows, further, workbook } = await downloadSheet()
      expect([name, rows]).toEqual(['vr 20 mrt 2026', expect.arrayContaining([expect.arrayContaining(['Bakker'])])])
      const since = new Date('2026-03-02T10:00:00.000Z')
      expect(further.map(({ sheet }) => sheet)).toEqual(['A–Z', 'ALG', 'Wachtlijst'])
      expect(further.at(-1)).toEqual({
        sheet: 'Wachtlijst',
        data: [
          [
            'Plek',
            'Module',
            'Achternaam',
            'Voornaam',
            'E-mailadres',
            'Studierichting',
            'Studentnummer',
            'Wacht sinds',
            'Wil verplaatsen',
          ],
          [1, 'GON', 'Ålund', 'Zoë', second, 'Techniek', null, since, null],
          [2, 'ALG', "'=1+1", 'Sam', first, 'Techniek', '0123456', since, 'ja'],
          [1, 'STA', 'Ålund', 'Zoë', second, 'Techniek', null, since, null],
        ],
      })
      expect(workbook).toContain(`localSheetId="3">'Wachtlijst'!$1:$1<`)
    })

    test('says at what time and where, and how many fit, as far as that is known', async () => {
      await enrollPeople(school, school.moments.open, [{ first_name: 'Sam', last_name: 'de Vries' }])
      const placeOf = async () => (await downloadSheet()).rows[1]?.slice(7)
      expect((await placeOf()) ?? []).toEqual([null, null, null])
      const place = { location: '=Zaal 3', starts_at: '09:00', ends_at: '11:30', seats: 80 }
      await set.moment('open', place)
      expect(await placeOf()).toEqual(['09:00–11:30', "'=Zaal 3", 80])
    })

    test('says in which room and at which number everybody sits, once anybody has a chair', async () => {
      const [username] = await enrollPeople(school, school.moments.open, [
        { first_name: 'Sam', last_name: 'Akker' },
        { first_name: 'Noor', last_name: 'Bakker' },
      ])
      await seat(school, { username, room_id: await add.room({ name: '=B3.14' }), seat_number: 12 })
      const { rows, further } = await downloadSheet()
      const ends = rows.map((row) => row.slice(-2))
      expect(ends).toEqual([
        ['Lokaal', 'Plaatsnummer'],
        ["'=B3.14", 12],
        [null, null],
      ])
      for (const { data } of further) expect(data.map((row) => row.slice(-3, -1))).toEqual(ends)
    })

    test('is in the order of modules and of last names as Dutch readers know it', async () => {
      await enrollPeople(school, school.moments.open, [
        { first_name: 'Sam', last_name: 'de Vries' },
        { first_name: 'Ali', last_name: 'Jansen', module: 'GON' },
        { first_name: 'Noor', last_name: 'van den Berg' },
        { first_name: 'Anna', last_name: 'de Vries' },
        { first_name: 'Ole', last_name: 'Çelik' },
      ])
      expect((await downloadSheet()).rows.slice(1).map((row) => row.slice(0, 3).join(' '))).toEqual([
        'ALG van den Berg Noor',
        'ALG Çelik Ole',
        'ALG de Vries Anna',
        'ALG de Vries Sam',
        'GON Jansen Ali',
      ])
    })

    test('shows when by the clock in Amsterdam, in dates that can be reckoned with', async () => {
      await enrollPeople(school, school.moments.open, [
        { first_name: 'A', last_name: 'Winter', created_at: '2026-01-31T23:30:00.000Z' },
        { first_name: 'B', last_name: 'Zomer', created_at: '2026-06-30T22:30:00.000Z' },
      ])
      // A spreadsheet's dates have no zone; the reader gives them as if they were UTC, from fractions of a day.
      const times = (await downloadSheet()).rows
        .slice(1)
        .map((row) => (row[5] instanceof Date ? row[5].getTime() : NaN))
      expect(times.map((time) => new Date(Math.round(time / 1000) * 1000).toISOString())).toEqual([
        '2026-02-01T00:30:00.000Z',
        '2026-07-01T00:30:00.000Z',
      ])
    })

    test('holds no cell that can be taken for a formula, also once it is saved as CSV, and gives other texts back as they were', async () => {
      const hostile = [
        '=1+1',
        '=HYPERLINK("https://example.test","klik")',
        '+31612345678',
        '-2+3',
        '@SUM(1,1)',
        '＝1+1',
        "'=1+1",
        '<f>1+1</f>',
        '&lt;f&gt;',
        '0123',
        '1e5',
        '2026-01-01',
        'TRUE',
        'constructor',
        '__proto__',
        'toString',
      ]
      await enrollPeople(
        school,
        school.moments.open,
        hostile.map((last_name, at) => ({ first_name: last_name, last_name, student_number: `00${at}` })),
      )
      const { rows, xml, cells, styles } = await downloadSheet()
      expect(xml).not.toMatch(/<f\b/)
      const ofText = cells.filter((cell) => / t="s"/.test(cell))
      expect(ofText).toHaveLength(10 + hostile.length * 6)
      expect(cells).toHaveLength(10 + hostile.length * 7)
      const names = rows.slice(1).flatMap((row) => row.slice(1, 3))
      const kept = hostile.map((name) => (/^[=+\-@＝]/.test(name) ? `'${name}` : name))
      expect(names.toSorted()).toEqual([...kept, ...kept].toSorted())
      const quotes = cells.filter((cell) => styles[Number(/ s="(\d+)"/.exec(cell)?.[1])]?.includes('quotePrefix="1"'))
      expect(quotes).toHaveLength(6 * 2)
    })

    test('has everybody from A to Z on a sheet to print, and each module on one of its own, without addresses', async () => {
      const people = [
        { first_name: 'Sam', last_name: 'de Vries', student_number: '0123456' },
        { first_name: '=1+1', last_name: "van 't Bakker" },
        { first_name: 'Noor', last_name: 'Zwart', module: 'GON' as const },
      ]
      const [sam] = await enrollPeople(school, school.moments.open, people)
      await enrollAgain(school, sam, 'GON')
      await database.kysely
        .updateTable('module')
        .set({ name: 'Meetk/unde [A]: *?' })
        .where('name', '=', 'GON')
        .execute()
      await database.kysely.updateTable('testmoment').set({ location: 'Zaal <A> & B' }).execute()
      const { further, xmlOf, workbook } = await downloadSheet()
      const head = ['Studentnummer', 'Studierichting', 'Aanwezig']
      expect(further).toEqual([
        {
          sheet: 'A–Z',
          data: [
            ['Nr', 'Naam', 'Studentnummer', 'Modules', ...head.slice(1)],
            [1, "Bakker, =1+1 van 't", null, 'ALG', 'Techniek', null],
            [2, 'Vries, Sam de', '0123456', 'ALG, Meetk/unde [A]: *?', 'Techniek', null],
            [3, 'Zwart, Noor', null, 'Meetk/unde [A]: *?', 'Techniek', null],
          ],
        },
        {
          sheet: 'ALG',
          data: [
            ['Nr', 'Naam', ...head],
            [1, "Bakker, =1+1 van 't", null, 'Techniek', null],
            [2, 'Vries, Sam de', '0123456', 'Techniek', null],
          ],
        },
        expect.objectContaining({ sheet: 'Meetk-unde -A-- --' }),
      ])
      expect(xmlOf(2)).toContain(
        '<oddHeader>&amp;L&amp;BAlle studenten A–Z (3)&amp;B&amp;Rvr 20 mrt 2026, Zaal &lt;A&gt; &amp;&amp; B</oddHeader>',
      )
      expect(xmlOf(2)).toContain('<oddFooter>&amp;RPagina &amp;P van &amp;N</oddFooter>')
      expect(xmlOf(2)).toContain('<pageSetup paperSize="9" orientation="portrait" fitToWidth="1" fitToHeight="0"/>')
      expect(workbook).toContain(`localSheetId="1">'A–Z'!$1:$1<`)
    })

    test('says nowhere who has extra time', async () => {
      await enrollPeople(school, school.moments.open, [{ first_name: 'Sam', last_name: 'de Vries' }])
      const before = await downloadSheet()
      await database.kysely.updateTable('user').set({ extra_time: true }).execute()
      const after = await downloadSheet()
      expect([after.rows, after.further]).toEqual([before.rows, before.further])
      expect(after.all).not.toMatch(/extra/i)
    })

    test('keeps its headings in sight, and on each page of paper, on which it fits', async () => {
      const { xml, workbook } = await downloadSheet()
      expect(xml).toMatch(/<pane [^>]*ySplit="1"[^>]*state="frozen"/)
      expect(xml).toMatch(/^[^<]*<[?][^>]*>\s*<worksheet [^>]*><sheetPr><pageSetUpPr fitToPage="1"\/><\/sheetPr>/)
      expect(xml).toMatch(/<pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"\/>/)
      expect(workbook).toContain(
        `<definedName name="_xlnm.Print_Titles" localSheetId="0">'vr 20 mrt 2026'!$1:$1</definedName>`,
      )
    })

    test('of a moment that nobody comes to has headings alone', async () => {
      expect((await downloadSheet()).rows).toHaveLength(1)
    })
  })

  describe.each([
    ['export', 'exported'],
    ['presence-checklist', 'checklist-made'],
    ['extra-time', 'extra-time-listed'],
    ['results/export', 'results-exported'],
  ])('the %s', (file, action) => {
    test('is recorded, with who took it', async () => {
      await download(`/testmoment/${school.moments.open}/${file}`)
      const of = { resource: 'testmoment', resource_id: school.moments.open, fields: '[]' }
      const taken = { actor_id: school.users.teacher, action, ...of, at: '2026-03-10T09:00:00.000Z' }
      expect(await audit()).toMatchObject([taken])
    })

    test('is for administrators, who get not-found when there is no such moment; neither is recorded', async () => {
      const NOBODYS = 2_147_483_647
      const ask = async (id: number, token: Token) => (await api.ask(`GET /testmoment/${id}/${file}`, { token })).body
      for (const id of [school.moments.open, NOBODYS])
        expect(await ask(id, as.sam)).toMatchObject({ reason: 'not-yours' })
      expect(await ask(NOBODYS, as.teacher)).toMatchObject({ reason: 'not-found' })
      expect(await audit()).toEqual([])
    })

    test('is not written for who asks for its headers alone', async () => {
      const { status } = await as.teacher(`HEAD /testmoment/${school.moments.open}/${file}`)
      expect(status).toBe(405)
      expect(await audit()).toEqual([])
    })
  })
})

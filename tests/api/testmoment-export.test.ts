import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#database/engine/open-database.ts'
import { startTestApi, type TestApi } from '#tests/support/api/test-api.ts'
import { startTestSchool, type TestSchool } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { pdfPages } from '#tests/support/pdf-pages.ts'
import { openSpreadsheet } from '#tests/support/spreadsheet.ts'
import { testOfPdf } from '#tests/support/test-of-pdf.ts'
import { enrollPeople } from './support/attendance.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

describeOnEachDatabase('a test moment as a file', (open) => {
  let database: Database
  let school: TestSchool
  let api: TestApi
  let token: string
  beforeAll(async () => {
    database = await open()
  })
  beforeEach(async () => {
    await database.kysely.deleteFrom('audit').execute()
    school = await startTestSchool(database)
    api = await startTestApi(database)
    token = (await api.logIn('teacher@school.test')).token
  })

  const download = async (path: string, by = token) => {
    const { statusCode, headers, rawPayload } = await api.app.inject({
      url: `/api/v1${path}`,
      headers: { authorization: `Bearer ${by}` },
    })
    return { status: statusCode, headers, file: rawPayload }
  }
  const downloadSheet = async (moment = school.moments.open) =>
    openSpreadsheet((await download(`/testmoment/${moment}/export`)).file)
  const downloadPages = async (moment = school.moments.open) =>
    pdfPages((await download(`/testmoment/${moment}/presence-checklist`)).file)
  const audit = () => database.kysely.selectFrom('audit').selectAll().execute()

  describe('the export', () => {
    test('is an .xlsx called after its moment, for nobody’s cache', async () => {
      const { status, headers } = await download(`/testmoment/${school.moments.open}/export`)
      expect(status).toBe(200)
      expect(headers).toMatchObject({
        'content-type': XLSX,
        'content-disposition': `attachment; filename="toetsmoment-2026-03-20.xlsx"; filename*=UTF-8''toetsmoment-2026-03-20.xlsx`,
        'cache-control': 'no-store',
      })
    })

    test('has a row for each enrollment there and for no other, as the database has it', async () => {
      await enrollPeople(school, school.moments.open, [
        { first_name: 'Sam', last_name: 'de Vries' },
        { first_name: 'Noor', last_name: 'Bakker', module: 'GON' },
        { first_name: '李', last_name: '王' },
        { first_name: 'Zoë', last_name: 'Ålund', education_department_id: null },
      ])
      await enrollPeople(school, school.moments.other, [{ first_name: 'Iemand', last_name: 'Anders' }])
      const { name, rows } = await downloadSheet()
      expect(name).toBe('vr 20 mrt 2026')
      expect(rows[0]).toEqual(['Module', 'Achternaam', 'Voornaam', 'E-mailadres', 'Studierichting', 'Ingeschreven op'])
      const kept = await database.kysely
        .selectFrom('enrollment')
        .innerJoin('user', 'user.id', 'enrollment.user_id')
        .innerJoin('module', 'module.id', 'enrollment.module_id')
        .select(['module.name', 'user.last_name', 'user.first_name', 'user.username', 'user.education_department_id'])
        .where('enrollment.testmoment_id', '=', school.moments.open)
        .execute()
      expect(kept).toHaveLength(4)
      expect(rows.slice(1).map((row) => row.slice(0, 5))).toEqual(
        expect.arrayContaining(
          kept.map(({ education_department_id: id, ...row }) => [
            ...Object.values(row),
            id === null ? null : 'Techniek',
          ]),
        ),
      )
      expect(rows).toHaveLength(1 + kept.length)
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

    test('tells when by the clock in Amsterdam, in dates that can be reckoned with', async () => {
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
        hostile.map((last_name) => ({ first_name: last_name, last_name })),
      )
      const { rows, xml, cells, styles } = await downloadSheet()
      expect(xml).not.toMatch(/<f\b/)
      const ofText = cells.filter((cell) => / t="s"/.test(cell))
      expect(ofText).toHaveLength(6 + hostile.length * 5)
      expect(cells).toHaveLength(6 + hostile.length * 6)
      const names = rows.slice(1).flatMap((row) => row.slice(1, 3))
      const kept = hostile.map((name) => (/^[=+\-@＝]/.test(name) ? `'${name}` : name))
      expect(names.toSorted()).toEqual([...kept, ...kept].toSorted())
      const quotes = cells.filter((cell) => styles[Number(/ s="(\d+)"/.exec(cell)?.[1])]?.includes('quotePrefix="1"'))
      expect(quotes).toHaveLength(6 * 2)
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

  describe('the presence checklist', () => {
    test('is a PDF called after its moment', async () => {
      const { status, headers, file } = await download(`/testmoment/${school.moments.past}/presence-checklist`)
      const name = 'presentielijst-week-van-2026-03-01.pdf'
      expect(status).toBe(200)
      expect(headers).toMatchObject({
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="${name}"; filename*=UTF-8''${name}`,
        'cache-control': 'no-store',
      })
      expect(file.subarray(0, 5).toString()).toBe('%PDF-')
    })

    testOfPdf('has a list for each module, by last name, under the moment and the module', async () => {
      await enrollPeople(school, school.moments.open, [
        { first_name: 'Sam', last_name: 'de Vries' },
        { first_name: 'Noor', last_name: 'Zwart', module: 'GON' },
        { first_name: 'Ali', last_name: 'van den Berg' },
      ])
      await enrollPeople(school, school.moments.other, [{ first_name: 'Iemand', last_name: 'Anders' }])
      const pages = await downloadPages()
      expect(pages.map(linesOf)).toEqual([
        [
          'Presentielijst vr 20 mrt 2026',
          'ALG',
          'Over ALG · 2 studenten',
          'Aanwezig Naam Studierichting Handtekening',
          'van den Berg, Ali Techniek',
          'de Vries, Sam Techniek',
          'Gemaakt op di 10 mrt 2026 om 10:00 Pagina 1 van 2',
        ],
        [
          'Presentielijst vr 20 mrt 2026',
          'GON',
          'Over GON · 1 student',
          'Aanwezig Naam Studierichting Handtekening',
          'Zwart, Noor Techniek',
          'Gemaakt op di 10 mrt 2026 om 10:00 Pagina 2 van 2',
        ],
      ])
    })

    testOfPdf('repeats its head on each page that a list runs over, and loses nobody', async () => {
      const people = Array.from({ length: 60 }, (_, index) => ({
        first_name: 'Sam',
        last_name: `Persoon ${index + 1}`,
      }))
      await enrollPeople(school, school.moments.open, people)
      const pages = (await downloadPages()).map(linesOf)
      expect(pages.length).toBeGreaterThan(2)
      for (const [index, lines] of pages.entries()) {
        expect(lines.slice(0, 4)).toEqual([
          'Presentielijst vr 20 mrt 2026',
          index === 0 ? 'ALG' : 'ALG (vervolg)',
          'Over ALG · 60 studenten',
          'Aanwezig Naam Studierichting Handtekening',
        ])
        expect(lines.at(-1)).toMatch(new RegExp(`Pagina ${index + 1} van ${pages.length}$`))
      }
      const names = pages.flatMap((lines) => lines.filter((line) => line.startsWith('Persoon ')))
      expect(names).toEqual(people.map(({ last_name }) => `${last_name}, Sam Techniek`))
    })

    testOfPdf('prints the letters of Latin, Greek and Cyrillic names', async () => {
      const names = [
        ['Minh Khai', 'Nguyễn Thị'],
        ['Łukasz', 'Żółć'],
        ['Işık', 'Ğüler'],
        ['Γιώργος', 'Παπαδόπουλος'],
        ['Пётр', 'Щербаков'],
        ['Ђорђе', 'Њежић'],
        ['Þórður', 'Ægisson'],
        ['Zoë', 'office-Büyük'],
      ] as const
      await enrollPeople(
        school,
        school.moments.open,
        names.map(([first_name, last_name]) => ({ first_name, last_name })),
      )
      const text = (await downloadPages()).join('')
      for (const [first, last] of names) expect(text).toContain(`${last}, ${first}`)
      expect(text).not.toContain('\uFFFD')
    })

    testOfPdf('prints Chinese, Korean, Arabic, Hebrew, Thai and Hindi names and emoji', async () => {
      await enrollPeople(school, school.moments.open, [
        { first_name: '小明', last_name: '李' },
        { first_name: '민수', last_name: '김' },
        { first_name: 'Sam', last_name: 'محمد' },
        { first_name: 'Sam', last_name: 'כהן' },
        { first_name: 'สมชาย', last_name: 'Wang' },
        { first_name: 'राम', last_name: 'Lal 😀' },
      ])
      const text = (await downloadPages()).join('')
      for (const name of ['李, 小明', '김, 민수', 'محمد', 'כהן', 'Wang, สมชาย', 'Lal 😀, राम'])
        expect(text).toContain(name)
      expect(text).not.toContain('\uFFFD')
      expect(text).not.toContain('@')
    })

    testOfPdf('puts the account in place of a name that no font has, and says so', async () => {
      const [wang, , both] = await enrollPeople(school, school.moments.open, [
        { first_name: '𠮷', last_name: 'Wang' },
        { first_name: 'Sam', last_name: 'Jansen' },
        { first_name: 'தமிழ்', last_name: 'குமார்' },
      ])
      const lines = (await downloadPages()).flatMap(linesOf)
      expect(lines).toEqual(
        expect.arrayContaining([`Wang, [${wang}] Techniek`, 'Jansen, Sam Techniek', `[${both}] Techniek`]),
      )
      expect(lines.join(' ').match(/De naam is hier niet af te drukken/g)).toHaveLength(2)
    })

    testOfPdf('tells two people of one name apart by their addresses', async () => {
      const twins = Array.from({ length: 2 }, () => ({ first_name: 'Sam', last_name: 'Jansen' }))
      const usernames = await enrollPeople(school, school.moments.open, twins)
      const text = (await downloadPages()).join('')
      for (const username of usernames) expect(text).toContain(username)
    })

    testOfPdf('cuts off no name, however long', async () => {
      const last_name = 'Wolfeschlegelstein'.repeat(5)
      await enrollPeople(school, school.moments.open, [{ first_name: 'x'.repeat(100), last_name }])
      expect((await downloadPages()).join('').replaceAll(/\s|Techniek/g, '')).toContain(
        `${last_name},${'x'.repeat(100)}`,
      )
    })

    testOfPdf('of a moment that nobody comes to says so', async () => {
      expect((await downloadPages()).map(linesOf)).toEqual([
        [
          'Presentielijst vr 20 mrt 2026',
          'Voor dit toetsmoment is nog niemand ingeschreven.',
          'Gemaakt op di 10 mrt 2026 om 10:00 Pagina 1 van 1',
        ],
      ])
    })
  })

  describe.each([
    ['export', 'exported'],
    ['presence-checklist', 'checklist-made'],
  ])('the %s', (file, action) => {
    test('is recorded, with who took it', async () => {
      await download(`/testmoment/${school.moments.open}/${file}`)
      expect(await audit()).toMatchObject([
        {
          actor_id: school.users.teacher,
          action,
          resource: 'testmoment',
          resource_id: school.moments.open,
          fields: '[]',
          at: '2026-03-10T09:00:00.000Z',
        },
      ])
    })

    test('is for administrators, who hear when there is no such moment; neither is recorded', async () => {
      const student = (await api.logIn('sam@school.test')).token
      for (const id of [school.moments.open, 2_147_483_647])
        expect(await api.ask(`GET /testmoment/${id}/${file}`, { token: student })).toMatchObject({
          status: 403,
          body: { reason: 'not-yours' },
        })
      expect(await api.ask(`GET /testmoment/2147483647/${file}`, { token })).toMatchObject({
        status: 404,
        body: { reason: 'not-found' },
      })
      expect(await audit()).toEqual([])
    })

    test('is not written for who asks for its headers alone', async () => {
      const { status } = await api.ask(`HEAD /testmoment/${school.moments.open}/${file}`, { token })
      expect(status).toBe(405)
      expect(await audit()).toEqual([])
    })
  })
})

/** Without the space between columns, and without empty lines. */
const linesOf = (page: string): string[] =>
  page
    .split('\n')
    .map((line) => line.trim().replaceAll(/\s+/g, ' '))
    .filter((line) => line !== '')

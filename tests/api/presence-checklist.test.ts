import { expect, test } from 'vitest'
import { openStage } from '#tests/support/api/stage.ts'
import type { Moment } from '#tests/support/api/test-school.ts'
import { type DatabaseTests, describeOnEachDatabase, describeOnSqlite } from '#tests/support/databases.ts'
import { pdfPages } from '#tests/support/pdf-pages.ts'
import { testOfPdf } from '#tests/support/test-of-pdf.ts'
import { downloadFile, enrollAgain, enrollPeople, seat } from './support/attendance.ts'

/** Starts a school with nobody enrolled before each test; the objects are there once a test runs. */
function setUp(open: Parameters<DatabaseTests>[0]) {
  const { database, school, api, as, set, add } = openStage(open)
  const download = (moment: Moment, file: string) =>
    downloadFile(api, `/testmoment/${school.moments[moment]}/${file}`, as.teacher)
  const downloadPages = async (
    file: `presence-checklist${'' | `?list=${string}`}` | 'extra-time' = 'presence-checklist',
  ) => pdfPages((await download('open', file)).file)
  const enroll = (people: Parameters<typeof enrollPeople>[2]) => enrollPeople(school, school.moments.open, people)
  const enrollThree = async () => {
    const [sam] = await enroll([
      { first_name: 'Sam', last_name: 'de Vries' },
      { first_name: 'Noor', last_name: 'Zwart', module: 'GON' },
      { first_name: 'André', last_name: "van 't Bakker" },
    ])
    await enrollAgain(school, sam, 'GON')
    await enrollPeople(school, school.moments.other, [{ first_name: 'Iemand', last_name: 'Anders' }])
  }
  const changePlace = (place: { location: string; starts_at: string; ends_at: string }) => set.moment('open', place)
  const giveExtraTime = (lastNames: string[]) =>
    database.kysely.updateTable('user').set({ extra_time: true }).where('last_name', 'in', lastNames).execute()
  /** Three students in two rooms, of whom one without a number and one without a chair. */
  const seatThree = async () => {
    const people = await enroll([
      { first_name: 'Sam', last_name: 'de Vries', student_number: '1000' },
      { first_name: 'Noor', last_name: 'Zwart', student_number: '999' },
      { first_name: 'Ali', last_name: 'Bakker' },
      { first_name: 'Eva', last_name: 'Later', student_number: '500' },
    ])
    const remark = 'Sleutel bij de balie.\nEen klok hangt achterin.'
    const rooms = [
      await add.room({ name: '3.14', position: 1, remark, extra_time: true }),
      await add.room({ name: 'Sporthal', position: 2, remark: 'Hier zit wie extra tijd heeft.' }),
    ] as const
    for (const [at, username] of people.slice(0, 3).entries())
      await seat(school, { username, room_id: at === 2 ? rooms[1] : rooms[0], seat_number: at === 2 ? null : 12 - at })
    await giveExtraTime(['de Vries'])
    return rooms
  }
  const addRoomAt = async (moment: Moment, name: string) => {
    const room_id = await add.room({ name })
    const row = { testmoment_id: school.moments[moment], room_id, position: 0, seats: 9 }
    await database.kysely.insertInto('testmoment_room').values(row).execute()
    return room_id
  }
  return { download, downloadPages, enroll, enrollThree, changePlace, giveExtraTime, seatThree, addRoomAt }
}

describeOnEachDatabase('the presence checklist', (open) => {
  const { download, downloadPages, enrollThree, giveExtraTime, seatThree } = setUp(open)

  testOfPdf('has everybody once from A to Z, as registers write them, with all their modules', async () => {
    await enrollThree()
    expect((await downloadPages()).map(textsOf)).toEqual([
      [
        'Presentielijst vr 20 mrt 2026',
        'Alle studenten A–Z',
        '3 studenten Aanwezig: _____________ van 3',
        'Nr Aanwezig Naam Modules Handtekening',
        "1 Bakker, André van 't ALG",
        '2 Vries, Sam de ALG, GON',
        '3 Zwart, Noor GON',
        'Gemaakt op di 10 mrt 2026 om 10:00 Pagina 1 van 1',
      ],
    ])
  })

  testOfPdf('has a list for each module, by last name, under the moment and the module', async () => {
    await enrollThree()
    expect((await downloadPages('presence-checklist?list=modules')).map(textsOf)).toEqual([
      [
        'Presentielijst vr 20 mrt 2026',
        'ALG',
        'Over ALG · 2 studenten Aanwezig: _____________ van 2',
        'Nr Aanwezig Naam Studierichting Handtekening',
        "1 Bakker, André van 't Techniek",
        '2 Vries, Sam de Techniek',
        'Gemaakt op di 10 mrt 2026 om 10:00 Pagina 1 van 2',
      ],
      [
        'Presentielijst vr 20 mrt 2026',
        'GON',
        'Over GON · 2 studenten Aanwezig: _____________ van 2',
        'Nr Aanwezig Naam Studierichting Handtekening',
        '1 Vries, Sam de Techniek',
        '2 Zwart, Noor Techniek',
        'Gemaakt op di 10 mrt 2026 om 10:00 Pagina 2 van 2',
      ],
    ])
  })

  testOfPdf('names who has extra time on the invigilator’s sheet, and changes nothing on what is signed', async () => {
    await enrollThree()
    const lists = ['presence-checklist', 'presence-checklist?list=modules'] as const
    const read = async () => Promise.all(lists.map((list) => downloadPages(list)))
    const before = await read()
    expect((await downloadPages('extra-time')).map(textsOf)).toEqual([
      [
        'Voor de surveillant vr 20 mrt 2026',
        'Bij dit toetsmoment heeft niemand extra tijd.',
        'Gemaakt op di 10 mrt 2026 om 10:00 Pagina 1 van 1',
      ],
    ])
    await giveExtraTime(['de Vries', 'Anders'])
    expect(await read()).toEqual(before)
    expect(before.flat(2).join('')).not.toMatch(/extra/i)
    expect((await downloadPages('extra-time')).map(textsOf)).toEqual([
      [
        'Voor de surveillant vr 20 mrt 2026',
        'Extra tijd voor 1 student',
        'Dit blad is niet om te tekenen en gaat niet rond.',
        'Nr Naam Modules',
        '1 Vries, Sam de ALG, GON',
        'Gemaakt op di 10 mrt 2026 om 10:00 Pagina 1 van 1',
      ],
    ])
  })

  testOfPdf(
    'has a list for each room with its remark, and a door list of numbers; neither says who has extra time',
    async () => {
      const [first] = await seatThree()
      const madeAt = 'Gemaakt op di 10 mrt 2026 om 10:00 Pagina'
      const head = ['Presentielijst vr 20 mrt 2026']
      const lists = await downloadPages('presence-checklist?list=rooms')
      expect(lists.map(textsOf)).toEqual([
        [
          ...head,
          'Zaal 3.14',
          '2 studenten Aanwezig: _____________ van 2',
          'Sleutel bij de balie. Een klok hangt achterin.',
          'Plaats Aanwezig Naam Studentnummer Modules Handtekening',
          '12 Vries, Sam de 1000 ALG',
          '11 Zwart, Noor 999 ALG',
          `${madeAt} 1 van 3`,
        ],
        [
          ...head,
          'Sporthal',
          '1 student Aanwezig: _____________ van 1',
          'Nr Aanwezig Naam Studentnummer Modules Handtekening',
          '1 Bakker, Ali ALG',
          `${madeAt} 2 van 3`,
        ],
        [
          ...head,
          'Nog zonder plaats',
          '1 student Aanwezig: _____________ van 1',
          'Nr Aanwezig Naam Studentnummer Modules Handtekening',
          '1 Later, Eva 500 ALG',
          `${madeAt} 3 van 3`,
        ],
      ])
      const doors = await downloadPages('presence-checklist?list=door')
      const top = 'Toets vr 20 mrt 2026'
      expect(doors.map(textsOf)).toEqual([
        [top, 'Zaal 3.14', '2 studentnummers', '999', '1000', `${madeAt} 1 van 2`],
        [top, 'Sporthal', '0 studentnummers · 1 student heeft geen nummer en staat hier niet.', `${madeAt} 2 van 2`],
      ])
      expect([...lists, ...doors].join('')).not.toMatch(/extra/i)
      await giveExtraTime(['Bakker', 'Later'])
      expect((await downloadPages('extra-time')).map((page) => textsOf(page).slice(1, -1))).toEqual([
        [
          'Zaal 3.14',
          'Extra tijd voor 1 student. Dit blad is niet om te tekenen en gaat niet rond.',
          'Plaats Naam Studentnummer Modules',
          '12 Vries, Sam de 1000 ALG',
        ],
        ...['Sporthal', 'Nog zonder plaats'].map((where, at) => [
          where,
          'Extra tijd voor 1 student. Dit blad is niet om te tekenen en gaat niet rond.',
          'Nr Naam Studentnummer Modules',
          ['1 Bakker, Ali ALG', '1 Later, Eva 500 ALG'][at],
        ]),
      ])
      const alone = await downloadPages(`presence-checklist?list=rooms&room_id=${first}`)
      expect(alone.map((page) => textsOf(page)[1])).toEqual(['Zaal 3.14'])
      expect((await download('other', `presence-checklist?list=rooms&room_id=${first}`)).status).toBe(404)
    },
  )
})

/** The tests above read from each database; printing does not depend on the engine. */
describeOnSqlite('the presence checklist on paper', (open) => {
  const { addRoomAt, changePlace, download, downloadPages, enroll } = setUp(open)

  test.each([
    ['presence-checklist', 'presentielijst'],
    ['presence-checklist?list=modules', 'presentielijst-per-module'],
    ['extra-time', 'voor-de-surveillant'],
  ])('%s is a PDF called after its moment', async (path, called) => {
    const { status, headers, file } = await download('past', path)
    const name = `${called}-week-van-2026-03-01.pdf`
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${name}"; filename*=UTF-8''${name}`,
      'cache-control': 'no-store',
    })
    expect(file.subarray(0, 5).toString()).toBe('%PDF-')
  })

  test.each([
    ['list=rooms', 'B 3.14', 'presentielijst-B-3.14'],
    ['list=door', 'Aula Ω/1', 'deurlijst-Aula-Ω-1'],
    ['list=rooms', '../..', 'presentielijst-lokaal'],
  ])('of one room (%s, %s) is called after that room too', async (list, room, called) => {
    const id = await addRoomAt('past', room)
    const { status, headers } = await download('past', `presence-checklist?${list}&room_id=${id}`)
    expect([status, decodeURIComponent(String(headers['content-disposition']))]).toEqual([
      200,
      expect.stringContaining(`''${called}-week-van-2026-03-01.pdf`),
    ])
  })

  testOfPdf('says below its title at what time and where, whole also where the place is long', async () => {
    await enroll([{ first_name: 'Sam', last_name: 'de Vries' }])
    const headAt = async (location: string) => {
      await changePlace({ location, starts_at: '09:00', ends_at: '11:30' })
      return textsOf((await downloadPages())[0] ?? '').slice(0, 3)
    }
    expect(await headAt('Zaal 3.14')).toEqual([
      'Presentielijst vr 20 mrt 2026',
      '09:00–11:30 · Zaal 3.14',
      'Alle studenten A–Z',
    ])
    const long = 'SPORTHAL NOORD, INGANG AAN DE ACHTERZIJDE BIJ DE FIETSENSTALLING, EERSTE ETAGE 1'
    expect((await headAt(long)).join(' ')).toContain(`09:00–11:30 · ${long}`)
  })

  testOfPdf('has a hall of 310 on eight pages, each with its head, and loses nobody', async () => {
    const people = Array.from({ length: 310 }, (_, index) => ({
      first_name: index % 9 === 0 ? 'Maximiliaan Alexander Wilhelm' : 'Sam',
      last_name: `Persoon ${index + 1}`,
      student_number: `10${index}`,
    }))
    await enroll(people)
    const pages = (await downloadPages()).map(textsOf)
    expect(pages.length).toBeLessThanOrEqual(8)
    for (const [index, lines] of pages.entries()) {
      expect(lines.slice(0, 4)).toEqual([
        'Presentielijst vr 20 mrt 2026',
        index === 0 ? 'Alle studenten A–Z' : 'Alle studenten A–Z (vervolg)',
        index === 0 ? '310 studenten Aanwezig: _____________ van 310' : '310 studenten',
        'Nr Aanwezig Naam Studentnummer Modules Handtekening',
      ])
      expect(lines.at(-1)).toMatch(new RegExp(`Pagina ${index + 1} van ${pages.length}$`))
    }
    const names = pages.flatMap((lines) => lines.filter((line) => /Persoon/.test(line)))
    expect(names.map((line) => line.split(', ')[0])).toEqual(
      people.map((_, index) => `${index + 1} Persoon ${index + 1}`),
    )
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
    await enroll(names.map(([first_name, last_name]) => ({ first_name, last_name })))
    const text = (await downloadPages()).join('')
    for (const [first, last] of names) expect(text).toContain(`${last}, ${first}`)
    expect(text).not.toContain('\uFFFD')
  })

  testOfPdf('prints Chinese, Korean, Arabic, Hebrew, Thai and Hindi names and emoji', async () => {
    await enroll([
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
    const [wang, , both] = await enroll([
      { first_name: '𠮷', last_name: 'Wang' },
      { first_name: 'Sam', last_name: 'Jansen' },
      { first_name: 'தமிழ்', last_name: 'குமார்' },
    ])
    const lines = (await downloadPages()).flatMap(textsOf)
    expect(lines).toEqual(expect.arrayContaining([`2 Wang, [${wang}] ALG`, '1 Jansen, Sam ALG', `3 [${both}] ALG`]))
    expect(lines.join(' ').match(/De naam is hier niet af te drukken/g)).toHaveLength(2)
  })

  testOfPdf('tells two people of one name apart by their addresses', async () => {
    const twins = Array.from({ length: 2 }, () => ({ first_name: 'Sam', last_name: 'Jansen' }))
    const usernames = await enroll(twins)
    const text = (await downloadPages()).join('')
    for (const username of usernames) expect(text).toContain(username)
  })

  testOfPdf('has a column of student numbers where anybody has one, which tell people of one name apart', async () => {
    const [, , third] = await enroll([
      { first_name: 'Sam', last_name: 'Jansen', student_number: '0123456' },
      { first_name: 'Sam', last_name: 'Jansen', student_number: 'X'.repeat(20) },
      { first_name: 'Sam', last_name: 'Jansen' },
    ])
    const lines = (await downloadPages()).flatMap(textsOf)
    expect(lines).toContain('Nr Aanwezig Naam Studentnummer Modules Handtekening')
    expect(lines).toContain('1 Jansen, Sam 0123456 ALG')
    expect(lines.join('').match(/X/g)).toHaveLength(20)
    expect(lines.join(' ').match(/\S+@\S+/g)).toEqual([third])
  })

  testOfPdf('cuts off no name, however long', async () => {
    const last_name = 'Wolfeschlegelstein'.repeat(5)
    await enroll([{ first_name: 'x'.repeat(100), last_name }])
    expect((await downloadPages()).join('').replaceAll(/\s|\d|ALG/g, '')).toContain(`${last_name},${'x'.repeat(100)}`)
  })

  testOfPdf('of a moment that nobody comes to says so', async () => {
    expect((await downloadPages()).map(textsOf)).toEqual([
      [
        'Presentielijst vr 20 mrt 2026',
        'Voor dit toetsmoment is nog niemand ingeschreven.',
        'Gemaakt op di 10 mrt 2026 om 10:00 Pagina 1 van 1',
      ],
    ])
  })
})

/** Without the space between columns, and without empty lines. */
const textsOf = (page: string): string[] =>
  page
    .split('\n')
    .map((line) => line.trim().replaceAll(/\s+/g, ' '))
    .filter((line) => line !== '')

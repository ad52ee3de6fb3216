// @module-tag engine
import { expect, test } from 'vitest'
import { inviteUsers } from '#api-server/accounts/invitations.ts'
import { listUsers } from '#contract/users.calls.ts'
import { auditTrail } from '#tests/support/api/audit-trail.ts'
import { openStage } from '#tests/support/api/stage.ts'
import { MORNING } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { openSpreadsheet } from '#tests/support/spreadsheet.ts'
import { downloadFile } from './support/attendance.ts'

const DAY = 86_400_000

describeOnEachDatabase('GET /users/:paging, narrowed', (open) => {
  const { database, school, api, as, ask, enroll, add } = openStage(open, { as: 'teacher' })

  const read = async (path: string) => {
    const { status, body } = await ask(`GET ${path}`)
    expect(status, path).toBe(200)
    return listUsers.reply.parse(body)
  }
  const nameOf = ({ username }: { username: string }) => username.replace('@school.test', '')
  const find = async (query: string) => (await read(`/users/20?${query}`)).entities.map(nameOf)
  const change = (username: string, values: object) =>
    database.kysely.updateTable('user').set(values).where('username', '=', `${username}@school.test`).execute()

  test('by type: the one that is shown of several, and none', async () => {
    await change('noor', { roles: 'ROLE_ADMIN ROLE_STUDENT' })
    await change('sam', { roles: 'ROLE_STUDENT ROLE_ADMIN' })
    expect(await find('type=ROLE_ADMIN')).toEqual(['noor', 'teacher'])
    expect(await find('type=ROLE_STUDENT')).toEqual(['newcomer', 'sam', 'unactivated'])
    expect(await find('type=none')).toEqual(['guest'])
  })

  test('by department, and without one', async () => {
    expect(await find(`department=${school.departmentId}`)).toEqual(['noor', 'sam', 'unactivated'])
    expect(await find('department=none')).toEqual(['guest', 'newcomer', 'teacher'])
    expect(await find('department=none&type=ROLE_STUDENT')).toEqual(['newcomer'])
  })

  test('by class group: the whole name, of those that exist', async () => {
    await change('sam', { class_group: 'WIS1A' })
    await change('unactivated', { class_group: 'WIS10' })
    await change('noor', { class_group: 'WIS2' })
    expect(await find('class_group=WIS1A')).toEqual(['sam'])
    expect(await find('class_group=WIS1&type=ROLE_STUDENT')).toEqual([])
    expect(await find(`class_group=WIS2&department=${school.departmentId}&sort=-username&search=noor`)).toEqual([
      'noor',
    ])
    const groups = await ask('GET /class-groups')
    expect(groups.body).toEqual({ entities: [{ name: 'WIS1A' }, { name: 'WIS2' }, { name: 'WIS10' }], _links: {} })
    const { file } = await downloadFile(api, '/users/export?class_group=WIS1A', as.teacher)
    const [head, row] = (await openSpreadsheet(file)).rows
    expect([head?.at(-1), row?.at(-1)]).toEqual(['Klas', 'WIS1A'])
  })

  test('by account and by letter: none was sent, it holds, or it is over', async () => {
    const { users } = school
    const late = await add.user({ username: 'late@school.test', activated: false })
    const fresh = await add.user({ username: 'fresh@school.test', activated: false })
    await database.transaction((trx) => inviteUsers(trx, [late], MORNING - 14 * DAY))
    await database.transaction((trx) => inviteUsers(trx, [fresh], MORNING - 14 * DAY + 1))
    await add.user({
      username: 'registered@school.test',
      activated: false,
      activation_nonce: 'registered',
      activation_expires_at: new Date(MORNING - 1).toISOString(),
    })
    const waiting = ['fresh', 'late', 'registered', 'unactivated']
    expect(await find('activated=no')).toEqual(waiting)
    expect(await find('activated=yes')).not.toEqual(expect.arrayContaining(['unactivated']))
    expect(await find('letter=none')).toEqual(['unactivated'])
    expect(await find('letter=expired')).toEqual(['late', 'registered'])
    expect(await find('activated=yes&letter=expired')).toEqual(['late', 'registered'])

    const { entities } = await read('/users/20')
    const until = Object.fromEntries(entities.map((user) => [nameOf(user), user.invited_until]))
    expect(until).toMatchObject({
      fresh: new Date(MORNING + 1).toISOString(),
      late: new Date(MORNING).toISOString(),
      registered: new Date(MORNING - 1).toISOString(),
      unactivated: null,
      sam: undefined,
    })
    // A letter that was used opens nothing any more.
    await database.kysely
      .updateTable('password_reset')
      .set({ used_at: new Date(MORNING).toISOString() })
      .execute()
    expect(await find('letter=none')).toEqual(['fresh', 'late', 'unactivated'])
    expect(users.unactivated).toBeGreaterThan(0)
  })

  test('by never having enrolled, in any school year', async () => {
    await enroll('sam', 'lastYear')
    expect(await find('enrolled=never&type=ROLE_STUDENT')).toEqual(['newcomer', 'noor', 'unactivated'])
  })

  test('by having left: last logged in before a day, and not enrolled in the active school year', async () => {
    await enroll('sam', 'lastYear')
    await enroll('noor', 'open')
    for (const name of ['sam', 'noor']) await change(name, { last_login_at: '2025-05-01T09:00:00.000Z' })
    expect(await find('enrolled=not-this-year&type=ROLE_STUDENT')).toEqual(['newcomer', 'sam', 'unactivated'])
    const left = 'type=ROLE_STUDENT&activated=yes&enrolled=not-this-year&login_before=2025-08-01'
    expect(await find(left)).toEqual(['newcomer', 'sam'])
  })

  test('by the last login, which was before a day in Amsterdam or never was', async () => {
    // On the 10th at 00:30 in Amsterdam; a day earlier in UTC.
    await change('sam', { last_login_at: '2026-03-09T23:30:00.000Z' })
    await change('noor', { last_login_at: '2026-03-09T22:59:59.999Z' })
    await change('teacher', { last_login_at: '2026-03-10T09:00:00.000Z' })
    expect(await find('login_before=2026-03-10')).toEqual(['guest', 'newcomer', 'noor', 'unactivated'])
    expect(await find('login_before=2026-03-11&type=ROLE_STUDENT')).toEqual(['newcomer', 'noor', 'sam', 'unactivated'])
    const { entities } = await read('/users/20?search=noor')
    expect(entities[0]).toMatchObject({
      last_login_at: '2026-03-09T22:59:59.999Z',
      education_department_name: 'Techniek',
    })
  })

  test('says of how many when it is asked, which the next pages need not', async () => {
    for (let nth = 0; nth < 7; nth++)
      await add.user({ username: `late-${nth}@school.test`, activated: false, last_name: `Bos${nth % 3}` })
    for (const sort of ['username', '-username', 'last_name', '-last_name', 'first_name']) {
      const seen: string[] = []
      const counts: unknown[] = []
      for (let next: string | undefined = `/users/3?activated=no&search=school&sort=${sort}&count=true`; next; ) {
        const page = await read(next)
        seen.push(...page.entities.map(nameOf))
        counts.push(page.count)
        next = page._links.next?.href
      }
      expect(seen.toSorted(), sort).toEqual([...Array.from({ length: 7 }, (_, nth) => `late-${nth}`), 'unactivated'])
      expect(counts, sort).toEqual([8, undefined, undefined])
    }
    expect(await read('/users/3?activated=no&search=late')).not.toHaveProperty('count')
  })

  test('by all of it at once, also where the first thousands are others', async () => {
    const { departmentId } = school
    const rows = Array.from({ length: 2_100 }, (_, nth) => ({
      username: `a${String(nth).padStart(5, '0')}@school.test`,
      first_name: 'Al',
      last_name: 'Tijd',
      search_text: 'al tijd',
      first_name_key: 'al tijd',
      last_name_key: 'tijd al',
      roles: 'ROLE_STUDENT',
      activated: true,
      created_at: new Date(MORNING).toISOString(),
    }))
    for (let from = 0; from < rows.length; from += 500)
      await database.kysely
        .insertInto('user')
        .values(rows.slice(from, from + 500))
        .execute()
    expect(await find(`activated=no&department=${departmentId}&enrolled=never&type=ROLE_STUDENT`)).toEqual([
      'unactivated',
    ])
    expect(await find('activated=no&search=unact')).toEqual(['unactivated'])
    expect((await read('/users/20?activated=yes&type=ROLE_STUDENT&count=true')).count).toBe(2_103)
  })

  test('is taken along as it is shown, and nothing in it is a formula', async () => {
    await change('noor', {
      last_name: '=1+1',
      student_number: '0123456',
      last_login_at: '2026-03-09T09:00:00.000Z',
    })
    const { users } = school
    await database.transaction((trx) => inviteUsers(trx, [users.unactivated], MORNING))
    await database.kysely.deleteFrom('audit').execute()
    const path = `/users/export?department=${school.departmentId}&sort=-username`
    const { headers, file } = await downloadFile(api, path, as.teacher)
    expect(headers['content-disposition']).toContain('gebruikers-2026-03-10.xlsx')
    const { rows, name } = await openSpreadsheet(file)
    expect(name).toBe('Gebruikers')
    const [head, ...people] = rows
    expect(head).toEqual([
      ...['Gebruikersnaam', 'Voornaam', 'Achternaam', 'Studentnummer', 'Studierichting', 'Type', 'Status'],
      ...['Uitgenodigd tot', 'Laatst ingelogd'],
    ])
    const until = new Date('2026-03-24T10:00:00.000Z')
    const student = ['Techniek', 'Student']
    expect(people).toEqual([
      ['unactivated@school.test', 'Sam', 'de Vries', null, ...student, 'Uitgenodigd', until, null],
      ['sam@school.test', 'Sam', 'de Vries', null, ...student, 'Geactiveerd', null, null],
      [
        ...['noor@school.test', 'Sam', "'=1+1", '0123456', ...student, 'Geactiveerd', null],
        new Date('2026-03-09T10:00:00.000Z'),
      ],
    ])
    expect(await auditTrail(database)).toEqual([`user ${users.teacher} exported user ${users.teacher}: `])
  })

  test('refuses what is no filter', async () => {
    for (const query of [
      'type=teacher',
      'department=0',
      'department=all',
      'login_before=gisteren',
      'letter=sent',
      'count=1',
    ])
      expect((await ask(`GET /users/20?${query}`)).status, query).toBe(400)
  })
})

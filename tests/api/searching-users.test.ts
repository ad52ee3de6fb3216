// @module-tag engine
import { beforeEach, describe, expect, test } from 'vitest'
import { findStudentsByAddressOrNumber } from '#api-server/enrollments/at-testmoment/group-act.ts'
import { listUsers } from '#contract/users.calls.ts'
import { openStage } from '#tests/support/api/stage.ts'
import type { Token } from '#tests/support/api/test-api.ts'
import { addUser } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

describeOnEachDatabase('GET /users/:paging', (open) => {
  const { database, api, as, ask } = openStage(open, { as: 'teacher' })

  const page = async (path: string) => {
    const { status, body } = await ask(`GET ${path}`)
    expect(status, path).toBe(200)
    const { entities, _links } = listUsers.reply.parse(body)
    return {
      names: entities.map(({ username }) => username.replace('@school.test', '')),
      next: _links.next?.href,
      entities,
    }
  }
  const find = async (search: string) => (await page(`/users/20?${new URLSearchParams({ search })}`)).names
  const add = (name: string, first_name: string, last_name: string) =>
    addUser(database, { username: `${name}@school.test`, first_name, last_name })

  test('lists everyone by address, as an administrator may see them', async () => {
    const { names, entities, next } = await page('/users/20')
    expect(names).toEqual(['guest', 'newcomer', 'noor', 'sam', 'teacher', 'unactivated'])
    expect(next).toBeUndefined()
    const links = entities.map(({ _links }) => [_links.edit?.method, _links.delete?.href, _links.validation_mail?.href])
    const idOf = (index: number) => entities[index]?.id
    expect(links[3]).toEqual(['PUT', `/api/v1/user/${idOf(3)}`, undefined])
    expect(links[5]).toEqual(['PUT', `/api/v1/user/${idOf(5)}`, `/api/v1/user/${idOf(5)}/validation-mail`])
  })

  describe('finds', () => {
    beforeEach(async () => {
      await add('a.jose', 'José', 'Oude Lansink')
      await add('b.strasse', 'Anna', 'Straßer')
      await add('c.bjorn', 'Bjørn', 'Sæther')
      await add('d.yilmaz', 'Oğuz', 'YILMAZ')
      await add('e.veld', 'Ilse', 'in ’t Veld')
      await add('f.100%_x', 'Per\\cent', 'Onder_streep')
      await add('g.nguyen', 'Nguye\u0302\u0303n', 'Ольга')
    })

    test.for<[search: string, found: string[]]>([
      ['jose', ['a.jose']],
      ['JOSÉ', ['a.jose']],
      ['jose\u0301', ['a.jose']],
      ['strasse', ['b.strasse']],
      ['STRAßER', ['b.strasse']],
      ['bjorn', ['c.bjorn']],
      ['saether', ['c.bjorn']],
      ['Yılmaz', ['d.yilmaz']],
      ['oguz', ['d.yilmaz']],
      ["'t veld", ['e.veld']],
      ['nguyễn', ['g.nguyen']],
      ['ольга', ['g.nguyen']],
      ['ОЛЬГА', ['g.nguyen']],
    ])('%j whatever the accents and capitals', async ([search, found]) => {
      expect(await find(search)).toEqual(found)
    })

    test.for<[search: string, found: string[]]>([
      ['ansin', ['a.jose']],
      [
        'school.te',
        [
          'a.jose',
          'b.strasse',
          'c.bjorn',
          'd.yilmaz',
          'e.veld',
          'f.100%_x',
          'g.nguyen',
          'guest',
          'newcomer',
          'noor',
          'sam',
          'teacher',
          'unactivated',
        ],
      ],
      ['lansink jose', ['a.jose']],
      ['  lansink   oude ', ['a.jose']],
      ['jose strasse', []],
      ['os ud', ['a.jose']],
      ['æ', ['c.bjorn']],
      ['uz', ['d.yilmaz']],
      ['nobody-has-this', []],
      ['Oude Lansink, José', ['a.jose']],
      ['Lansink, José Oude', ['a.jose']],
      ["in 't Veld", ['e.veld']],
      ['in ‘t Veld', ['e.veld']],
      ["Veld, Ilse in 't", ['e.veld']],
      ['in’t Veld', ['e.veld']],
      ['Ilse in ´t Veld', ['e.veld']],
    ])('every word of %j in any part and any order', async ([search, found]) => {
      expect(await find(search)).toEqual(found)
    })

    test.for<[search: string, found: string[]]>([
      ['%', ['f.100%_x']],
      ['_', ['f.100%_x']],
      ['\\', ['f.100%_x']],
      ['100%_', ['f.100%_x']],
      ['jo_e', []],
      ['j%e', []],
      ["'; drop table", []],
    ])('%j as the letters that it is', async ([search, found]) => {
      expect(await find(search)).toEqual(found)
    })

    test.for(['', ' ', '\u200b', '\u0301'])('everyone for %j, which is no word', async (search) => {
      expect(await find(search)).toHaveLength(13)
    })
  })

  test('sorts all of them by name as Dutch registers do, both ways, also those that a search finds', async () => {
    await database.kysely.deleteFrom('user').where('username', '<>', 'teacher@school.test').execute()
    const names = ['van der Berg', 'Öz', 'Ozan', 'de Aap', 'Vak 10', 'Vak 2', 'aap', "'t Hooft", 'Zzz']
    for (const [at, name] of names.entries()) await add(`n${at}`, at % 2 === 0 ? 'Émma' : 'Bo', name)
    const all = async (path: string, size = 3) => {
      const seen: string[] = []
      for (let next: string | undefined = `/users/${size}?${path}`; next; ) {
        const found = await page(next)
        seen.push(...found.names.filter((name) => name !== 'teacher'))
        next = found.next
      }
      return seen.map((name) => names[Number(name.slice(1))])
    }
    const byLast = ['de Aap', 'aap', 'van der Berg', "'t Hooft", 'Öz', 'Ozan', 'Vak 2', 'Vak 10', 'Zzz']
    expect(await all('sort=last_name')).toEqual(byLast)
    expect(await all('sort=-last_name', 4)).toEqual(byLast.toReversed())
    expect(await all('sort=last_name&search=emma')).toEqual(byLast.filter((name) => names.indexOf(name) % 2 === 0))
    const bo = byLast.filter((name) => names.indexOf(name) % 2 === 1)
    expect(await all('sort=first_name')).toEqual([...bo, ...byLast.filter((name) => !bo.includes(name))])
    expect(await all('sort=-username')).toEqual(names.toReversed())
  })

  test('sorted, loses nobody and shows nobody twice while others come', async () => {
    for (let n = 0; n < 7; n++) await add(`k${n}`, 'Kim', `K${n % 3}`)
    const seen: string[] = []
    for (let next: string | undefined = '/users/2?sort=last_name&search=kim'; next; ) {
      const found = await page(next)
      seen.push(...found.names)
      next = found.next
      await add(`z${seen.length}`, 'Kim', 'Aa')
    }
    expect(seen).toEqual(['k0', 'k3', 'k6', 'k1', 'k4', 'k2', 'k5'])
    expect((await ask('GET /users/2?sort=password_hash')).status).toBe(400)
  })

  describe('page by page', () => {
    const addMany = async (count: number) => {
      for (let n = 0; n < count; n++) await add(`m${String(n).padStart(2, '0')}`, 'Mees', 'Öz & Co')
    }

    test('goes on by its link, with the search as it was', async () => {
      await addMany(5)
      const first = await page('/users/2?search=%C3%96z+%26')
      expect(first.names).toEqual(['m00', 'm01'])
      const second = await page(first.next ?? '')
      expect(second.names).toEqual(['m02', 'm03'])
      expect(await page(second.next ?? '')).toMatchObject({ names: ['m04'], next: undefined })
    })

    test('shows nobody twice and loses nobody while others come and go', async () => {
      await addMany(6)
      const first = await page('/users/3?search=mees')
      await add('a-first', 'Mees', 'X')
      await add('m02a', 'Mees', 'X')
      await database.kysely.deleteFrom('user').where('username', 'in', ['m01@school.test', 'm03@school.test']).execute()
      const second = await page(first.next ?? '')
      expect(second.names).toEqual(['m02a', 'm04', 'm05'])
      expect(second.next).toBeUndefined()
    })

    test('has no link after a page that is just full', async () => {
      await addMany(3)
      expect(await page('/users/3?search=mees')).toMatchObject({ names: ['m00', 'm01', 'm02'], next: undefined })
    })

    test('reaches users that many others come before', async () => {
      const many = Array.from({ length: 1_500 }, (_, n) => `a${String(n).padStart(4, '0')}`)
      for (const name of many) await add(name, 'Aad', 'Vroeg')
      for (const name of ['y', 'z1', 'z2']) await add(name, 'Zoë', 'Laat')
      expect(await find('laat')).toEqual(['y', 'z1', 'z2'])
      expect(await find('zoe')).toEqual(['y', 'z1', 'z2'])
      expect(await find('ë')).toHaveLength(20)
      const first = await page('/users/2?search=laat')
      expect(first.names).toEqual(['y', 'z1'])
      expect((await page(first.next ?? '')).names).toEqual(['z2'])
      expect((await page('/users/1000')).names).toHaveLength(1_000)
      expect((await page('/users/1000?search=vroeg')).names).toEqual(many.slice(0, 1_000))
    })

    test.for(['', 'x', 'W10', Buffer.from('["a\\u0000"]').toString('base64url')])(
      'refuses the cursor %j',
      async (cursor) => {
        expect(await ask(`GET /users/2?cursor=${cursor}`)).toMatchObject({
          status: 400,
          body: { reason: 'request-malformed' },
        })
      },
    )

    test.for(['0', '-1', '1001', '1.5', 'all'])('refuses a page of %s', async (paging) => {
      expect(await ask(`GET /users/${paging}`)).toMatchObject({ status: 400 })
    })
  })

  test('follows names as they change, by any writer', async () => {
    const user = (await page('/users/20?search=sam%40')).entities[0]
    const rename = (by: Token, first_name: string) =>
      api.ask(`PUT /user/${user?.id}`, { token: by, body: { first_name, last_name: 'Žižek' } })
    expect((await rename(as.sam, 'Sémmie')).status).toBe(200)
    expect(await find('semmie zizek')).toEqual(['sam'])
    expect((await rename(as.teacher, 'Bëppie')).status).toBe(200)
    expect(await find('beppie sam@')).toEqual(['sam'])
    expect(await find('semmie')).toEqual([])
  })

  test('is for administrators', async () => {
    for (const name of ['sam@school.test', 'guest@school.test']) {
      const student = (await api.logIn(name)).token
      expect(await api.ask('GET /users/20', { token: student })).toMatchObject({
        status: 403,
        body: { reason: 'not-yours' },
      })
    }
  })

  test('a pasted list names people by address or student number, each line for itself, in few statements', async () => {
    await addUser(database, { username: 'nora@school.test', student_number: 'S0123' })
    const many = Array.from({ length: 1_996 }, (_, n) => `${9_000_000 + n}`)
    let statements = 0
    const counted = database.kysely.withPlugin({
      transformQuery: ({ node }) => {
        statements += 1
        return node
      },
      transformResult: async ({ result }) => result,
    })
    for (const [name, student_number] of Object.entries({ zeros: '00847781', one: '0555', two: '00555' }))
      await addUser(database, { username: `${name}@school.test`, student_number })
    const lines = [' s 01.23', 'Nora@School.test', 'teacher@school.test', '???', ...many]
    const found = await findStudentsByAddressOrNumber(counted, lines)
    expect(found.slice(0, 5).map(({ user }) => user?.username)).toEqual([
      'nora@school.test',
      'nora@school.test',
      'teacher@school.test',
      undefined,
      undefined,
    ])
    expect(found[2]?.user?.roles).toEqual(['ROLE_ADMIN'])
    expect(found.slice(3, 5).map(({ key }) => key.kind)).toEqual(['unreadable', 'number'])
    // Two of them look for numbers that the school writes with a letter before them.
    expect([found.length, statements]).toEqual([2_000, 5])
    expect(await findStudentsByAddressOrNumber(counted, [])).toEqual([])
    const byZeros = await findStudentsByAddressOrNumber(database.kysely, ['847781', '555', '0555', '000', '47781'])
    expect(byZeros.map(({ user, isAmbiguous }) => (isAmbiguous ? 'several' : user?.username))).toEqual([
      'zeros@school.test',
      'several',
      'one@school.test',
      undefined,
      undefined,
    ])
  })
})

import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { editUser } from '#contract/users.calls.ts'
import { auditTrail } from '#tests/support/api/audit-trail.ts'
import { openStage } from '#tests/support/api/stage.ts'
import type { Token } from '#tests/support/api/test-api.ts'
import type { User } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

const NUMBERS = 'e-mail;studentnummer\njade@school.test;s 01\nsam@school.test;S02\nnoor@school.test;S04'

const previewSchema = z.looseObject({ confirmation: z.string().nullable() })

describeOnEachDatabase('a student number', (open) => {
  const { database, school, api, as, ask } = openStage(open, { as: 'teacher' })

  type Person = User
  const set = (person: Person, student_number: string) =>
    database.kysely.updateTable('user').set({ student_number }).where('id', '=', school.users[person]).execute()
  const userNamed = (username: string) =>
    database.kysely.selectFrom('user').selectAll().where('username', '=', username).executeTakeFirstOrThrow()

  describe('in an edit', () => {
    const edit = (person: Person, body: object, by: Token = as.teacher) =>
      api.ask(`PUT /user/${school.users[person]}`, {
        token: by,
        body: { first_name: 'Sam', last_name: 'de Vries', ...body },
      })

    test('is tidied, found by a search, noted by name alone, and taken away again', async () => {
      const { body } = await edit('sam', { student_number: ' s 012.345 ' })
      expect(editUser.reply.parse(body).entity).toMatchObject({ student_number: 'S012345', version: 2 })
      expect((await userNamed('sam@school.test')).search_text).toBe('sam de vries sam@school.test s012345')
      expect(await edit('sam', { student_number: 's012345', version: 2 })).toMatchObject({ status: 200 })
      expect((await edit('sam', { first_name: 'Bo', student_number: null }, as.sam)).status).toBe(200)
      expect(await userNamed('sam@school.test')).toMatchObject({
        student_number: 'S012345',
        search_text: 'bo de vries sam@school.test s012345',
        version: 3,
      })
      const found = await ask('GET /users/20?search=S0123')
      expect(found.body).toMatchObject({ entities: [{ username: 'sam@school.test', student_number: 'S012345' }] })
      expect((await edit('sam', { first_name: 'Bo', student_number: '' })).status).toBe(200)
      expect(await userNamed('sam@school.test')).toMatchObject({
        student_number: null,
        search_text: 'bo de vries sam@school.test',
      })
      expect(await edit('sam', { first_name: 'Bo', student_number: 'x', version: 3 })).toMatchObject({
        status: 409,
        body: { differences: [{ label: 'Studentnummer', yours: 'x', theirs: '(leeg)' }] },
      })
      const noted = `user ${school.users.teacher} edited user ${school.users.sam}: student_number`
      expect(await auditTrail(database)).toEqual([noted, noted])
    })

    test.for([
      ['student-number-shortened', '1,23457E+06'],
      ['student-number-taken', 'n 0.1'],
    ] as const)('%s', async ([reason, student_number]) => {
      await set('noor', 'N01')
      expect(await edit('sam', { student_number })).toMatchObject({ status: 422, body: { reason } })
      expect(await userNamed('sam@school.test')).toMatchObject({ student_number: null, version: 1 })
    })

    test('goes to one of those who are given it at the same time', { tags: 'race' }, async () => {
      const people = ['sam', 'noor', 'guest', 'newcomer', 'unactivated'] as const
      const answers = await Promise.all(people.map((person) => edit(person, { student_number: '0123456' })))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422, 422])
      const refused = answers.filter(({ status }) => status === 422).map(({ body }) => Object(body).reason)
      expect(new Set(refused)).toEqual(new Set(['student-number-taken']))
    })
  })

  describe('in a list of students', () => {
    const preview = async (text: string) => {
      const { status, body } = await ask('POST /import/students/preview', { text })
      expect(status).toBe(200)
      return previewSchema.parse(body)
    }
    const importList = async (text: string) => {
      const { confirmation } = await preview(text)
      return ask('POST /import/students', { text, confirmation })
    }

    test('goes to new students and to those who have none, and nobody’s is overwritten', async () => {
      await set('noor', 'S03')
      expect(await preview(NUMBERS)).toMatchObject({
        lines: [
          { findings: [{ verdict: 'new-without-name' }], student_number: 'S01' },
          { findings: [{ verdict: 'number-added', about: 'S02' }] },
          { findings: [{ verdict: 'number-kept', about: 'S03' }] },
        ],
        counts: { added: 1, changed: 1, skipped: 1, errors: 0 },
      })
      const noor = await userNamed('noor@school.test')
      const before = await userNamed('sam@school.test')
      expect(await importList(NUMBERS)).toMatchObject({ status: 200, body: { added: 1, changed: 1 } })
      expect(await userNamed('jade@school.test')).toMatchObject({
        student_number: 'S01',
        search_text: 'jade@school.test s01',
      })
      expect(await userNamed('sam@school.test')).toEqual({
        ...before,
        student_number: 'S02',
        search_text: 'sam de vries sam@school.test s02',
        version: 2,
      })
      expect(await userNamed('noor@school.test')).toEqual(noor)
      const { teacher, sam } = school.users
      expect(await auditTrail(database)).toContain(`user ${teacher} edited user ${sam}: student_number`)
      const letters = await database.kysely.selectFrom('outbox').select('kind').execute()
      expect(letters.map(({ kind }) => kind)).toEqual(['invitation-letter'])
      expect(await preview(NUMBERS)).toMatchObject({ confirmation: null, counts: { changed: 0, skipped: 3 } })
    })

    test('is found by a search afterwards, and fills in one account alone', async () => {
      expect(await importList('e-mail;nummer\nsam@school.test;S02')).toMatchObject({ body: { added: 0, changed: 1 } })
      expect(await ask('GET /users/20?search=s02')).toMatchObject({
        body: { entities: [{ username: 'sam@school.test', student_number: 'S02' }] },
      })
    })
  })
})

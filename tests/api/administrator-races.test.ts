// @module-tag race
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '#database/engine/open-database.ts'
import { startTestApi, type TestApi } from '#tests/support/api/test-api.ts'
import { startTestSchool, type TestSchool } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { halfway, holdUser } from '#tests/support/halfway.ts'
import { interleaved } from './support/interleaved.ts'

describeOnEachDatabase('two administrators at once', (open) => {
  let database: Database
  let school: TestSchool
  let api: TestApi
  beforeAll(async () => {
    database = await open()
  })
  beforeEach(async () => {
    api = await startTestApi(interleaved(database))
  })

  const administrators = async () =>
    (
      await database.kysely
        .selectFrom('user')
        .select('id')
        .where('roles', '=', 'ROLE_ADMIN')
        .where('activated', '=', true)
        .execute()
    ).length

  /**
   * Outcome when teacher and noor, both administrators, each do this at the same time to the one that `target` names.
   */
  const meet = async (act: 'demote' | 'deactivate' | 'delete' | 'delete-many', target: 'each other' | 'themselves') => {
    school = await startTestSchool(database)
    const { teacher, noor } = school.users
    await database.kysely.updateTable('user').set({ roles: 'ROLE_ADMIN' }).where('id', '=', noor).execute()
    const tokens = [(await api.logIn('teacher@school.test')).token, (await api.logIn('noor@school.test')).token]
    const targets = target === 'themselves' ? [teacher, noor] : [noor, teacher]
    const names = { first_name: 'Sam', last_name: 'de Vries' }
    const body = act === 'demote' ? { ...names, roles: ['ROLE_STUDENT'] } : { ...names, activated: false }
    const ask = (who: 0 | 1) => () => {
      const [token, path] = [tokens[who] ?? '', `/user/${targets[who]}`]
      if (act === 'delete-many') {
        const users = [{ id: targets[who] }, { id: who === 0 ? school.users.sam : school.users.guest }]
        return api.ask('POST /users/act', { token, body: { act: { kind: 'delete' }, users } })
      }
      return act === 'delete' ? api.ask(`DELETE ${path}`, { token }) : api.ask(`PUT ${path}`, { token, body })
    }
    const answers = await halfway(database, {
      // Where what a teacher does is recorded, and where they change themselves.
      hold: holdUser(teacher),
      first: ask(0),
      second: ask(1),
    })
    return answers.map(({ status }) => status).toSorted()
  }

  test.for(['demote', 'deactivate', 'delete', 'delete-many'] as const)(
    'and %s each other: one succeeds, the other gets a refusal, being no administrator any more',
    async (act) => {
      expect(await meet(act, 'each other')).toEqual([200, 401])
      expect(await administrators()).toBe(1)
    },
  )

  test.for(['demote', 'deactivate', 'delete'] as const)('and %s themselves: neither succeeds', async (act) => {
    expect(await meet(act, 'themselves')).toEqual([422, 422])
    expect(await administrators()).toBe(2)
  })
})

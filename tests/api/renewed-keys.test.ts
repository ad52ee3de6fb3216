import { expect, test } from 'vitest'
import { renewFindable } from '#api-server/users/renew-findable.ts'
import { findable } from '#domain/users/search.rules.ts'
import { openStage } from '#tests/support/api/stage.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { eventually } from '#tests/support/eventually.ts'
import { meanwhile } from '#tests/support/halfway.ts'

describeOnEachDatabase('what is derived of names', (open) => {
  const { database, set, add } = openStage(open, { server: 'none' })

  const start = ({ lot }: { lot: number }) =>
    renewFindable({
      database,
      log: { warn: () => undefined },
      lot,
      pauses: { first: 0, between: 0, after: 3_600_000 },
    })
  const users = () =>
    database.kysely
      .selectFrom('user')
      .select(['username', 'first_name', 'last_name', 'student_number'])
      .select(['search_text', 'first_name_key', 'last_name_key', 'version'])
      .orderBy('id')
      .execute()
  /** Writes as the release before: by other rules, or without what it does not know. */
  const writeAsBefore = (
    id: number,
    written: { first_name_key: string; last_name_key: string; search_text?: string },
  ) => set.user(id, written)

  test('is renewed for whoever an older release wrote, in every lot, and nobody’s version changes', async () => {
    const ids: number[] = []
    for (const [n, last_name] of ['’s-Gravesande', 'Özil', 'van der Berg', 'Bakker', 'De Wit', 'Vak 10'].entries())
      ids.push(await add.user({ username: `${n}@school.test`, first_name: 'Élise', last_name }))
    const before = await users()
    for (const [index, id] of ids.entries())
      await writeAsBefore(
        id,
        index % 2 === 0
          ? { first_name_key: '', last_name_key: '' }
          : { first_name_key: 'oud', last_name_key: 'oud', search_text: 'oud' },
      )
    expect(await users()).not.toEqual(before)
    const renewing = start({ lot: 4 })
    await eventually(async () => expect(await users()).toEqual(before))
    await renewing.stop()
  })

  test('is not renewed by a name that was replaced meanwhile', async () => {
    const id = await add.user({ username: 'eva@school.test', first_name: 'Eva', last_name: 'Bos' })
    await writeAsBefore(id, { first_name_key: '', last_name_key: '' })
    const person = { username: 'eva@school.test', first_name: 'Noor', last_name: 'Zwart', student_number: null }
    const replace = findable(person)
    await meanwhile(
      database,
      (trx) => trx.updateTable('user').set(replace).where('id', '=', id).execute(),
      async () => {
        // Ends the lot that has read the old name and waits for the row.
        await start({ lot: 50 }).stop()
      },
    )
    expect((await users()).at(-1)).toMatchObject(replace)
  })
})

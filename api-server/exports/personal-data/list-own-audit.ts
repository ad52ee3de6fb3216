import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'
import { type PersonalData, personalDataSchema } from '#domain/users/personal-data.schema.ts'

/** A teacher's own actions of many years come in pieces of this many. */
const PAGE = 500

/** What was done to this account, without who did it, and what its owner did themselves. */
export async function* listOwnAudit(kysely: Kysely<Tables>, userId: number): AsyncGenerator<PersonalData['audit']> {
  for (let after = 0; ; ) {
    const rows = await findPage(kysely, userId, after)
    yield rows.map(({ id, actor_id, fields, ...row }) => ({
      ...row,
      fields: namesIn(fields),
      by_you: actor_id === userId,
    }))
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    after = last.id
  }
}

const findPage = (kysely: Kysely<Tables>, userId: number, after: number) =>
  kysely
    .selectFrom('audit')
    .select(['id', 'at', 'actor_id', 'action', 'resource', 'resource_id', 'fields'])
    .where('id', '>', after)
    .where((either) =>
      either.or([
        either('actor_id', '=', userId),
        either.and([either('resource', '=', 'user'), either('resource_id', '=', userId)]),
      ]),
    )
    .orderBy('id')
    .limit(PAGE)
    .execute()

const namesIn = (fields: string): string[] =>
  personalDataSchema.shape.audit.element.shape.fields.parse(JSON.parse(fields))

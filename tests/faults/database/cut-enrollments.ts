import { createEnrollment } from '#contract/enrollments.calls.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { EnrollmentCreate } from '#domain/enrollments/enrollment.schema.ts'
import { type Answer, Connection } from '#tests/harness/http/connection.ts'
import { askEnrollment } from '#tests/harness/http/requests.ts'

export interface CutResult {
  /** asked to come back, without having been enrolled */
  undone: number
  /** asked to come back, though they were enrolled: the answer was lost, not the place */
  done: number
  /** answered at once: they came in another batch */
  answered: number
  /** answers that contradict the database */
  lies: string[]
}

/**
 * Has each of these ask for a place at once, and those who are sent away ask again, as the app does; compares every
 * answer with what the database holds at that moment.
 */
export async function enrollTogether(
  { kysely }: Database,
  port: number,
  wishes: readonly EnrollmentCreate[],
  tokens: readonly string[],
): Promise<CutResult> {
  const result: CutResult = { undone: 0, done: 0, answered: 0, lies: [] }
  const places = wishes.map((wish) => ({ wish, connection: new Connection(port) }))
  const ask = ({ wish, connection }: (typeof places)[number]) =>
    connection.ask(askEnrollment(wish, tokens[wish.user_id] ?? ''))
  const stored = async ({ user_id, module_id }: EnrollmentCreate) =>
    (
      await kysely
        .selectFrom('enrollment')
        .select('id')
        .where('user_id', '=', user_id)
        .where('module_id', '=', module_id)
        .execute()
    ).map(({ id }) => id)

  const first = await Promise.all(places.map(ask))
  for (const [index, place] of places.entries()) {
    let answer = first[index]
    const before = await stored(place.wish)
    const expected = before.length > 0 ? 200 : 201
    if (answer && answer.status !== 503) result.answered += 1
    else {
      if (answer?.retryAfter === undefined || answer.retryAfter > 1) result.lies.push('503 without a near Retry-After')
      if (before.length > 0) result.done += 1
      else result.undone += 1
      answer = await ask(place)
      if (answer.status !== expected) result.lies.push(`${answer.status} instead of ${expected} at the next try`)
    }
    const after = await stored(place.wish)
    if (after.length !== 1 || after[0] !== idIn(answer))
      result.lies.push(`${answer?.status} with place ${answer && idIn(answer)} where the database has ${after}`)
    place.connection.close()
  }
  return result
}

const idIn = (answer: Answer | undefined): number | undefined =>
  createEnrollment.reply.safeParse(JSON.parse(answer?.body ?? 'null')).data?.entity.id

import { setTimeout as delay } from 'node:timers/promises'
import { KEY_HEADER } from '#contract/endpoint.ts'
import { createEnrollment } from '#contract/enrollments.gen.ts'
import { getOutcome } from '#contract/outcomes.gen.ts'
import { call, refreshed } from '#tests/harness/http/calls.ts'
import { makeApis, NO_MAIL, startApi } from '#tests/harness/killable-server.ts'
import { onEach, type Place } from '#tests/harness/places.ts'
import { openMoment, seedFaultSchool } from '#tests/harness/school/fault-school.ts'
import type { Extent, Fault, FaultRow } from '../fault-row.ts'

const SIZES = { quick: { kills: 4, students: 30 }, full: { kills: 60, students: 60 } }

/** About as long as it takes to enroll them (ms): the kill comes before, while and after the commit. */
const WITHIN_MS = 60

/**
 * kill -9 of one of two API servers while students enroll, each with a key; one in three sends it to both at once. What the
 * other server says of each key afterwards is so, and stays so when the original comes late.
 */
export const killAndAsk: Fault = {
  quick: true,
  run: (extent) => onEach((place) => killWhileEnrolling(place, extent), { engines: ['PostgreSQL'] }),
}

async function killWhileEnrolling(place: Place, extent: Extent): Promise<FaultRow> {
  const { database, engine } = place
  const { kills, students: count } = SIZES[extent]
  const school = await seedFaultSchool(database, count)
  const [dying] = await makeApis(place, 1, { env: NO_MAIL })
  const other = await startApi(place, NO_MAIL)
  const testmoment_id = openMoment(school)
  const found = { done: 0, notReceived: 0, untrue: 0, twice: 0, late: 0 }

  const tokens = new Map<number, string>()
  for (const { id, refresh_token } of school.students) tokens.set(id, (await refreshed(other.url, refresh_token)).token)

  for (let kill = 0; kill < kills; kill++) {
    await database.kysely.deleteFrom('enrollment').execute()
    await dying.start()
    const module_id = school.modules[kill % school.modules.length]
    const wishes = school.students.map(({ id }, at) => {
      const key = `${Date.now().toString(36)}-${crypto.randomUUID()}`
      const token = tokens.get(id) ?? ''
      const asking = { token, headers: { [KEY_HEADER]: key }, body: { user_id: id, testmoment_id, module_id } }
      return {
        ...{ id, key, token, isSentTwice: at % 3 === 0 },
        send: ({ url }: { url: string }) => call(url, createEnrollment, asking),
      }
    })
    const sent = wishes.flatMap((wish) => [
      wish.send(dying).catch(() => undefined),
      ...(wish.isSentTwice ? [wish.send(other).catch(() => undefined)] : []),
    ])
    await delay(Math.random() * WITHIN_MS)
    await dying.kill()
    await Promise.all(sent)

    const outcomes = await Promise.all(
      wishes.map(async (wish) => {
        const { key, token } = wish
        const { body } = await call(other.url, getOutcome, { params: { key }, token })
        return { ...wish, outcome: String(Object(body).outcome) }
      }),
    )
    const isEnrolled = await countEnrolled(database)
    for (const { id, outcome } of outcomes) {
      const times = isEnrolled.get(id) ?? 0
      if (times > 1) found.twice += 1
      else if ((outcome === 'done') !== (times === 1)) found.untrue += 1
      else found[outcome === 'done' ? 'done' : 'notReceived'] += 1
    }
    await Promise.all(outcomes.map(({ send: again }) => again(other)))
    const afterwards = await countEnrolled(database)
    for (const { id } of school.students) if (afterwards.get(id) !== isEnrolled.get(id)) found.late += 1
  }
  await other.stop()
  return {
    fault: `kill -9 of one of two API servers while students enroll, whose answers are lost, ${engine}`,
    done: `${kills} kills while ${count} students enroll, a third of them at both servers at once`,
    invariant: 'what the other server says of a key is so, nothing is done twice, and nothing late',
    measured: `${found.done} times done, ${found.notReceived} times not received; ${found.untrue} untrue, ${found.twice} twice, ${found.late} late`,
    goal: 'none untrue, twice or late',
    held: found.untrue + found.twice + found.late === 0 && found.done > 0,
  }
}

async function countEnrolled({ kysely }: Place['database']): Promise<Map<number, number>> {
  const rows = await kysely
    .selectFrom('enrollment')
    .select(({ fn }) => ['user_id', fn.countAll<number>().as('count')])
    .groupBy('user_id')
    .execute()
  return new Map(rows.map(({ user_id, count }) => [user_id, Number(count)]))
}

import { setTimeout as delay } from 'node:timers/promises'
import { pathOf } from '#contract/endpoint.ts'
import { readPushKey } from '#contract/push.calls.ts'
import type { Database } from '#database/engine/open-database.ts'
import { PersistentCaller } from '#tests/harness/http/persistent-caller.ts'
import { readyInWords } from '#tests/harness/killable-server.ts'
import { JournalingPhone } from '#tests/harness/people/journaling-phone.ts'
import { keepBusy } from '#tests/harness/people/keep-busy.ts'
import { onEach, type Place } from '#tests/harness/places.ts'
import { seedDevices } from '#tests/harness/push/push-openings.ts'
import { pushServerBeside } from '#tests/harness/push/push-server-beside.ts'
import { seedFaultSchool } from '#tests/harness/school/fault-school.ts'
import { signTokens } from '#tests/harness/school/sign-tokens.ts'
import { until } from '#tests/harness/wait.ts'
import { openPushService } from '../../support/push/open-push-service.ts'
import type { Extent, Fault, FaultRow } from '../fault-row.ts'

const PHONES = { quick: 10, full: 20 }
const NOTIFIED = { quick: 40, full: 60 }
const KILLS = { quick: 2, full: 100 }
const READY_GOAL_MS = 2_000
/** Among the pushes of an opening; 0 is while it is planned, and what was claimed then waits for a minute. */
const FIRST_POINT = { quick: 1, full: 0 }
/** within which the push server looks at the outbox: a kill there comes before, during or after planning */
const PLANNING_MS = 400
/** Pushes under way at a kill wait for their lease of 30 s; the bounded run does not wait, and leaves them planned. */
const PATIENCE_MS = 300_000
const POLL_MS = 100
/** acknowledged between two kills, at least */
const MORE = 20

/** kill -9 of the push server while it announces openings and students add and remove devices. */
export const killPush: Fault = {
  quick: true,
  limit: 60,
  run: (extent) => onEach((place) => killServer(place, extent)),
}

async function killServer({ database, dataDir, engine, url }: Place, extent: Extent): Promise<FaultRow> {
  const school = await seedFaultSchool(database, PHONES[extent] + NOTIFIED[extent])
  const tokens = await signTokens(dataDir, school.students.length)
  const ids = school.students.map(({ id }) => id)
  const service = await openPushService()
  const openings = await seedDevices(database, service, ids.slice(PHONES[extent]))
  const server = await pushServerBeside(service, { url, dataDir })
  const { key } = readPushKey.reply.parse(await (await fetch(server.url + pathOf(readPushKey))).json())
  const phones = ids.slice(0, PHONES[extent]).map((id) => {
    const owner = { id, token: tokens[id] ?? '' }
    return new JournalingPhone(owner, { origin: service.origin, vapidKey: key }, new PersistentCaller([server.url], 0))
  })
  const busy = keepBusy(phones)

  const times: number[] = []
  for (let kill = 0; kill < KILLS[extent]; kill++) {
    const point = FIRST_POINT[extent] + Math.floor(Math.random() * openings.devices)
    const atPoint = Promise.withResolvers<void>()
    await openings.open((count) => {
      if (count !== point) return
      // Half of them before the push service has answered, the others after.
      if (kill % 2 === 0) setImmediate(atPoint.resolve)
      else void server.kill().then(atPoint.resolve)
    })
    await (point === 0 ? delay(Math.random() * PLANNING_MS) : atPoint.promise)
    await server.kill()
    times.push(await server.start())
    await busy.more(MORE)
  }
  await busy.stop()
  const patience = { pollMs: POLL_MS, patienceMs: PATIENCE_MS }
  await until(async () => (await openings.wrongPlans()) === 0, patience)
  if (extent === 'full') await until(async () => (await openings.unsent()) === 0, patience)
  await server.stop()
  await service.close()

  const counts = {
    lost: await devicesAmiss(database, phones),
    wrongPlans: await openings.wrongPlans(),
    neverCame: await openings.neverCame(),
    unsent: extent === 'full' ? await openings.unsent() : 0,
  }
  const lies = phones.flatMap((phone) => phone.lies)
  return {
    fault: `kill -9 of the push server, ${engine}`,
    done: `${KILLS[extent]} kills while it tells ${openings.devices} devices of an opening each time and ${PHONES[extent]} students add and remove devices`,
    invariant:
      'one push planned for each opening and device, none said to be sent that never came; devices are as was acknowledged',
    measured:
      `${busy.acknowledged()} acknowledged, ${counts.lost} devices amiss, ${lies.length} false answers${lies.length > 0 ? ` (${lies[0]})` : ''}; ` +
      `${counts.wrongPlans} plans amiss, ${counts.neverCame} never came, ${counts.unsent} unsent, ${openings.repeated()} came twice; ${readyInWords(times)}`,
    goal: `0 amiss, false, never came or unsent; ready ≤ ${READY_GOAL_MS / 1_000} s after its start`,
    held: Object.values(counts).every((count) => count === 0) && lies.length === 0,
    late: Math.max(...times) > READY_GOAL_MS,
  }
}

/** Devices that were acknowledged and are not stored as such, or the other way round. */
async function devicesAmiss({ kysely }: Database, phones: readonly JournalingPhone[]): Promise<number> {
  const rows = await kysely
    .selectFrom('push_subscription')
    .select(['id', 'user_id', 'endpoint'])
    .where(
      'user_id',
      'in',
      phones.map(({ userId }) => userId),
    )
    .execute()
  const stored = new Set(rows.map(({ id, user_id, endpoint }) => `${user_id} ${id} ${endpoint}`))
  const acknowledged = new Set(
    phones.flatMap(({ userId, devices }) => [...devices].map(([id, endpoint]) => `${userId} ${id} ${endpoint}`)),
  )
  const lost = [...acknowledged].filter((device) => !stored.has(device))
  const left = [...stored].filter((device) => !acknowledged.has(device))
  return lost.length + left.length
}

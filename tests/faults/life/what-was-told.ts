import { readFileSync } from 'node:fs'
import type { Place } from '#tests/harness/places.ts'
import type { Mailbox } from '../../support/mail/mailbox.ts'
import type { PushService } from '../../support/push/open-push-service.ts'
import type { SchoolPeople } from './person.ts'
import type { SchoolDay } from './school-day.ts'

/** Each who follows what changes is pushed each opening, by one job a device; a push that comes again replaces the first. */
export async function judgeOpenings(
  { database: { kysely } }: Place,
  service: PushService,
  { watchers }: SchoolPeople,
  { openings }: SchoolDay,
): Promise<string[]> {
  const ids = watchers.map(({ id }) => id)
  const devices = await kysely
    .selectFrom('push_subscription')
    .select(['id', 'endpoint'])
    .where('user_id', 'in', ids)
    .execute()
  const jobs = await kysely.selectFrom('push_job').selectAll().where('kind', '=', 'opening').execute()
  const came = new Set(service.received.map(({ path, headers }) => `${headers.topic} ${path}`))
  const wrong: string[] = []
  for (const { moment, day } of openings)
    for (const { id, endpoint } of devices) {
      const planned = jobs.filter((job) => job.testmoment_id === moment && job.push_subscription_id === id)
      const isThere = came.has(`toetsmoment-${moment} ${new URL(endpoint).pathname}`)
      if (planned.length !== 1 || !isThere)
        wrong.push(
          `the opening of day ${day + 1}: ${planned.length} jobs for a device (${planned[0]?.outcome}), ${isThere ? 'came' : 'never came'}`,
        )
    }
  return counted(wrong)
}

/** Each message went to everybody it was for, under one Message-ID; who registered could activate. */
export function judgeLetters(
  mailbox: Mailbox,
  { takers, watchers }: SchoolPeople,
  { messages, newcomers }: SchoolDay,
  lastHour: number,
): string[] {
  const wrong: string[] = []
  for (const subject of messages) {
    const letters = mailbox.letters.filter((letter) => letter.subject.includes(subject))
    const readers = new Set(letters.map(({ to }) => to)).size
    const ids = new Set(letters.map(({ headers }) => headers['message-id'])).size
    const meant = takers.flat().length + watchers.length
    if (readers !== meant || ids !== meant) wrong.push(`${subject}: ${readers} of ${meant} readers, ${ids} letters`)
  }
  // Those of the last hour have not come back yet.
  const stuck = [...newcomers].filter(([name, isIn]) => !isIn && !name.startsWith(`new-${lastHour}-`)).length
  if (stuck > 0) wrong.push(`${stuck} who registered could not activate`)
  return wrong
}

/** Lines of level error, which no ending of a server brings about. */
export function errorsIn(logs: readonly string[]): string[] {
  const lines = logs.flatMap((log) => readFileSync(log, 'utf8').split('\n'))
  const errors = lines.flatMap((line) => {
    if (!/^\{"level":[56]0/.test(line)) return []
    const { msg, err, cause }: { msg?: string; err?: { message?: string }; cause?: string } = JSON.parse(line)
    // A 503 that says why, as on a machine that has too much to do: it is asked again.
    if (cause) return []
    return [`logged: ${msg} ${err?.message ?? ''}`]
  })
  return counted(errors)
}

function counted(lines: readonly string[]): string[] {
  return Object.entries(Object.groupBy(lines, (line) => line)).map(([line, same = []]) => `${same.length} × ${line}`)
}

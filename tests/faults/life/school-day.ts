import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { register, verifyUser } from '#contract/accounts.gen.ts'
import { createCalendarFeed, readCalendarFeed } from '#contract/calendar.gen.ts'
import { createEnrollment, deleteEnrollment } from '#contract/enrollments.gen.ts'
import { listModuleStatuses, listUserTestmoments } from '#contract/first-reads.gen.ts'
import { getImport, importStudents, previewStudentImport, undoImport } from '#contract/import.gen.ts'
import { listReceivedMessages, sendMessage } from '#contract/messages.gen.ts'
import { makeInvigilatorLink, readPresence, tickPresence } from '#contract/presence.gen.ts'
import { deletePushDevice, savePushDevice } from '#contract/push.gen.ts'
import { previewPublication, publishResults, readResults, saveResults } from '#contract/results.gen.ts'
import { createTestmoment, editTestmoment, getTestmoment } from '#contract/testmoments.gen.ts'
import { deleteUser } from '#contract/users.gen.ts'
import { joinWaiting } from '#contract/waiting.gen.ts'
import { addDays, dayOf } from '#domain/calendar/amsterdam.ts'
import type { Place } from '#tests/harness/places.ts'
import type { FaultSchool } from '#tests/harness/school/fault-school.ts'
import { addMoment } from '../../support/api/test-school.ts'
import type { Mailbox } from '../../support/mail/mailbox.ts'
import { makeReceiver } from '../../support/push/receiver.ts'
import type { Person, SchoolPeople } from './person.ts'

const SEATS = 5
const HOUR = 3_600_000

const entitySchema = z.looseObject({ entity: z.looseObject({ id: z.number(), version: z.number().optional() }) })
const confirmationSchema = z.looseObject({ confirmation: z.string() })

/** Work of a school on each day, by the hour. Its notes are judged when the life is over. */
export class SchoolDay {
  readonly openings: { moment: number; day: number }[] = []
  readonly messages: string[] = []
  /** registrations that were answered, by address: whether the letter came and its link worked */
  readonly newcomers = new Map<string, boolean>()
  readonly #people: SchoolPeople
  readonly #place: Place
  readonly #school: FaultSchool
  readonly #mailbox: Mailbox
  readonly #push: { origin: string; vapidKey: () => Promise<string> }
  #schoolyear = 0

  constructor(options: {
    people: SchoolPeople
    place: Place
    school: FaultSchool
    mailbox: Mailbox
    push: { origin: string; vapidKey: () => Promise<string> }
  }) {
    this.#people = options.people
    this.#place = options.place
    this.#school = options.school
    this.#mailbox = options.mailbox
    this.#push = options.push
  }

  /** `hour` of the life, from 0. */
  async work(hour: number): Promise<void> {
    const { teacher, takers, watchers } = this.#people
    const [day, clock] = [Math.floor(hour / 24), hour % 24]
    await Promise.all([teacher, ...takers.flat(), ...watchers].map((person) => person.renew()))
    await this.comeAndGo(hour)
    await Promise.all(watchers.map((watcher) => this.read(watcher)))
    const [taking = [], others = []] = day % 2 === 0 ? takers : takers.toReversed()
    if (clock === 8) await this.planMoment(day)
    if (clock === 9) {
      while (!(await this.#isOpen())) await delay(50)
      await this.#untilToldOf(this.#latest)
      await this.enroll(taking)
    }
    if (clock === 10) await this.write()
    if (clock === 12) await this.freeSeats(taking)
    if (clock === 13 && day > 0) await this.holdTest(this.#madeOn(day - 1))
    if (clock === 14 && day > 0) await this.giveResults(this.#madeOn(day - 1))
    if (clock === 15) await this.importAndUndo(day)
    if (clock === 20) await Promise.all(others.map((other) => this.changeDevice(other)))
  }

  async read(watcher: Person): Promise<void> {
    const params = { id: watcher.id }
    for (const target of [listModuleStatuses, listUserTestmoments, listReceivedMessages])
      await watcher.ask(target, { params })
    const feed = await watcher.ask(createCalendarFeed, { params })
    const { url } = z.looseObject({ entity: z.looseObject({ url: z.string() }) }).parse(feed.body).entity
    await watcher.ask(readCalendarFeed, { params: { key: new URL(url).pathname.split('/').at(-2) ?? '' } })
  }

  /**
   * Two register, those of the two hours before activate, and a teacher deletes those of before these. The letter of a server that was
   * killed with it comes once its lease is over, which is later by the clock than by this one.
   */
  async comeAndGo(hour: number): Promise<void> {
    const { passerBy, teacher } = this.#people
    const addresses = (of: number) => [1, 2].map((n) => `new-${of}-${n}@faults.example`)
    for (const username of addresses(hour)) {
      const password = `een lang wachtwoord ${hour}`
      await passerBy.ask(register, { body: { username, password, password_repeat: password } })
      this.newcomers.set(username, false)
    }
    for (const username of [...addresses(hour - 1), ...addresses(hour - 2)]) {
      const letter = this.#mailbox.letters.findLast(({ to }) => to === username)
      if (!letter || this.newcomers.get(username) !== false) continue
      // As on a device that did not register.
      const body = {
        validation_key: new URL(letter.link).pathname.split('/').at(-1),
        password: `een lang wachtwoord ${hour}`,
      }
      const answer = await passerBy.ask(verifyUser, { body })
      this.newcomers.set(username, answer.status === 200)
    }
    const gone = await this.#place.database.kysely
      .selectFrom('user')
      .select('id')
      .where('username', 'in', addresses(hour - 3))
      .execute()
    for (const params of gone) await teacher.ask(deleteUser, { params }, [200])
  }

  /** Tomorrow's, with a few seats, that opens at nine and closes at four. */
  async planMoment(day: number): Promise<void> {
    const { teacher } = this.#people
    const now = Date.now()
    const nine = Math.ceil(now / HOUR) * HOUR
    const params = { schoolyear_id: await this.#findSchoolyear() }
    const made = await teacher.ask(createTestmoment, {
      params,
      body: { moment: addDays(dayOf(now), 1), seats: SEATS, location: 'Aula' },
    })
    const { entity } = entitySchema.parse(made.body)
    await teacher.ask(editTestmoment, {
      params: { ...params, id: entity.id },
      body: {
        enrollments_open_at: new Date(nine).toISOString(),
        enrollments_close_at: new Date(nine + 7 * HOUR).toISOString(),
        version: entity.version,
      },
    })
    this.openings.push({ moment: entity.id, day })
  }

  #madeOn(day: number): number {
    return this.openings.find((one) => one.day === day)?.moment ?? 0
  }

  /** Adds an open moment, in this many days; returns its id. */
  async addMoment(inDays: number): Promise<number> {
    const schoolyear_id = await this.#findSchoolyear()
    const date = addDays(dayOf(Date.now()), inDays)
    const open = { schoolyear_id, date, seats: SEATS, enrollments_enabled: true }
    const moment = await addMoment(this.#place.database, open)
    this.openings.push({ moment, day: this.openings.length })
    return moment
  }

  async #findSchoolyear(): Promise<number> {
    this.#schoolyear ||= (
      await this.#place.database.kysely
        .selectFrom('schoolyear')
        .select('id')
        .where('active', '=', true)
        .executeTakeFirstOrThrow()
    ).id
    return this.#schoolyear
  }

  get #latest(): number {
    return this.openings.at(-1)?.moment ?? 0
  }

  async #isOpen(): Promise<boolean> {
    const params = { schoolyear_id: this.#schoolyear, id: this.#latest }
    const { body } = await this.#people.teacher.ask(getTestmoment, { params })
    return z.looseObject({ enrollments_enabled: z.boolean() }).parse(body).enrollments_enabled
  }

  /**
   * Seats are taken in a moment, and a full one is not announced; what takes longer than this is judged when the life
   * is over.
   */
  async #untilToldOf(moment: number): Promise<void> {
    for (const until = performance.now() + 10_000; performance.now() < until; await delay(50)) {
      const jobs = await this.#place.database.kysely
        .selectFrom('push_job')
        .select('done_at')
        .where('testmoment_id', '=', moment)
        .where('kind', '=', 'opening')
        .execute()
      if (jobs.length > 0 && jobs.every(({ done_at }) => done_at !== null)) return
    }
  }

  /** All at once, at the latest moment. */
  async enroll(takers: readonly Person[]): Promise<void> {
    await Promise.all(
      takers.map(async (taker, n) => {
        const body = { user_id: taker.id, testmoment_id: this.#latest, module_id: this.#module(n) }
        const { status } = await taker.ask(createEnrollment, { body }, [201, 200, 422])
        if (status === 422) await taker.ask(joinWaiting, { body }, [201, 200])
      }),
    )
  }

  #module = (n: number) => this.#school.modules[n % this.#school.modules.length] ?? 0

  /** Two give their seats up, and who waits gets them. */
  async freeSeats(takers: readonly Person[]): Promise<void> {
    const ids = new Map(takers.map((taker) => [taker.id, taker]))
    const seated = await this.#enrolledAt(this.#latest)
    for (const { id, user_id } of seated.slice(0, 2)) await ids.get(user_id)?.ask(deleteEnrollment, { params: { id } })
  }

  #enrolledAt(moment: number) {
    return this.#place.database.kysely
      .selectFrom('enrollment')
      .select(['id', 'user_id'])
      .where('testmoment_id', '=', moment)
      .orderBy('id')
      .execute()
  }

  async write(): Promise<void> {
    const { takers, watchers, teacher } = this.#people
    const subject = `Bericht ${this.messages.length + 1}`
    const user_ids = [...takers.flat(), ...watchers].map(({ id }) => id)
    const body = {
      key: randomUUID(),
      subject,
      text: 'Neem je rekenmachine mee.',
      audience: { kind: 'users', user_ids },
    }
    await teacher.ask(sendMessage, { body })
    this.messages.push(subject)
  }

  /** Holds the test of a moment that is today. */
  async holdTest(id: number): Promise<void> {
    const { teacher } = this.#people
    await teacher.ask(makeInvigilatorLink, { params: { id } })
    const at = new Date().toISOString()
    const ticks = (await this.#enrolledAt(id)).flatMap(({ id: enrollment_id }) =>
      (['absent', 'present'] as const).map((status) => ({ key: randomUUID(), enrollment_id, status, at })),
    )
    const walk_ins = [{ key: randomUUID(), name: 'Iemand', at }]
    await teacher.ask(readPresence, { params: { id } })
    await teacher.ask(tickPresence, { params: { id }, body: { ticks, walk_ins } })
  }

  async giveResults(id: number): Promise<void> {
    const { teacher } = this.#people
    const params = { id }
    await teacher.ask(readResults, { params })
    const entities = (await this.#enrolledAt(params.id)).map(({ id: enrollment_id }) => ({
      enrollment_id,
      version: 0,
      value: { outcome: 'failed', grade: 40 },
    }))
    await teacher.ask(saveResults, { params, body: { entities } })
    const { confirmation } = confirmationSchema.parse(
      (await teacher.ask(previewPublication, { params, body: {} })).body,
    )
    await teacher.ask(publishResults, { params, body: { confirmation } })
  }

  async importAndUndo(day: number): Promise<void> {
    const { teacher } = this.#people
    const people = Array.from({ length: 30 }, (_, n) => `Jade;van den Berg;import-${day}-${n}@faults.example;`)
    const text = ['voornaam;achternaam;e-mail;studierichting', ...people].join('\n')
    const { confirmation } = confirmationSchema.parse(
      (await teacher.ask(previewStudentImport, { body: { text } })).body,
    )
    const imported = await teacher.ask(importStudents, { body: { text, confirmation } })
    const { import_id: id } = z.looseObject({ import_id: z.number().optional() }).parse(imported.body)
    // A release that turns none back.
    if (id === undefined) return
    const shown = confirmationSchema.parse((await teacher.ask(getImport, { params: { id } })).body)
    await teacher.ask(undoImport, { params: { id }, body: shown })
  }

  /** Adds a browser to the notified ones, and removes it again. */
  async changeDevice(person: Person): Promise<void> {
    const endpoint = `${this.#push.origin}/device/${randomUUID()}`
    const subscription = { endpoint, keys: makeReceiver().keys, vapid_key: await this.#push.vapidKey() }
    const body = { subscription, secret: randomBytes(32).toString('base64url'), asked: true }
    const { body: reply } = await person.ask(savePushDevice, { body })
    const { id } = entitySchema.parse(reply).entity
    await person.ask(deletePushDevice, { params: { id } })
  }
}

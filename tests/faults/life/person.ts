import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { type Endpoint, EVENT_STREAM, pathOf } from '#contract/endpoint.ts'
import { readLive } from '#contract/live.gen.ts'
import { refreshToken } from '#contract/sessions.gen.ts'
import { sessionTokensSchema } from '#domain/sessions/session.schema.ts'
import { type Answer, type Asking, PersistentCaller } from '#tests/harness/http/persistent-caller.ts'
import type { Place } from '#tests/harness/places.ts'
import { logIn } from '#tests/harness/school/fault-school.ts'
import { addUser } from '../../support/api/test-school.ts'
import type { PushService } from '../../support/push/open-push-service.ts'
import { subscribe } from '../../support/push/subscribe.ts'

/** Answers that nobody should get, with their numbers. */
export type Complaints = Map<string, number>

const confirmationSchema = z.looseObject({ reason: z.literal('confirmation-needed'), confirmation: z.string() })

/** Somebody with an app that renews its login by itself, says yes to whatever asks first, and keeps what else it is answered. */
export class Person {
  readonly id: number
  token = ''
  readonly #caller: PersistentCaller
  readonly #complaints: Complaints
  #refreshToken: string

  constructor(login: { id: number; refresh_token: string }, urls: readonly string[], complaints: Complaints) {
    this.id = login.id
    this.#refreshToken = login.refresh_token
    this.#caller = new PersistentCaller(urls, login.id)
    this.#complaints = complaints
  }

  /** Refreshes the session, as the app does when it is opened. */
  async renew(): Promise<void> {
    const answer = await this.#caller.ask(refreshToken, { body: { refresh_token: this.#refreshToken } })
    if (answer.status !== 200) return this.#complain(refreshToken, answer)
    const tokens = sessionTokensSchema.parse(answer.body)
    this.token = tokens.token
    this.#refreshToken = tokens.refresh_token
  }

  /** Its answer, of which any status but those of `fine` is complained about. */
  async ask(target: Endpoint, asking: Omit<Asking, 'token'> = {}, fine: readonly number[] = [200, 201]) {
    const answer = await this.#caller.ask(target, { ...asking, token: this.token })
    const asked = confirmationSchema.safeParse(answer.body)
    if (asked.success) {
      const path: `/${string}` = `${target.path}?confirmed=${encodeURIComponent(asked.data.confirmation)}`
      return this.#judged(target, await this.#caller.ask({ ...target, path }, { ...asking, token: this.token }), fine)
    }
    return this.#judged(target, answer, fine)
  }

  #judged(target: Endpoint, answer: Answer, fine: readonly number[]): Answer {
    if (!fine.includes(answer.status)) this.#complain(target, answer)
    return answer
  }

  #complain({ method, path }: Endpoint, { status, body }: Answer): void {
    const what = `${method} ${path}: ${status} ${JSON.stringify(body)?.slice(0, 120)}`
    this.#complaints.set(what, (this.#complaints.get(what) ?? 0) + 1)
  }

  /** Has an open screen until `signal` says otherwise: whenever its stream ends it opens another. */
  async watch(urls: readonly string[], signal: AbortSignal): Promise<void> {
    for (let at = this.id; !signal.aborted; at++) {
      for (; this.token === '' && !signal.aborted; ) await delay(100)
      try {
        const reply = await fetch(urls[at % urls.length] + pathOf(readLive), {
          headers: { accept: EVENT_STREAM, authorization: `Bearer ${this.token}` },
          signal,
        })
        for await (const _ of reply.body ?? []) if (signal.aborted) return
      } catch {
        // Its server went, or the token was over: the next has another.
      }
      await delay(1_000)
    }
  }
}

export interface SchoolPeople {
  teacher: Person
  /** on even days, and on odd ones: half of them get a seat, the others wait */
  takers: readonly [readonly Person[], readonly Person[]]
  /** people who watch changes and have devices, but do not enroll */
  watchers: readonly Person[]
  /** without an account, who calls what anybody may */
  passerBy: Person
}

/** A teacher and students, logged in; those who watch each have a device. */
export async function gather(
  { database }: Place,
  service: PushService,
  urls: readonly string[],
  complaints: Complaints,
  counts: { takers: number; watchers: number },
): Promise<SchoolPeople> {
  // The latest, where a school was there before.
  const { id: education_department_id } = await database.kysely
    .selectFrom('education_department')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const join = async (name: string, more: object) => {
    const id = await addUser(database, { username: `${name}@faults.example`, ...more })
    return new Person({ id, refresh_token: await logIn(database, id) }, urls, complaints)
  }
  const many = async (count: number, name: string) => {
    const people: Person[] = []
    for (let n = 0; n < count; n++) people.push(await join(`${name}-${n}`, { education_department_id }))
    return people
  }
  const watchers = await many(counts.watchers, 'watcher')
  for (const { id } of watchers) await subscribe(database, id, { origin: service.origin })
  return {
    teacher: await join('teacher', { roles: 'ROLE_ADMIN' }),
    watchers,
    takers: [await many(counts.takers, 'taker'), await many(counts.takers, 'other')],
    passerBy: new Person({ id: 0, refresh_token: '' }, urls, complaints),
  }
}

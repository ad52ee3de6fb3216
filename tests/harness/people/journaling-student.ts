import { createEnrollment, deleteEnrollment, moveEnrollment } from '#contract/enrollments.calls.ts'
import { refreshToken } from '#contract/sessions.gen.ts'
import { sessionTokensSchema } from '#domain/sessions/session.schema.ts'
import type { Answer, PersistentCaller } from '#tests/harness/http/persistent-caller.ts'
import type { FaultSchool } from '#tests/harness/school/fault-school.ts'

export interface Held {
  id: number
  testmoment_id: number
  module_id: number
}

interface Login {
  id: number
  refresh_token: string
}

/**
 * One student with one device, who writes down each acknowledged answer. Since nobody else touches their enrollments they
 * know what every next answer must be: one that contradicts the journal is a lie, of that answer or of an earlier one.
 */
export class JournalingStudent {
  readonly id: number
  /** enrollments by id that were acknowledged, and whose end was not acknowledged */
  readonly held = new Map<number, Held>()
  readonly lies: string[] = []
  /** answers that acknowledged a change */
  acknowledged = 0
  /** answers for which it had to ask again */
  askedAgain = 0
  readonly #school: FaultSchool
  #caller: PersistentCaller
  #refreshToken: string
  #token = ''

  constructor(login: Login, school: FaultSchool, caller: PersistentCaller) {
    this.id = login.id
    this.#refreshToken = login.refresh_token
    this.#school = school
    this.#caller = caller
  }

  /** Its app finds other servers from now on. */
  ledTo(caller: PersistentCaller): void {
    this.#caller = caller
  }

  /** Their access token is over, and they know it: the next act is a refresh. */
  renew(): void {
    this.#token = ''
  }

  /** One act, by chance, until it is answered; the first has to be a refresh. */
  async act(): Promise<void> {
    const held = anyOf([...this.held.values()])
    const chance = this.#token === '' ? 0 : Math.random()
    if (chance < 0.05) await this.refresh()
    else if (held && chance < 0.35) await this.#leave(held)
    else if (held && chance < 0.5) await this.#move(held, this.#anyMoment())
    else await this.#enroll(this.#anyMoment(), anyOf(this.#school.modules) ?? 0)
  }

  async #enroll(testmoment_id: number, module_id: number): Promise<void> {
    const place = { testmoment_id, module_id }
    const answer = this.#heard(
      await this.#caller.ask(createEnrollment, { token: this.#token, body: { user_id: this.id, ...place } }),
    )
    const known = this.#at(module_id)
    const expected = this.#verdictOnEnrolling(place, answer)
    if (!expected.includes(outcomeOf(answer))) return this.#lie('enroll', answer, expected)
    if (answer.status >= 300) return
    const { entity } = createEnrollment.reply.parse(answer.body)
    if (known && known.id !== entity.id) return this.#lie('another enrollment than it gave before', answer, [])
    this.#note(place, entity.id)
  }

  #verdictOnEnrolling({ testmoment_id, module_id }: Omit<Held, 'id'>, { triedBefore }: Answer): string[] {
    const known = this.#at(module_id)
    if (known?.testmoment_id === testmoment_id) return ['200']
    if (known) return ['422 existing-enrollment']
    if (this.#isFull(testmoment_id)) return ['422 no-slots-left']
    return triedBefore > 0 ? ['201', '200'] : ['201']
  }

  async #leave(held: Held): Promise<void> {
    const answer = this.#heard(
      await this.#caller.ask(deleteEnrollment, { token: this.#token, params: { id: held.id } }),
    )
    const mayBeGone = answer.triedBefore > 0 || this.#caller.mayBeAskedAgain
    const expected = mayBeGone ? ['200', '404 not-found'] : ['200']
    if (!expected.includes(outcomeOf(answer))) return this.#lie('leave', answer, expected)
    this.held.delete(held.id)
    this.acknowledged += 1
  }

  async #move(held: Held, testmoment_id: number): Promise<void> {
    const { id, module_id } = held
    const answer = this.#heard(
      await this.#caller.ask(moveEnrollment, { token: this.#token, params: { id }, body: { testmoment_id } }),
    )
    const expected = this.#verdictOnMoving(held, testmoment_id, answer)
    if (!expected.includes(outcomeOf(answer))) return this.#lie('move', answer, expected)
    if (answer.status === 422) return
    this.held.delete(id)
    // If a move got no answer, the enrollment must be at the other moment now; asking there returns it.
    if (answer.status === 404) return this.#findMoved({ testmoment_id, module_id })
    this.#note({ testmoment_id, module_id }, createEnrollment.reply.parse(answer.body).entity.id)
  }

  #verdictOnMoving(held: Held, testmoment_id: number, { triedBefore }: Answer): string[] {
    if (held.testmoment_id === testmoment_id) return ['200']
    if (this.#isFull(testmoment_id)) return ['422 no-slots-left']
    return triedBefore > 0 ? ['201', '404 not-found'] : ['201']
  }

  async #findMoved(place: Omit<Held, 'id'>): Promise<void> {
    const answer = this.#heard(
      await this.#caller.ask(createEnrollment, { token: this.#token, body: { user_id: this.id, ...place } }),
    )
    if (answer.status !== 200) return this.#lie('half a move', answer, ['200'])
    this.#note(place, createEnrollment.reply.parse(answer.body).entity.id)
  }

  async refresh(): Promise<void> {
    const answer = this.#heard(await this.#caller.ask(refreshToken, { body: { refresh_token: this.#refreshToken } }))
    if (answer.status !== 200) return this.#lie('logged out', answer, ['200'])
    const tokens = sessionTokensSchema.parse(answer.body)
    this.#token = tokens.token
    this.#refreshToken = tokens.refresh_token
  }

  #heard(answer: Answer): Answer {
    if (answer.triedBefore > 0) this.askedAgain += 1
    return answer
  }

  #note(place: Omit<Held, 'id'>, id: number): void {
    this.held.set(id, { id, ...place })
    this.acknowledged += 1
  }

  #lie(what: string, answer: Answer, expected: string[]): void {
    const again = answer.triedBefore > 0 ? `, asked ${answer.triedBefore + 1} times` : ''
    this.lies.push(`${what}: ${outcomeOf(answer)} instead of ${expected.join(' or ')}${again}`)
  }

  #at(module_id: number): Held | undefined {
    return [...this.held.values()].find((held) => held.module_id === module_id)
  }

  #isFull(testmoment_id: number): boolean {
    const limit = this.#school.moments.find(({ id }) => id === testmoment_id)?.max_enrollments ?? 0
    const taken = [...this.held.values()].filter((held) => held.testmoment_id === testmoment_id).length
    return limit > 0 && taken >= limit
  }

  #anyMoment(): number {
    return anyOf(this.#school.moments)?.id ?? 0
  }
}

/** '201', or '422 no-slots-left'. */
function outcomeOf({ status, body }: Answer): string {
  const reason = typeof body === 'object' && body !== null && 'reason' in body ? ` ${body.reason}` : ''
  return `${status}${reason}`
}

const anyOf = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(Math.random() * items.length)]

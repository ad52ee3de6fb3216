import { randomBytes } from 'node:crypto'
import { deletePushDevice, listPushDevices, savePushDevice } from '#contract/push.calls.ts'
import type { Answer, PersistentCaller } from '#tests/harness/http/persistent-caller.ts'
import { makeReceiver } from '#tests/support/push/receiver.ts'

interface Owner {
  id: number
  token: string
}

/** fewer than a student may have, so that none is dropped for another */
const DEVICES = 5

/**
 * A student who subscribes browsers to openings and unsubscribes them again, and writes down each acknowledged answer.
 * Nobody else touches their devices: an answer that contradicts the journal is a lie, of that answer or of an earlier
 * one.
 */
export class JournalingPhone {
  readonly userId: number
  /** endpoints by device id: acknowledged, and not acknowledged as removed since */
  readonly devices = new Map<number, string>()
  readonly lies: string[] = []
  acknowledged = 0
  askedAgain = 0
  readonly #token: string
  readonly #caller: PersistentCaller
  readonly #service: { origin: string; vapidKey: string }
  #made = 0

  constructor(owner: Owner, service: { origin: string; vapidKey: string }, caller: PersistentCaller) {
    this.userId = owner.id
    this.#token = owner.token
    this.#service = service
    this.#caller = caller
  }

  /** One act, by chance, until it is answered. */
  async act(): Promise<void> {
    const [oldest] = this.devices.keys()
    const chance = Math.random()
    if (oldest !== undefined && (this.devices.size >= DEVICES || chance < 0.3)) await this.#remove(oldest)
    else if (chance < 0.5) await this.#list()
    else await this.#add()
  }

  async #add(): Promise<void> {
    const endpoint = `${this.#service.origin}/phone/${this.userId}/${++this.#made}`
    const subscription = { endpoint, keys: makeReceiver().keys, vapid_key: this.#service.vapidKey }
    const body = { subscription, secret: randomBytes(32).toString('base64url'), asked: true }
    const answer = this.#heard(await this.#caller.ask(savePushDevice, { token: this.#token, body }))
    if (!isOneOf(answer, 201, 200)) return this.#lie('add', answer)
    this.devices.set(savePushDevice.reply.parse(answer.body).entity.id, endpoint)
    this.acknowledged += 1
  }

  async #remove(id: number): Promise<void> {
    const answer = this.#heard(await this.#caller.ask(deletePushDevice, { token: this.#token, params: { id } }))
    if (!isOneOf(answer, 200, 404)) return this.#lie('remove', answer)
    this.devices.delete(id)
    this.acknowledged += 1
  }

  async #list(): Promise<void> {
    const answer = this.#heard(await this.#caller.ask(listPushDevices, { token: this.#token }))
    if (answer.status !== 200) return this.#lie('list', answer)
    const listed = listPushDevices.reply.parse(answer.body).entities.map(({ id }) => id)
    const known = new Set(this.devices.keys())
    if (known.size !== listed.length || listed.some((id) => !known.has(id)))
      this.lies.push(`list: devices ${listed} instead of ${[...known]}`)
  }

  #heard(answer: Answer): Answer {
    if (answer.triedBefore > 0) this.askedAgain += 1
    return answer
  }

  #lie(what: string, { status, triedBefore }: Answer): void {
    this.lies.push(`${what}: ${status}, asked ${triedBefore + 1} times`)
  }
}

/** `before`: what it may be as well when an earlier asking had done it, unanswered. */
const isOneOf = ({ status, triedBefore }: Answer, first: number, before: number): boolean =>
  status === first || (status === before && triedBefore > 0)

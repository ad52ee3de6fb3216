import type { Socket } from 'node:net'
import { MessageReader } from './message-reader.ts'

/** Where in a transaction the connection is lost. */
export interface Cut {
  /** from 1, which is its BEGIN; the COMMIT is the last */
  statement: number
  /** before it reaches PostgreSQL, or when PostgreSQL has done it and its answer is on the way */
  when: 'unsent' | 'unanswered'
}

/** A cut for a connection's next transaction; `met` is called with whether it happened. */
export interface ArmedCut {
  cut: Cut | 'pretended commit'
  met: (wasCut: boolean) => void
}

const codes = (letters: string) => new Set(Buffer.from(letters))

/** Parse, Bind, Describe, Execute: what a Sync makes one statement of. PostgreSQL would begin with each as it comes. */
const PARTS = codes('PBDE')
const [QUERY, SYNC, READY, IDLE] = Buffer.from('QSZI')

/** 'COMMIT' as PostgreSQL answers it, and that it waits for the next transaction. */
const COMMITTED = Buffer.from('C\0\0\0\x0bCOMMIT\0Z\0\0\0\x05I', 'latin1')

/** Passes on what a client and PostgreSQL say to each other, statement by statement, until one is to be lost. */
export class WatchedConnection {
  readonly #client: Socket
  readonly #database: Socket
  readonly #takeArmed: () => ArmedCut | undefined
  #armed: ArmedCut | undefined
  #statements = 0
  #held: Buffer[] = []
  /** its answer is not passed on any more */
  #isLost = false

  constructor(client: Socket, database: Socket, takeArmed: () => ArmedCut | undefined) {
    this.#client = client
    this.#database = database
    this.#takeArmed = takeArmed
    const [said, answered] = [new MessageReader({ untypedFirst: true }), new MessageReader()]
    client.on('data', (chunk) => {
      for (const message of said.read(chunk)) this.#say(message)
    })
    database.on('data', (chunk) => {
      for (const message of answered.read(chunk)) this.#answer(message)
    })
  }

  #say(message: Buffer): void {
    this.#held.push(message)
    if (PARTS.has(message[0] ?? 0)) return
    if (message[0] === QUERY && /^begin/i.test(textOf(message))) {
      this.#armed = this.#takeArmed()
      this.#statements = 0
    }
    if (this.#armed && (message[0] === QUERY || message[0] === SYNC)) this.#meet(this.#armed, message)
    for (const part of this.#held.splice(0)) this.#database.write(part)
  }

  #meet({ cut, met }: ArmedCut, message: Buffer): void {
    this.#statements += 1
    if (cut === 'pretended commit') {
      if (message[0] !== QUERY || textOf(message) !== 'commit') return
      met(true)
      this.#held = []
      this.#client.end(COMMITTED, () => this.#database.destroy())
    } else if (cut.statement === this.#statements) {
      if (cut.when === 'unanswered') this.#isLost = true
      else this.#lose()
    }
  }

  #answer(message: Buffer): void {
    const isDone = message[0] === READY
    if (!this.#isLost) this.#client.write(message)
    else if (isDone) this.#lose()
    if (isDone && message[5] === IDLE && this.#armed) this.#end(false)
  }

  #lose(): void {
    this.#held = []
    this.#end(true)
    this.#client.destroy()
    this.#database.destroy()
  }

  #end(wasCut: boolean): void {
    this.#armed?.met(wasCut)
    this.#armed = undefined
  }
}

/** Text of a simple query. */
const textOf = (message: Buffer): string => message.toString('utf8', 5, message.length - 1)

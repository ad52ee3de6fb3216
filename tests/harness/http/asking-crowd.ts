import { type Answer, Connection, ConnectionBroke } from './connection.ts'
import { askHealth } from './requests.ts'

/** Connections opened at the same time; more would overflow the server's queue of new connections. */
const AT_ONCE = 100

/**
 * Those who ask one server, each over a connection that is open. What comes due while all of them wait is asked by the
 * first who does no longer.
 */
export class Crowd {
  readonly #everybody: readonly Connection[]
  readonly #idle: Connection[]
  #due: ((connection: Connection) => void)[] = []
  #asked = 0

  private constructor(everybody: readonly Connection[]) {
    this.#everybody = everybody
    this.#idle = [...everybody]
  }

  static async before(port: number, size: number): Promise<Crowd> {
    const everybody = Array.from({ length: size }, () => new Connection(port))
    for (let from = 0; from < size; from += AT_ONCE)
      await Promise.all(everybody.slice(from, from + AT_ONCE).map((connection) => connection.ask(askHealth('live'))))
    return new Crowd(everybody)
  }

  /** undefined when the connection broke */
  async ask(request: string): Promise<Answer | undefined> {
    const connection = await this.#somebody()
    try {
      const answer = await connection.ask(request)
      if (answer.retryAfter === undefined) this.#isFree(connection)
      else setTimeout(() => this.#isFree(connection), answer.retryAfter * 1_000)
      return answer
    } catch (error) {
      this.#isFree(connection)
      if (error instanceof ConnectionBroke) return undefined
      throw error
    }
  }

  #somebody(): Connection | Promise<Connection> {
    return this.#idle.pop() ?? new Promise((resolve) => this.#due.push(resolve))
  }

  /** Tens of thousands may be due: taking the first off the list each time would take longer than asking. */
  #isFree(connection: Connection): void {
    const ask = this.#due[this.#asked]
    if (!ask) {
      this.#due = []
      this.#asked = 0
      this.#idle.push(connection)
      return
    }
    this.#asked += 1
    ask(connection)
  }

  close(): void {
    for (const connection of this.#everybody) connection.close()
  }
}

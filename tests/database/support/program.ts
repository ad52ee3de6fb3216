import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'

/** One of tests/database/programs, as a process of its own with the database's address. */
export class Program {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>
  readonly lines: AsyncIterableIterator<string>

  constructor(name: string, url: string, ...more: string[]) {
    const file = fileURLToPath(new URL(`../programs/${name}.ts`, import.meta.url))
    this.#child = spawn(process.execPath, [file, url, ...more], { stdio: ['pipe', 'pipe', 'inherit'] })
    this.lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]()
  }

  async nextLine(): Promise<string> {
    const { value, done } = await this.lines.next()
    if (done) throw new Error('the program ended')
    return value
  }

  /** Lets a program that waits for it go on. */
  goOn(): void {
    this.#child.stdin.write('\n')
  }

  /** Answers with its exit code. */
  async end(): Promise<number | null> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) await once(this.#child, 'exit')
    return this.#child.exitCode
  }

  kill(): void {
    this.#child.kill('SIGKILL')
  }
}

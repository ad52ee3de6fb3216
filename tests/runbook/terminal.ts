import { type ChildProcess, spawn } from 'node:child_process'
import { type BareDebian, ENVIRONMENT } from '../support/bare-debian.ts'
import type { Block } from './page.ts'

export interface Done {
  section: string
  part: string
  command: string
  seconds: number
  /** why it is not as the page says */
  fault: string | undefined
}

/** Between one answer and the next; no program writes it. */
const MARK = '\u0001'
const LIMIT_MS = 15 * 60_000

/**
 * Reads commands from its input, each in the same shell, so that names and the folder stay. A bare machine has no network
 * of its own to the outside: there packages come by the host's.
 */
const SHELL = `
apt-get() { nsenter --net=/proc/self/fd/9 apt-get -qq "$@"; }
while IFS= read -r -d '' command; do
  eval "$command" </dev/null 2>&1
  printf '${MARK}%s${MARK}' $?
done`

/** Root's terminal on a machine, in which somebody types what a page says. */
export class Terminal {
  readonly done: Done[] = []
  readonly #title: string
  readonly #shell: ChildProcess
  #said = ''
  #heard = () => {}

  /** `title`: of the text in its own terminal. */
  constructor(machine: BareDebian, title: string) {
    this.#title = title
    const program = ['nsenter', ...machine.into(), 'bash', '-c', SHELL]
    this.#shell = spawn('sh', ['-c', 'exec 9</proc/self/ns/net; exec "$@"', 'sh', ...program], {
      env: ENVIRONMENT,
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    this.#shell.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.#said += text
      this.#heard()
    })
    this.#shell.once('exit', () => this.#heard())
  }

  /** Types a block; `after` is called with what each command said. Throws at the first that is not as the page says. */
  async follow(block: Block, after?: (command: string, said: string) => Promise<void>): Promise<void> {
    for (const { text, answers } of block.commands) {
      const since = performance.now()
      const { code, said } = await this.type(text)
      const expected = answers && (await this.type(`printf %s "${answers.replaceAll('"', '\\"')}"`)).said
      const fault =
        code !== 0
          ? `ended with ${code}: ${said.slice(-1500)}`
          : expected && !said.includes(expected)
            ? `did not answer '${expected}' but: ${said.slice(-1500)}`
            : undefined
      const seconds = (performance.now() - since) / 1000
      this.done.push({ section: block.section, part: block.part, command: text, seconds, fault })
      console.log(`${this.#title}  ${fault ? '✗' : '✓'} ${seconds.toFixed(1).padStart(6)} s  ${text.split('\n')[0]}`)
      if (fault) throw new Error(`'${text}' ${fault}`)
      await after?.(text, said)
    }
  }

  /** Types a command that must succeed: one that the page leaves to its reader, or a look at something. */
  async must(command: string): Promise<string> {
    const { code, said } = await this.type(command)
    if (code !== 0) throw new Error(`'${command}' ended with ${code}: ${said}`)
    return said
  }

  async type(command: string): Promise<{ code: number; said: string }> {
    this.#said = ''
    this.#shell.stdin?.write(`${command}\0`)
    const { promise, resolve, reject } = Promise.withResolvers<{ code: number; said: string }>()
    const late = setTimeout(() => reject(new Error(`'${command}' never ended: ${this.#said.slice(-1500)}`)), LIMIT_MS)
    this.#heard = () => {
      const [, said = '', code] = new RegExp(`^([^]*)${MARK}(\\d+)${MARK}$`).exec(this.#said) ?? []
      if (code !== undefined) resolve({ code: Number(code), said })
      else if (this.#shell.exitCode !== null) reject(new Error(`'${command}' ended the terminal: ${this.#said}`))
    }
    try {
      return await promise
    } finally {
      clearTimeout(late)
      this.#heard = () => {}
    }
  }

  close(): void {
    this.#shell.kill('SIGKILL')
  }
}

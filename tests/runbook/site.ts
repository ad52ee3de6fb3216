import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Agent } from 'undici'
import { type Database, openDatabase } from '#database/engine/open-database.ts'
import { PersistentCaller } from '#tests/harness/http/persistent-caller.ts'
import { readEnvironment } from '../house/deploy-files.ts'
import { CLIENT } from '../support/api/school-provider.ts'
import { BareDebian, type Suite } from '../support/bare-debian.ts'
import type { Engine } from './page.ts'
import { Terminal } from './terminal.ts'

/** Name as in the page. */
const HOST = 'wiskunde.school.example'
const MAIL_PORT = 2525
const PROVIDER_PORT = 2526

/** An authority of the school's own, with a certificate for its product. */
export interface Authority {
  folder: string
  /** PEM, for clients that are to trust it */
  certificate: string
}

export function makeAuthority(): Authority {
  const folder = mkdtempSync(join(tmpdir(), 'wiskunde-authority-'))
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' })
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '30']
  openssl('req', '-x509', ...key, '-keyout', 'ca.key', '-out', 'ca.pem', '-subj', '/CN=The school')
  openssl('req', ...key, '-keyout', 'privkey.pem', '-out', 'request.pem', '-subj', `/CN=${HOST}`)
  writeFileSync(join(folder, 'names'), `subjectAltName=DNS:${HOST}`)
  const signed = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '30', '-extfile', 'names']
  openssl('x509', '-req', '-in', 'request.pem', ...signed, '-out', 'fullchain.pem')
  return { folder, certificate: readFileSync(join(folder, 'ca.pem'), 'utf8') }
}

/** A bare machine with what the page takes for given, root's terminal on it, and the ways in that its people have. */
export class Site {
  readonly machine: BareDebian
  readonly terminal: Terminal
  readonly #sockets: string
  readonly #beside: ChildProcess
  readonly #agent: Agent

  private constructor(
    terminal: Terminal,
    machine: BareDebian,
    authority: Authority,
    sockets: string,
    beside: ChildProcess,
  ) {
    this.machine = machine
    this.terminal = terminal
    this.#sockets = sockets
    this.#beside = beside
    const connect = { socketPath: join(sockets, '443'), ca: authority.certificate, servername: HOST }
    this.#agent = new Agent({ connect, connections: null, keepAliveTimeout: 10_000 })
  }

  static async make(
    suite: Suite,
    engine: Engine,
    authority: Authority,
    releases: readonly string[],
    title: string,
  ): Promise<Site> {
    const machine = await BareDebian.boot(suite, { name: `${suite}-${engine.toLowerCase()}` })
    try {
      const home = join(machine.folder, 'root')
      for (const release of releases)
        for (const file of [
          release,
          release.replace('.tar.gz', '.SHA256SUMS'),
          release.replace('.tar.gz', '.cdx.json'),
        ])
          cpSync(file, join(home, basename(file)))
      for (const file of ['fullchain.pem', 'privkey.pem']) cpSync(join(authority.folder, file), join(home, file))
      // Users of the product trust its authority and find its name; the school sees to both.
      const trusted = join(machine.folder, 'usr/local/share/ca-certificates')
      mkdirSync(trusted, { recursive: true })
      writeFileSync(join(trusted, 'school.crt'), authority.certificate)
      writeFileSync(join(machine.folder, 'etc/hosts'), `127.0.0.1 localhost ${HOST}\n`)
      await machine.must('update-ca-certificates')
      const sockets = mkdtempSync(join(tmpdir(), 'wiskunde-site-'))
      const program = [process.execPath, join(import.meta.dirname, 'beside.ts')]
      const args = [sockets, `https://${HOST}`, `${MAIL_PORT}`, `${PROVIDER_PORT}`, '443', '5432']
      const beside = spawn('nsenter', [...machine.inNetwork(), ...program, ...args], {
        stdio: ['pipe', 'pipe', 'inherit'],
      })
      await once(beside.stdout ?? beside, 'data')
      return new Site(new Terminal(machine, title), machine, authority, sockets, beside)
    } catch (error) {
      await machine.remove()
      throw error
    }
  }

  /** Replaces the mail server that the page names. */
  get smtpUrl(): string {
    return `smtp://127.0.0.1:${MAIL_PORT}`
  }

  /** The settings of the login of the school, as docs/sso.md has them, and where its secret is to be. */
  get schoolLogin(): { settings: string; secretFile: string; secret: string } {
    const secretFile = '/etc/wiskunde/oidc-client-secret'
    const settings = {
      OIDC_ISSUER: `http://localhost:${PROVIDER_PORT}`,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET_FILE: secretFile,
    }
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
    return { settings: lines.join('\n'), secretFile, secret: CLIENT.secret }
  }

  /** The mail server or the provider takes this password of the product from now on, and no other. */
  async changePassword(whose: 'mail' | 'provider', password: string): Promise<void> {
    if (!this.#beside.stdout) throw new Error('nobody is beside it')
    this.#beside.stdin?.write(`${whose} ${password}\n`)
    await once(this.#beside.stdout, 'data')
  }

  /** Somebody's app. */
  caller(): PersistentCaller {
    // nginx asks another server again where one was away in the middle of an answer.
    return new PersistentCaller([`https://${HOST}`], 0, { mayBeAskedAgain: true, dispatcher: this.#agent })
  }

  /** To look into; also before the servers are there. */
  async withDatabase<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
    const database = openDatabase(this.#databaseUrl())
    try {
      return await work(database)
    } finally {
      await database.close()
    }
  }

  #databaseUrl(): string {
    const settings = readEnvironment(readFileSync(join(this.machine.folder, 'etc/wiskunde/wiskunde.env'), 'utf8'))
    if (!settings.DATABASE_LISTEN_URL) return `sqlite:${join(this.machine.folder, 'var/lib/wiskunde/app.db')}`
    const { username, password } = new URL(settings.DATABASE_LISTEN_URL)
    return `postgres://${username}:${password}@localhost/wiskunde?host=${this.#sockets}`
  }

  async remove(): Promise<void> {
    this.terminal.close()
    this.#beside.stdin?.end()
    await this.#agent.destroy()
    await this.machine.remove()
    rmSync(this.#sockets, { recursive: true, force: true })
  }
}

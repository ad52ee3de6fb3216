// @module-tag race

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { openPostgresSource } from '#database/engine/move/postgres-move.ts'
import { openSqliteSource } from '#database/engine/move/sqlite-move.ts'
import { addModule } from '#tests/support/api/test-school.ts'
import { describeOnPostgres } from '#tests/support/databases.ts'
import { eventually } from '#tests/support/eventually.ts'
import { untilWaiting } from '#tests/support/halfway.ts'
import { startPgBouncer } from '#tests/support/pgbouncer.ts'
import { type Client, postgresClient } from '#tests/support/postgres-client.ts'
import { sqliteEngine } from '#tests/support/sqlite-engine.ts'
import { startTcpProxy } from '#tests/support/tcp-proxy.ts'
import { underLoad } from '#tests/support/under-load.ts'
import { pgbouncer } from '../../scripts/machine.ts'
import { refusalOf } from '../../scripts/move/move.texts.ts'
import { moveSchool, type Progress } from '../../scripts/move/move-school.ts'
import { asking, contentsOf, move, newFile, schoolToMove } from './support/moving-stage.ts'
import { Program } from './support/program.ts'

const execute = promisify(execFile)

/** Error codes of PostgreSQL: admin_shutdown, and read_only_sql_transaction. */
const [ENDED, READ_ONLY] = ['57P01', '25006']

describeOnPostgres('a session that would write while the school leaves PostgreSQL', (_, urls) => {
  function sessionOn(url: string, options = '') {
    const client = postgresClient({ connectionString: url, options })
    onTestFinished(() => client.end().catch(() => undefined))
    return client
  }

  async function connectedTo(url: string) {
    const client = sessionOn(url)
    await client.connect()
    return client
  }

  const write = (client: Client): Promise<string> =>
    client.query(`update module set description = 'late'`).then(
      () => 'acknowledged',
      (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error)),
    )

  const isTrue = (url: string, condition: string) =>
    asking(url, async ({ kysely }) => {
      const { rows } = await sql<{ is: boolean }>`select ${sql.raw(condition)} as is`.execute(kysely)
      return rows[0]?.is
    })

  const until = (url: string, condition: string) =>
    eventually(async () => expect(await isTrue(url, condition)).toBe(true))

  describe('over a network that is slow', () => {
    /** Each answer comes so late that who waits for a lock has long had it, once it is free. */
    async function slowSource(late = 100) {
      const url = await urls.fresh()
      await asking(url, (database) => addModule(database, 'ALG'))
      const proxy = await startTcpProxy(Number(new URL(url).port))
      onTestFinished(() => proxy.stop())
      const source = await openPostgresSource(Object.assign(new URL(url), { port: proxy.port }).href)
      onTestFinished(() => source.close())
      await proxy.become({ late })
      return { url, source, cut: () => proxy.become('away') }
    }

    /** Three that wait for a table by now, and what comes of each. */
    async function waitingWriters(url: string) {
      const writers = await Promise.all([connectedTo(url), connectedTo(url), connectedTo(url)])
      const said = Promise.all(writers.map(write))
      await asking(url, (database) => untilWaiting(database, writers.length, said))
      return { said }
    }

    const wrote = (url: string) => isTrue(url, `exists (select from module where description = 'late')`)

    test('is ended before it gets the table that it waits for', async () => {
      const { url, source } = await slowSource()
      const { said } = await waitingWriters(url)
      expect(await source.retire()).toBe(true)
      expect(await said).toEqual([ENDED, ENDED, ENDED])
      expect(await wrote(url)).toBe(false)
    })

    test.runIf(pgbouncer.find())(
      'through a pooler is ended, and the next that the pooler makes only reads',
      async () => {
        const { url, source } = await slowSource()
        const pooler = await startPgBouncer(pgbouncer.find() ?? '', inject('postgres')?.admin ?? '')
        onTestFinished(() => pooler.stop())
        const pooled = Object.assign(new URL(pooler.url), { pathname: new URL(url).pathname }).href
        const { said } = await waitingWriters(pooled)
        expect(await source.retire()).toBe(true)
        expect(await said).not.toContain('acknowledged')
        expect(await write(await connectedTo(pooled))).toBe(READ_ONLY)
        expect(await wrote(url)).toBe(false)
      },
    )

    /** A session that has read its settings, and waits three seconds before PostgreSQL lists it. */
    async function connectingTo(url: string, isUnderWay: () => Promise<boolean>) {
      for (;;) {
        const late = sessionOn(url, '-c post_auth_delay=3')
        const connecting = late.connect()
        let isOver = false
        const end = () => {
          isOver = true
        }
        connecting.then(end, end)
        while (!isOver) if (await isUnderWay()) return { late, connecting }
        // A machine that stood still may miss its three seconds: another one comes.
        await late.end()
      }
    }

    test('is ended where it was about to be connected, and nobody could see it yet', async () => {
      const { url, source } = await slowSource()
      // Connected before: a connection for each look can miss the seconds in which the other is about to be.
      const looking = await connectedTo(url)
      const isUnderWay = async () => {
        const { rowCount } = await looking.query(
          `select from pg_locks where classid = 'pg_database'::regclass and mode = 'RowExclusiveLock'
            and objid = (select oid from pg_database where datname = current_database()) and pid <> pg_backend_pid()`,
        )
        return rowCount === 1
      }
      const { late, connecting } = await connectingTo(url, isUnderWay)
      await looking.end()
      expect(await source.retire()).toBe(true)
      const said = await connecting.then(
        () => write(late),
        () => 'never connected',
      )
      expect(said).not.toBe('acknowledged')
      expect(await wrote(url)).toBe(false)
    })

    test('is ended also where the move dies as soon as the database is shut', async () => {
      // The answer is to be under way still when a busy machine gets to cutting it off.
      const { url, source, cut } = await slowSource(500)
      const { said } = await waitingWriters(url)
      const leaving = source.retire().catch((error: unknown) => error)
      await until(
        url,
        `exists (select from pg_db_role_setting join pg_database d on d.oid = setdatabase
          where datname = current_database() and 'default_transaction_read_only=on' = any(setconfig))`,
      )
      await cut()
      expect(await said).toEqual([ENDED, ENDED, ENDED])
      expect(await leaving).toBeInstanceOf(Error)
      expect(await wrote(url)).toBe(false)
      expect(await write(await connectedTo(url))).toBe(READ_ONLY)
    })
  })

  describe('and may not be ended', () => {
    /**
     * A school whose database belongs to an ordinary role, and somebody who has it open and may write nothing yet. `promote`: from
     * then on they may do anything.
     */
    async function schoolOfMover() {
      const { url, dataDir } = await schoolToMove(await urls.fresh())
      await asking(url, ({ kysely }) =>
        sql`do $$ begin
          begin create role mover login; exception when duplicate_object then null; end;
          execute format('alter database %I owner to mover', current_database());
          grant all on all tables in schema public to mover;
          grant all on all sequences in schema public to mover;
          begin create role watcher login; exception when duplicate_object then null; end;
          alter role watcher nosuperuser;
        end $$`.execute(kysely),
      )
      const as = (username: string) => Object.assign(new URL(url), { username }).href
      const elsewhere = await connectedTo(Object.assign(new URL(url), { pathname: '/postgres' }).href)
      const promote = () => void elsewhere.query('alter role watcher superuser')
      return { url, dataDir, from: as('mover'), to: newFile(), watcher: await connectedTo(as('watcher')), promote }
    }

    const STAYS = /waar de school was kan nog geschreven worden \(.*superuser.*\).*pg_stat_activity.*\.$/
    const moveOf = ({ dataDir, from, to }: { dataDir: string; from: string; to: string }, progress: Progress) =>
      moveSchool({ from, to, fromDataDir: dataDir, toDataDir: dataDir }, progress)

    test('is seen before anything is copied, though an ordinary role is not shown what it does', async () => {
      const { url, dataDir, from, to, watcher } = await schoolOfMover()
      const superuser = await connectedTo(url)
      expect(refusalOf(await move(from, to, dataDir).catch((error: unknown) => error))).toMatch(/nog in gebruik.*psql/)
      await superuser.end()
      expect(await move(from, to, dataDir)).toMatchObject({ wasThere: false, retired: true })
      expect((await watcher.query('select 1')).rowCount).toBe(1)
    })

    test('keeps the school where it is: the run says so, and the next ends it', async () => {
      const school = await schoolOfMover()
      const { url, dataDir, from, to, watcher, promote } = school
      const before = await contentsOf(url)
      const moving = moveOf(school, { comparing: promote })
      expect(refusalOf(await moving.catch((error: unknown) => error))).toMatch(STAYS)
      expect(await contentsOf(to)).toEqual(before)
      expect(await isTrue(url, `current_setting('default_transaction_read_only') = 'off'`)).toBe(true)
      await watcher.end()
      expect(await move(from, to, dataDir)).toMatchObject({ wasThere: true, retired: true })
      expect(await write(await connectedTo(url))).toBe(READ_ONLY)
    })

    test('writes where the school still is, and no later run takes it for moved', async () => {
      const school = await schoolOfMover()
      const { dataDir, from, to, watcher, promote } = school
      const said: Promise<string>[] = []
      const moving = moveOf(school, { comparing: promote, kept: () => void said.push(write(watcher)) })
      expect(refusalOf(await moving.catch((error: unknown) => error))).toMatch(STAYS)
      expect(await Promise.all(said)).toEqual(['acknowledged'])
      await watcher.end()
      await expect(move(from, to, dataDir)).rejects.toMatchObject({ fault: 'filled' })
    })
  })
})

describeOnPostgres('a school with a database that belongs to another role', (_, urls) => {
  test(
    'is moved, and what the command then asks for ends it',
    async () => {
      const { url, dataDir } = await schoolToMove(await urls.fresh())
      await asking(url, ({ kysely }) =>
        sql`do $$ begin
        begin create role borrower login; exception when duplicate_object then null; end;
        grant all on all tables in schema public to borrower;
        grant all on all sequences in schema public to borrower;
      end $$`.execute(kysely),
      )
      const from = Object.assign(new URL(url), { username: 'borrower' }).href
      const command = async () => {
        const args = ['scripts/move.ts', '--from', from, '--to', to]
        return (await execute(process.execPath, args, { env: { ...process.env, DATA_DIR: dataDir } })).stdout
      }
      const to = newFile()
      const said = await command()
      expect(said).toMatch(/LET OP: .* kan nog geschreven worden.* van een ander dan borrower\. Start nog geen server/)
      expect(said).not.toContain('start de servers')
      const asked = /psql --command '(.+)'/.exec(said)?.[1] ?? ''
      await asking(url, ({ kysely }) => sql.raw(asked).execute(kysely))
      expect(await command()).toMatch(/Ze stonden er al: [\s\S]*niets meer geschreven worden[\s\S]*start de servers/)
      await asking(url, async (database) =>
        expect(database.unavailableBy(await addModule(database, 'LOST').catch((error: unknown) => error))).toBe(
          'read-only',
        ),
      )
    },
    underLoad(60_000),
  )
})

describe('a process that would write while the school leaves SQLite', () => {
  test('and waits for the file finds that it can only be read', async () => {
    const url = await sqliteEngine.freshUrl()
    const source = openSqliteSource(url.slice('sqlite:'.length))
    const program = new Program('write-when-free', url)
    onTestFinished(() => program.kill())
    expect(await program.nextLine()).toBe('busy')
    expect(await source.retire()).toBe(true)
    expect(await program.nextLine()).toBe('read-only')
    expect(await asking(url, ({ kysely }) => kysely.selectFrom('module').select('name').execute())).toEqual([])
  })
})

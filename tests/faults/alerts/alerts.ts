import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { delimiter, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { parse, stringify } from 'yaml'
import type { Database } from '#database/engine/open-database.ts'
import { enqueue } from '#database/outbox/outbox-tasks.ts'
import { startApi } from '#tests/harness/killable-server.ts'
import { openSqlitePlace, type Place, within } from '#tests/harness/places.ts'
import { pushServerBeside } from '#tests/harness/push/push-server-beside.ts'
import { type FaultSchool, seedFaultSchool } from '#tests/harness/school/fault-school.ts'
import { onPath } from '../../../scripts/machine.ts'
import { ROOT } from '../../../scripts/root.ts'
import { freePort } from '../../support/free-port.ts'
import { startMailbox } from '../../support/mail/mailbox.ts'
import { makeCertificate } from '../../support/push/certificate.ts'
import { openPushService } from '../../support/push/open-push-service.ts'
import { subscribe } from '../../support/push/subscribe.ts'
import { NO_MOUNT, openSmallDisk } from '../database/small-disk.ts'
import { type Fault, type FaultRow, notTried } from '../fault-row.ts'

const STUDENTS = 40
const MEGABYTES = 16
const PATIENCE_MS = 240_000

/**
 * A real Prometheus reads real servers while something is wrong with them. Its rules are those of deploy/, with every wait
 * (`for`) and every look back made short: what is shown is that the servers’ own figures bring an alert about, and end it.
 */
export const alerts: Fault = {
  quick: false,
  run: async () => {
    const program = onPath('prometheus')
    if (!program) return [notTried('alerts', 'Prometheus (apt-get install prometheus)')]
    return within(openSqlitePlace(), (place) => watch(place, program))
  },
}

async function watch(place: Place, program: string): Promise<FaultRow[]> {
  const { database, dataDir, url } = place
  const school = await seedFaultSchool(database, STUDENTS)
  const service = await openPushService()
  for (const { id } of school.students) await subscribe(database, id, { origin: service.origin })
  const disk = openSmallDisk(MEGABYTES)
  const shown = await showCertificate()
  const smtpPort = await freePort()
  const clock = fakeClock(join(dataDir, 'programs'))
  const [apiFigures, pushFigures] = [await freePort(), await freePort()]
  const api = await startApi(place, {
    PUBLIC_URL: shown.url,
    METRICS_PORT: String(apiFigures),
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    PATH: [clock.folder, process.env.PATH].join(delimiter),
    WATCH_DISKS: disk?.path ?? '',
  })
  const push = await pushServerBeside(service, place, { PUSH_METRICS_PORT: String(pushFigures) })
  const prometheus = await startPrometheus(program, dataDir, { api: apiFigures, push: pushFigures })

  const bring = async (alert: string, done: string, { begin, end }: Trouble): Promise<FaultRow> => {
    const before = await prometheus.firing()
    await begin()
    const fired = await prometheus.until((firing) => firing.includes(alert))
    await end()
    const ended = fired === undefined ? undefined : await prometheus.until((firing) => !firing.includes(alert))
    return {
      fault: `alert ${alert}`,
      done,
      invariant: 'it fires in the fault, not before it, and ends after it',
      measured: `${before.includes(alert) ? 'fired before, ' : ''}${seconds('fired after', fired)}, ${seconds('over', ended)}`,
      goal: 'fires and ends',
      held: !before.includes(alert) && fired !== undefined && ended !== undefined,
    }
  }
  const showFor = async (days: number) => {
    shown.server.setSecureContext(makeCertificate(days))
    // The server remembers for an hour what it saw.
    await api.stop()
    await api.start()
  }
  const backUp = () =>
    promisify(execFile)(process.execPath, ['scripts/backup.ts', join(dataDir, `backup-${Date.now()}`)], {
      cwd: ROOT,
      env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: url },
    }).then(() => undefined)
  const lastBackup = join(dataDir, 'last-backup')
  let mailbox: Awaited<ReturnType<typeof startMailbox>> | undefined
  let refusal: string | undefined
  const refuseLetters = async (sentence: string) => {
    refusal = sentence
    await writeToAll(database, school, STUDENTS)
  }
  const takeLetters = async () => {
    refusal = undefined
    await writeToAll(database, school, 1)
  }

  try {
    // An installation begins without one.
    const never = await prometheus.until((firing) => firing.includes('BackupMissing'))
    await backUp()
    const made = await prometheus.until((firing) => !firing.includes('BackupMissing'))
    return [
      {
        fault: 'alert BackupMissing',
        done: 'never made; then npm run backup',
        invariant: 'it fires until there is one',
        measured: `${seconds('fired after', never)}, ${seconds('over', made)}`,
        goal: 'fires and ends',
        held: never !== undefined && made !== undefined,
      },
      await bring('BackupMissing', 'the last one is of the day before yesterday; then npm run backup', {
        begin: async () => writeFileSync(lastBackup, new Date(Date.now() - 48 * 3_600_000).toISOString()),
        end: backUp,
      }),
      disk
        ? await bring('DiskFills', 'a disk without a byte left; then emptied', { begin: disk.fill, end: disk.empty })
        : notTried('alert DiskFills', NO_MOUNT),
      await bring('OutboxFails', 'letters while no mail server answers; then one does', {
        begin: () => writeToAll(database, school),
        end: async () => {
          mailbox = await startMailbox({ port: smtpPort, refuse: () => refusal })
        },
      }),
      await bring('LettersRefused', 'a mail server that refuses this machine by policy (550 5.7.1); then takes all', {
        begin: () => refuseLetters('550 5.7.1 Relay access denied'),
        end: takeLetters,
      }),
      await bring('MailHostRefuses', 'nobody at one host can be written to (550 5.1.1); then one letter is taken', {
        begin: () => refuseLetters('550 5.1.1 No such user here'),
        end: takeLetters,
      }),
      await bring('PublicUrlDown', 'nginx answers 502 for the servers at PUBLIC_URL; then 200', {
        begin: async () => shown.answer(502),
        end: async () => shown.answer(200),
      }),
      await bring('ClockNotSynchronised', 'timedatectl says no; then yes', {
        begin: async () => clock.say('no'),
        end: async () => clock.say('yes'),
      }),
      await bring('PushServiceFails', 'a push service that answers 500 to all; then 201', {
        begin: async () => {
          service.answer = () => ({ status: 500 })
          await openMoment(database, school)
        },
        end: async () => {
          service.answer = () => ({ status: 201 })
        },
      }),
      await bring('PushesFail', 'one push in two is answered 500; then all are taken', {
        begin: async () => {
          service.answer = ({ path }) => ({ status: Number(path.split('/').at(-1)) % 2 === 0 ? 500 : 201 })
          await openMoment(database, school, 1)
        },
        end: async () => {
          service.answer = () => ({ status: 201 })
        },
      }),
      await bring('CertificateExpires', 'one that people are shown ends within the day; then nginx has a new one', {
        begin: () => showFor(1),
        end: () => showFor(90),
      }),
      await bring('OutboxStuck', 'the push server is stopped at an opening; then started', {
        begin: async () => {
          await push.stop()
          await openMoment(database, school, 2)
        },
        end: async () => void (await push.start()),
      }),
    ]
  } finally {
    await prometheus.stop()
    await Promise.all([api.stop(), push.stop()])
    await service.close()
    await mailbox?.stop()
    shown.server.close()
    disk?.remove()
  }
}

interface Trouble {
  begin(): Promise<unknown>
  end(): Promise<unknown>
}

const seconds = (what: string, ms: number | undefined) =>
  ms === undefined ? `never ${what.split(' ')[0]}` : `${what} ${(ms / 1000).toFixed(0)} s`

const writeToAll = (database: Database, { students }: FaultSchool, count = 8) =>
  database.transaction(async (trx) => {
    for (const { id } of students.slice(0, count))
      await enqueue(trx, 'password-changed-letter', { user_id: id }, Date.now())
  })

const openMoment = (database: Database, { moments }: FaultSchool, n = 0) =>
  database.transaction((trx) => enqueue(trx, 'testmoment-opened', { testmoment_id: moments[n]?.id ?? 0 }, Date.now()))

/** Site at PUBLIC_URL, whose certificate and answer the test can change. */
async function showCertificate() {
  let status = 200
  const server = createServer({ ...makeCertificate(90), keepAlive: false }, (_, response) => {
    response.writeHead(status).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('listens on no port')
  const answer = (other: number) => {
    status = other
  }
  // This machine too, and not one of the addresses that the servers take for a try-out without a web server in front.
  return { server, answer, url: `https://0.0.0.0:${address.port}` }
}

/** `timedatectl` as a machine with systemd has it. */
function fakeClock(folder: string) {
  mkdirSync(folder)
  const say = (answer: 'yes' | 'no') =>
    writeFileSync(join(folder, 'timedatectl'), `#!/bin/sh\necho ${answer}\n`, { mode: 0o755 })
  say('yes')
  return { folder, say }
}

/** The rules of deploy/, so that minutes take seconds: every `for`, every range and the ages of the outbox. */
function shortened(rules: string): string {
  const { groups } = parse(rules)
  for (const { rules } of groups)
    for (const rule of rules) {
      if (rule.for) rule.for = '2s'
      rule.expr = rule.expr
        .replaceAll(/\[(\d+m)\]/g, '[10s]')
        .replaceAll(/offset \dm/g, 'offset 10s')
        .replaceAll(/> (120|300)\b/g, '> 10')
    }
  return stringify({ groups })
}

async function startPrometheus(program: string, folder: string, ports: { api: number; push: number }) {
  writeFileSync(join(folder, 'alerts.yml'), shortened(readFileSync('deploy/prometheus/alerts.yml', 'utf8')))
  const job = (name: string, port: number) => ({
    job_name: `wiskunde-${name}`,
    static_configs: [{ targets: [`127.0.0.1:${port}`] }],
  })
  const config = {
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: ['alerts.yml'],
    scrape_configs: [job('api', ports.api), job('push', ports.push)],
  }
  writeFileSync(join(folder, 'prometheus.yml'), stringify(config))
  const url = `127.0.0.1:${await freePort()}`
  const child = spawn(
    program,
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'prometheus')}`,
      `--web.listen-address=${url}`,
    ],
    { stdio: 'ignore' },
  )
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)

  const firing = async (): Promise<string[]> => {
    const reply = await fetch(`http://${url}/api/v1/alerts`).catch(() => undefined)
    if (!reply?.ok) return []
    const { data }: { data: { alerts: { state: string; labels: { alertname: string } }[] } } = JSON.parse(
      await reply.text(),
    )
    return data.alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname)
  }
  return {
    firing,
    /** after how many ms that is so; undefined where it never is */
    until: async (holds: (firing: string[]) => boolean): Promise<number | undefined> => {
      const since = performance.now()
      while (performance.now() - since < PATIENCE_MS) {
        if (holds(await firing())) return performance.now() - since
        await delay(250)
      }
      return undefined
    },
    stop: async () => {
      process.off('exit', end)
      child.kill('SIGTERM')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}

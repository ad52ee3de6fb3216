import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { SUITES, whyNoBareDebian } from '../support/bare-debian.ts'
import { type Trial, titleOf, writePage } from './log.ts'
import { type Block, type Engine, readPage, SECTIONS } from './page.ts'
import { activateBy, askForPassword, beginAsAdministrator, pushKey, School } from './school.ts'
import { makeAuthority, Site } from './site.ts'

/**
 * `deploy/try-runbook`: does what docs/runbook.md says, command by command as it stands, on bare Debian machines, and ends
 * at the first that does not do what the page says. What is given: two releases, a certificate of an authority that the
 * machine trusts, a mail server, a school's people, and where the page names what is the reader's own.
 */
const VERSIONS = ['1.0.0', '1.0.1'] as const
const SETTINGS_OF_PAGE = 'Install'
/** Largest share of all answers that may ask to come back later, while one API server restarts and another is there. */
const MOST_ASKED_BACK = 0.01

const { values: asked } = parseArgs({
  options: {
    /** 12 or 13; both without it */
    debian: { type: 'string' },
    /** PostgreSQL or SQLite; without it PostgreSQL on both and SQLite on 12 */
    engine: { type: 'string' },
    /** a section, by how it begins, after the installation; may be given more than once, and without it all are tried */
    only: { type: 'string', multiple: true, default: [''] },
    /** a folder with 1.0.0 and 1.0.1 as `npm run release -- --version` makes them; they are made without it */
    releases: { type: 'string' },
    /** the page of what was seen */
    log: { type: 'string' },
  },
})

const wanted = SECTIONS.filter((section) => asked.only.some((begin) => section.startsWith(begin)))
const wants = (section: (typeof SECTIONS)[number]) => wanted.includes(section)
const trials = (
  [
    [12, 'PostgreSQL'],
    [13, 'PostgreSQL'],
    [12, 'SQLite'],
    [13, 'SQLite'],
  ] as const
).filter(
  ([debian, engine]) =>
    (asked.debian ? String(debian) === asked.debian : debian === 12 || engine === 'PostgreSQL') &&
    (asked.engine
      ? engine.toLowerCase() === asked.engine.toLowerCase()
      : asked.debian || debian === 12 || engine !== 'SQLite'),
)
if (wanted.length === 0 || trials.length === 0) {
  console.error(
    `Usage: deploy/try-runbook [--debian 12|13] [--engine PostgreSQL|SQLite] [--only '${SECTIONS.join("'|'")}']… [--releases DIR] [--log FILE]`,
  )
  process.exit(2)
}
const lacking = whyNoBareDebian()
if (lacking) {
  console.error(`No bare Debian here: ${lacking}`)
  process.exit(2)
}

const blocks = readPage(readFileSync(join(import.meta.dirname, '../../docs/runbook.md'), 'utf8'))
const own = mkdtempSync(join(tmpdir(), 'wiskunde-releases-'))
const authority = makeAuthority()
const seen: Trial[] = []
try {
  const releases = findReleases(asked.releases ?? makeReleases())
  // Beside one another: mostly they wait for a server to be there, or for a mirror of Debian's.
  await Promise.all(
    trials.map(async ([debian, engine]) => {
      const trial: Trial = { debian, engine, done: [], checks: [], versions: '', fault: undefined }
      seen.push(trial)
      await tryAll(trial, releases).catch((error: unknown) => {
        trial.fault = error instanceof Error ? error.message : String(error)
        console.error(`${titleOf(trial)}: ${trial.fault}`)
        process.exitCode = 1
      })
    }),
  )
} finally {
  rmSync(own, { recursive: true, force: true })
  rmSync(authority.folder, { recursive: true, force: true })
}
if (asked.log) writeFileSync(asked.log, writePage(seen))
console.log(process.exitCode ? 'The page does not hold.' : 'Everything did what the page says.')

async function tryAll(trial: Trial, releases: readonly string[]): Promise<void> {
  const { debian, engine } = trial
  const sites: Site[] = []
  const newSite = async () => {
    const site = await Site.make(SUITES[debian], engine, authority, releases, titleOf(trial))
    sites.push(site)
    trial.done.push(site.terminal.done)
    return site
  }
  try {
    const first = await newSite()
    const school = await install(trial, first)
    trial.versions = await versionsOf(first, engine)
    if (wants('Upgrade without downtime')) await upgrade(trial, first, school)
    if (wants('Outgrowing SQLite') && engine === 'SQLite') await outgrow(trial, first, school)
    const last = wants('Backup and restore') ? await backup(trial, first, school, await newSite()) : first
    if (wants('Through the years')) await years(trial, last)
    if (wants('Keys')) await keys(trial, last, school)
    if (wants('Seeing')) await see(trial, last)
    if (wants('Removal')) await removal(trial, last)
    refuseUntried(trial)
  } catch (error) {
    for (const site of sites) console.error(await journalOf(site))
    throw error
  } finally {
    for (const site of sites) await site.remove()
  }
}

async function install(trial: Trial, site: Site): Promise<School> {
  const { terminal } = site
  let school: School | undefined
  let link = ''
  for (const block of blocksOf(trial.engine, 'Install'))
    await terminal.follow(block, async (command, said) => {
      // The last of the settings: what is the reader's own.
      if (command.startsWith('SMTP_URL=')) await terminal.must(`VERSION=${VERSIONS[0]} SMTP_URL=${site.smtpUrl}`)
      if (command.startsWith('wiskunde migrate')) school = await School.seed(site)
      if (command.startsWith('wiskunde admin')) link = linkIn(said)
    })
  if (!school) throw new Error('the page makes no tables')
  await beginAsAdministrator(site, 'docent@school.example', link)
  check(
    trial,
    'Install',
    'the first administrator',
    'chose a password by the printed link and logged in, over HTTPS by the school’s authority',
  )
  const security = await terminal.must(
    'for unit in wiskunde-api@3000 wiskunde-push wiskunde-migrate wiskunde-backup; do systemd-analyze security --no-pager $unit.service | tail -1; done',
  )
  const exposures = [...security.matchAll(/: ([\d.]+) /g)].map(([, exposure]) => Number(exposure))
  if (exposures.length !== 4 || exposures.some((exposure) => exposure > 3)) throw new Error(`exposed: ${security}`)
  check(trial, 'Install', '`systemd-analyze security`', `${exposures.join(', ')} (api, push, migrate, backup)`)
  check(trial, 'Install', 'eight students act', await school.during(site, async () => {}))
  await terminal.must('systemctl start wiskunde-backup && test -d /var/backups/wiskunde/20*')
  check(trial, 'Install', 'the night’s backup', 'made by its unit')
  return school
}

async function upgrade(trial: Trial, site: Site, school: School): Promise<void> {
  const { terminal } = site
  for (const block of blocksOf(trial.engine, 'Upgrade without downtime')) {
    await terminal.must(`cd /root; : > /var/log/nginx/access.log`)
    const became = await school.during(site, () =>
      terminal.follow(block, async (command) => {
        if (command.startsWith('VERSION=')) await terminal.must(`VERSION=${VERSIONS[1]}`)
      }),
    )
    await terminal.must('sleep 6')
    const counts = await terminal.must(
      `awk '{ n[$6]++ } END { for (s in n) printf "%s × %s  ", n[s], s }' /var/log/nginx/access.log`,
    )
    const faulty = Number(await terminal.must(`awk '$6 >= 500' /var/log/nginx/access.log | wc -l`))
    const share = faulty / Number(await terminal.must('cat /var/log/nginx/access.log | wc -l'))
    // One server carries all for a while, and on a machine that is busy it may ask a few to come back in a second.
    if (trial.engine === 'PostgreSQL' && share > MOST_ASKED_BACK) throw new Error(`not without downtime: ${counts}`)
    check(
      trial,
      block.section,
      `${block.part || 'Upgrade'}, meanwhile`,
      `${became}; ${faulty} answers of 5xx (${counts.trim()})`,
    )
  }
}

/** Gives the machine that people are led to afterwards. */
async function backup(trial: Trial, first: Site, school: School, other: Site): Promise<Site> {
  const section = 'Backup and restore'
  const parts = blocksOf(trial.engine, section)
  const under = (title: string) => parts.filter(({ part }) => part === title)
  const secret = execFileSync('openssl', ['rand', '-hex', '8'], { encoding: 'utf8' }).trim()
  await first.terminal.must('cd /root')
  // Elsewhere: it never lies on the machine whose backups it opens.
  await other.machine.must('apt-get -qq update && apt-get -qq install --yes age', { network: 'host' })
  await other.machine.must('cd /root && age-keygen --output backup.key')
  const recipient = (await other.machine.must('age-keygen -y /root/backup.key')).trim()
  await first.terminal.must(`RECIPIENT=${recipient}`)
  for (const block of under('')) await first.terminal.follow(block)
  for (const block of under('Over what is there')) await first.terminal.follow(block)
  check(trial, section, 'put back over what is there', await school.during(first, async () => {}))

  await first.terminal.must(`cd /root; sleep 61; : ${secret}`)
  for (const block of under('')) await first.terminal.follow(block)
  await first.terminal.must('systemctl stop "wiskunde-api@*" wiskunde-push')
  const home = (site: Site) => join(site.machine.folder, 'root/backup.tar.age')
  copyFileSync(home(first), home(other))
  const installing = blocksOf(trial.engine, SETTINGS_OF_PAGE)
  for (const block of installing.filter(({ part }) => part !== 'The first start'))
    await other.terminal.follow(block, async (command) => {
      if (command.startsWith('SMTP_URL=')) await other.terminal.must(`VERSION=${VERSIONS[1]} SMTP_URL=${other.smtpUrl}`)
    })
  await other.terminal.must('cd /root')
  for (const block of under('On another machine')) await other.terminal.follow(block)
  await other.terminal.must('cd /opt/wiskunde/current/deploy')
  const [, starting] = installing.filter(({ part }) => part === 'The first start')
  if (!starting) throw new Error('the page starts no servers')
  await other.terminal.follow(starting)
  school.ledTo(other)
  check(trial, section, 'put back on another machine', await school.during(other, async () => {}))
  return other
}

/** To PostgreSQL and back again, while everybody goes on. */
async function outgrow(trial: Trial, site: Site, school: School): Promise<void> {
  const section = 'Outgrowing SQLite'
  const [install, ...moves] = blocksOf(trial.engine, section)
  if (!install) throw new Error('the page installs no PostgreSQL')
  await site.terminal.follow(install)
  for (const block of moves) {
    const became = await school.during(site, () => site.terminal.follow(block))
    check(trial, section, block.part || 'to PostgreSQL', became)
  }
}

async function see(trial: Trial, { terminal }: Site): Promise<void> {
  const section = 'Seeing'
  for (const block of blocksOf(trial.engine, section)) await terminal.follow(block)
  const servers = trial.engine === 'PostgreSQL' ? 3 : 2
  const up = `curl --silent http://127.0.0.1:9090/api/v1/targets | grep --only-matching '"health":"up"' | wc -l`
  await terminal.must(
    `for n in $(seq 60); do [ "$(${up})" = ${servers} ] && break; sleep 1; done; [ "$(${up})" = ${servers} ]`,
  )
  check(trial, section, 'Prometheus', `reads ${servers} servers`)
  await terminal.must('amtool alert query alertname=Proef --alertmanager.url=http://127.0.0.1:9093 | grep Proef')
  check(trial, section, 'Alertmanager', 'has the alert that tries it')
}

async function years(trial: Trial, { terminal }: Site): Promise<void> {
  const section = 'Through the years'
  for (const block of blocksOf(trial.engine, section)) await terminal.follow(block)
  await terminal.must('apt-config dump | grep --fixed-strings \'APT::Periodic::Unattended-Upgrade "1";\'')
  check(trial, section, 'Updates', 'Debian’s come by themselves')
}

async function keys(trial: Trial, site: Site, school: School): Promise<void> {
  const section = 'Keys'
  const { terminal } = site
  /** `own`: what the reader has in place of what the page gives that name. */
  const rotate = async (title: string, own: Record<string, string> = {}) => {
    const named = ({ part }: Block) => (title === '' ? part === '' : part.startsWith(title))
    for (const block of blocksOf(trial.engine, section).filter(named))
      await terminal.follow(block, async (command) => {
        for (const [name, value] of Object.entries(own))
          if (command.startsWith(`${name}=`)) await terminal.must(`${name}='${value}'`)
      })
  }
  const linkFor = async (address: string) => linkIn(await terminal.must(`wiskunde admin ${address}`))
  await rotate('')
  const before = { link: await linkFor('tweede@school.example'), push: await pushKey(site) }
  const login = await school.logIn(site)
  const says = async (what: string, result: string, wanted: number, answered: () => Promise<number>) => {
    const status = await answered()
    if (status !== wanted) throw new Error(`${what}: ${status} where ${wanted} was promised`)
    check(trial, section, what, result)
  }

  await rotate('Letters')
  await says('Letters', 'a link of before still works', 200, async () => (await activateBy(site, before.link)).status)
  const later = await linkFor('derde@school.example')
  await says('Letters', 'and one of after', 200, async () => (await activateBy(site, later)).status)
  await rotate('Pushes')
  if ((await pushKey(site)) === before.push) throw new Error('apps are given the push key of before')
  check(trial, section, 'Pushes', 'apps are given another key')
  await says('Pushes', 'who is logged in stays so', 200, () => login.ask())
  await rotate('Access tokens')
  await says('Access tokens', 'a token of before is refused', 401, () => login.ask())
  await says('Access tokens', 'and its login gets another: nobody is logged out', 200, () => login.refresh())
  await rotate('Refresh tokens')
  await says('Refresh tokens', 'a login of before goes on', 200, () => login.refresh())
  await rotate('Authenticator apps')
  await says('Authenticator apps', 'who is logged in stays so', 200, () => login.ask())
  if (trial.engine === 'PostgreSQL') {
    await rotate("The database's password")
    await says('The database’s password', 'who is logged in stays so', 200, () => login.ask())
  }
  await mailPassword(trial, site, (SMTP_URL) => rotate("The mail server's password", { SMTP_URL }))
  await providerSecret(trial, site, (SECRET) => rotate('The secret at the login of the school', { SECRET }))
  await rotate('A backup or the machine leaked')
  await says('Leaked', 'every login has ended', 401, () => login.refresh())
}

/** A letter that is asked for while the old password no longer holds goes out once the page was followed. */
async function mailPassword(trial: Trial, site: Site, rotate: (url: string) => Promise<void>): Promise<void> {
  const waiting = () =>
    site.withDatabase(async ({ kysely }) => {
      const letters = kysely.selectFrom('outbox').where('kind', 'like', '%letter').where('done_at', 'is', null)
      const { most } = await letters.select(({ fn }) => fn.max('attempts').as('most')).executeTakeFirstOrThrow()
      return most
    })
  const until = async (what: string, holds: (most: number | null) => boolean) => {
    for (const latest = performance.now() + 120_000; !holds(await waiting()); await delay(500))
      if (performance.now() > latest) throw new Error(`${what}: ${await waiting()}`)
  }
  await until('letters wait before anything was changed', (most) => most === null)
  const password = execFileSync('openssl', ['rand', '-hex', '8'], { encoding: 'utf8' }).trim()
  await site.changePassword('mail', password)
  await askForPassword(site, 'docent@school.example')
  await until('a letter goes out by a password that does not hold', (most) => Number(most) > 0)
  await rotate(site.smtpUrl.replace('//', `//wiskunde:${password}@`))
  await until('a letter waits', (most) => most === null)
  check(trial, 'Keys', 'The mail server’s password', 'a letter that waited meanwhile goes out by the new one')
}

async function providerSecret(trial: Trial, site: Site, rotate: (secret: string) => Promise<void>): Promise<void> {
  const { terminal } = site
  const { settings, secretFile, secret } = site.schoolLogin
  const logIn = () =>
    terminal.must(`rm -f /tmp/jar && page=$(curl --silent --location --cookie-jar /tmp/jar --cookie /tmp/jar \
      --output /dev/null --write-out '%{url_effective}' https://$HOST/api/v1/school_login) &&
      curl --silent --location --cookie-jar /tmp/jar --cookie /tmp/jar --output /dev/null --dump-header - "$page?as=sam" | grep --only-matching '#school-[a-z]*'`)
  const expectLogin = async (what: string, wanted: '#school-code' | '#school-error') => {
    const said = (await logIn()).trim()
    if (said !== wanted) throw new Error(`${what}: ${said} where ${wanted} was expected`)
  }
  await terminal.must(
    `(umask 027; printf %s ${secret} > ${secretFile}; chgrp wiskunde ${secretFile}; printf '%s\\n' '${settings}' >> /etc/wiskunde/wiskunde.env); restart_servers`,
  )
  await expectLogin('by the first secret', '#school-code')
  const other = execFileSync('openssl', ['rand', '-hex', '16'], { encoding: 'utf8' }).trim()
  await site.changePassword('provider', other)
  await expectLogin('by a secret that does not hold', '#school-error')
  await rotate(other)
  await expectLogin('by the second secret', '#school-code')
  check(
    trial,
    'Keys',
    'The secret at the login of the school',
    'refused by the old one, and by the new one somebody logs in',
  )
}

async function removal(trial: Trial, site: Site): Promise<void> {
  const { terminal } = site
  await terminal.must('cd /root')
  for (const block of blocksOf(trial.engine, 'Removal')) await terminal.follow(block)
  const left = await terminal.must(
    `rm -f /root/wiskunde-inschrijven-*; getent passwd wiskunde; getent group wiskunde
     systemctl list-units --all --no-legend 'wiskunde*' 'nginx*' 'postgresql*' 'pgbouncer*' 'prometheus*'
     find / -xdev \\( -name '*wiskunde*' -o -user wiskunde -o -name '*prometheus*' -o -name '*alertmanager*' \\) -not -path '/proc/*' -not -path '/sys/*' 2>/dev/null
     cat /proc/[0-9]*/comm | grep -E 'MainThread|nginx|postgres|pgbouncer|prometheus|alertmanager'; true`,
  )
  if (left.trim() !== '') throw new Error(`left behind: ${left}`)
  check(trial, 'Removal', 'afterwards', 'no user, file, unit or process is left')
}

function blocksOf(engine: Engine, section: string): Block[] {
  const found = blocks.filter((block) => block.section === section && (block.engine ?? engine) === engine)
  if (found.length === 0) throw new Error(`the page has no '${section}'`)
  return found
}

/** A block that the page has and no line above follows would be promised and never done. */
function refuseUntried({ engine, done }: Trial): void {
  const followed = new Set(done.flat().map(({ section, part, command }) => [section, part, command].join('\n')))
  const asked = blocks.filter(
    (block) =>
      (block.section === SETTINGS_OF_PAGE || wanted.some((section) => section === block.section)) &&
      (block.engine ?? engine) === engine &&
      !(block.section === 'Outgrowing SQLite' && engine === 'PostgreSQL'),
  )
  const untried = asked.flatMap(({ section, part, commands }) =>
    commands.map(({ text }) => [section, part, text].join('\n')).filter((key) => !followed.has(key)),
  )
  if (untried.length > 0) throw new Error(`on the page, and done by nobody: ${untried.join('; ')}`)
}

function check(trial: Trial, section: string, what: string, result: string): void {
  trial.checks.push({ section, what, result })
  console.log(`${titleOf(trial)}  • ${what}: ${result}`)
}

function linkIn(said: string): string {
  const link = /https:\S+\/activate\/\S+/.exec(said)?.[0]
  if (!link) throw new Error(`no link was printed: ${said}`)
  return link
}

async function versionsOf(site: Site, engine: Engine): Promise<string> {
  const names = ['nginx', 'systemd', ...(engine === 'PostgreSQL' ? ['postgresql-1*', 'pgbouncer'] : [])]
  const list = await site.terminal.must(
    `cat /etc/debian_version; dpkg-query --show --showformat '\${db:Status-Abbrev} \${Package} \${Version}\n' ${names.map((name) => `'${name}'`).join(' ')} | grep ^ii | cut -d' ' -f2-`,
  )
  return list
    .trim()
    .split('\n')
    .map((line) => line.trim())
    .join(', ')
}

async function journalOf(site: Site): Promise<string> {
  const result = await site.machine
    .run(
      "systemctl --failed --no-legend; journalctl --no-pager --lines=40 -u 'wiskunde-*' -u nginx -u 'postgresql*' -u pgbouncer",
      { timeoutMs: 20_000 },
    )
    .catch(() => ({ output: '' }))
  return result.output
}

function makeReleases(): string {
  for (const version of VERSIONS) {
    console.log(`Making release ${version}`)
    const script = join(import.meta.dirname, '../../scripts/release.ts')
    const made = spawnSync(process.execPath, [script, '--dirty', '--version', version, '--to', own], {
      stdio: 'inherit',
    })
    if (made.status !== 0) throw new Error('no release could be made')
  }
  return own
}

function findReleases(folder: string): string[] {
  const found = VERSIONS.flatMap((version) => globSync(join(folder, `wiskunde-inschrijven-${version}-linux-*.tar.gz`)))
  if (found.length !== VERSIONS.length) throw new Error(`${folder} does not hold ${VERSIONS.join(' and ')}`)
  return found
}

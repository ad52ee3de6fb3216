import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ConfigError, isReachable, readConfig } from '#server/config.ts'
import { settingsTexts } from '#server/settings.texts.ts'

test('every setting has a default that works', () => {
  expect(readConfig({})).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    dataDir: resolve('data'),
    databaseUrl: `sqlite:${resolve('data/app.db')}`,
    publicUrl: 'http://127.0.0.1:3000',
    smtpUrl: undefined,
    mailFrom: 'Wiskunde inschrijven <niet-beantwoorden@localhost>',
    trustProxy: [],
    webApp: resolve('dist'),
    serviceWorker: true,
    demo: true,
    logins: { school: undefined, passwords: 'on', secondFactorFor: 'off', stepUp: undefined },
  })
})

test('a secret of systemd is a setting, before that of the environment, and what else lies there is none', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wiskunde-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'SMTP_URL'), 'smtps://wiskunde:geheim@mail.school.nl\n')
  writeFileSync(join(folder, 'of-another-program'), 'x')
  const env = { CREDENTIALS_DIRECTORY: folder, SMTP_URL: 'smtp://mail.school.nl', MAIL_FROM: 'wiskunde@school.nl' }
  expect(readConfig(env)).toMatchObject({
    smtpUrl: 'smtps://wiskunde:geheim@mail.school.nl',
    mailFrom: 'wiskunde@school.nl',
  })
  writeFileSync(join(folder, 'SMTP_URL'), 'mail.school.nl')
  expect(() => readConfig(env)).toThrow('SMTP_URL: moet beginnen met smtp:// of smtps://')
  // With the default in its place the school would be in another database, which is empty.
  writeFileSync(join(folder, 'DATABASE_URL'), '\n')
  const refused = (env: Record<string, string>) => expect(() => readConfig(env))
  refused({ ...env, DATABASE_URL: 'postgres://one/school' }).toThrow(
    new ConfigError([settingsTexts.emptySecret('DATABASE_URL')]),
  )
  mkdirSync(join(folder, 'OIDC_CLIENT_SECRET'))
  refused(env).toThrow(new ConfigError([settingsTexts.unreadableSecret('OIDC_CLIENT_SECRET', 'EISDIR')]))
  const gone = join(folder, 'gone')
  refused({ CREDENTIALS_DIRECTORY: gone }).toThrow(new ConfigError([settingsTexts.unreadableFolder(gone, 'ENOENT')]))
})

test.for([
  ['DATABASE_URL', 'postgres://sam:se%2Ccret@one:5432,two:5433/school'],
  ['DATABASE_URL', 'postgresql://[::1],[fd00::2]/school'],
  ['DATABASE_URL', 'postgres:///school?host=one,two'],
  ['DATABASE_LISTEN_URL', 'postgres://one,two/school?target_session_attrs=read-write'],
])('a database is at one host: %s=%s is refused', ([name = '', url]) => {
  expect(() => readConfig({ [name]: url })).toThrow(`${name}: moet één host noemen, niet meer`)
})

test.for([
  ['DATA_DIR', '/proc/school'],
  ['DATA_DIR', '/proc'],
  ['DATA_DIR', 'data/../../../../../../../sys/school'],
  ['DATABASE_URL', 'sqlite:/proc/self/school/app.db'],
])('what has to be kept is not kept among the kernel’s files: %s=%s is refused', ([name = '', path]) => {
  expect(() => readConfig({ [name]: path })).toThrow(`${name}: moet op een schijf staan, niet onder /proc of /sys`)
})

test.for(['postgres://sam:se,cret@one:5432/school?options=a,b', 'postgres://[::1]/school', 'sqlite:/data/a,b.db'])(
  '%s is at one host',
  (url) => {
    expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url)
  },
)

test('an empty value is none', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '' })).toEqual(readConfig({}))
})

test('what is set is used', () => {
  expect(
    readConfig({
      PORT: '8080',
      HOST: '0.0.0.0',
      DATA_DIR: '/var/lib/wiskunde',
      DATABASE_URL: 'postgres://db/wiskunde',
      PUBLIC_URL: 'https://toetsen.school.nl/',
      TRUST_PROXY: '127.0.0.1, 10.0.0.0/8',
      WATCH_DISKS: '/var/lib/postgresql, /var/backups',
    }),
  ).toMatchObject({
    port: 8080,
    host: '0.0.0.0',
    dataDir: '/var/lib/wiskunde',
    databaseUrl: 'postgres://db/wiskunde',
    publicUrl: 'https://toetsen.school.nl',
    trustProxy: ['127.0.0.1', '10.0.0.0/8'],
    watchDisks: ['/var/lib/postgresql', '/var/backups'],
  })
})

test('letters are from the host where people go, unless said otherwise', () => {
  const PUBLIC_URL = 'https://toetsen.school.nl'
  expect(readConfig({ PUBLIC_URL }).mailFrom).toBe('Wiskunde inschrijven <niet-beantwoorden@toetsen.school.nl>')
  expect(readConfig({ PUBLIC_URL, MAIL_FROM: 'wiskunde@school.nl' }).mailFrom).toBe('wiskunde@school.nl')
  expect(readConfig({ PUBLIC_URL, MAIL_FROM: 'Wiskunde <w@school.nl>' }).oeapiContact).toBe('w@school.nl')
  expect(readConfig({ OEAPI_CONTACT: 'i.jansen@school.nl' }).oeapiContact).toBe('i.jansen@school.nl')
  expect(readConfig({}).mailPerMinute).toBe(600)
  expect(readConfig({ MAIL_PER_MINUTE: '0' }).mailPerMinute).toBe(0)
  expect(readConfig({ SMTP_URL: 'smtps://school:geheim@mail.school.nl' }).smtpUrl).toContain('mail.school.nl')
})

test('data about people is kept for two school years by default, or for the number of whole years that is set', () => {
  expect(readConfig({}).keep).toEqual({ results: 2, presence: 2, messages: 2, waiting: 2, imports: 2 })
  const years = { KEEP_RESULTS: '5', KEEP_PRESENCE: '1', KEEP_MESSAGES: '3', KEEP_WAITING: '4', KEEP_IMPORTS: '6' }
  expect(readConfig(years).keep).toEqual({ results: 5, presence: 1, messages: 3, waiting: 4, imports: 6 })
  expect(readConfig({}).keepBackups).toEqual({ days: 14, months: 12 })
  expect(readConfig({ KEEP_BACKUP_DAYS: '30', KEEP_BACKUP_MONTHS: '0' }).keepBackups).toEqual({ days: 30, months: 0 })
})

const school = {
  OIDC_ISSUER: 'https://inloggen.school.nl',
  OIDC_CLIENT_ID: 'wiskunde',
  OIDC_CLIENT_SECRET: 'geheim=x,y',
}

test('the login of the school needs three settings; the others have defaults that suit SURFconext', () => {
  expect(readConfig(school).logins.school).toEqual({
    issuer: 'https://inloggen.school.nl',
    clientId: 'wiskunde',
    clientSecret: 'geheim=x,y',
    scopes: 'openid profile email',
    label: 'Inloggen met je schoolaccount',
    claims: {
      email: 'email',
      email_verified: 'email_verified',
      first_name: 'given_name',
      last_name: 'family_name',
      student_number: 'schac_personal_unique_code',
    },
    trustedDomains: [],
    administrator: undefined,
  })
})

test('other names of claims, trusted domains of addresses and the sign of a teacher can be set', () => {
  const { logins } = readConfig({
    ...school,
    OIDC_SCOPES: 'openid email',
    OIDC_LABEL: 'Inloggen met Hogeschool',
    OIDC_CLAIMS: 'student_number=employeeid, first_name=https://school.nl/roepnaam=x',
    OIDC_TRUSTED_EMAIL_DOMAINS: 'School.NL, @student.school.nl',
    OIDC_ADMIN_CLAIM: 'eduperson_affiliation',
    OIDC_ADMIN_VALUE: 'employee',
    PASSWORD_LOGIN: 'administrators',
    REQUIRE_SECOND_FACTOR: 'administrators',
    STEP_UP: '15',
  })
  expect(logins).toMatchObject({ passwords: 'administrators', secondFactorFor: 'administrators', stepUp: 900_000 })
  expect(logins.school).toMatchObject({
    scopes: 'openid email',
    label: 'Inloggen met Hogeschool',
    claims: { email: 'email', student_number: 'employeeid', first_name: 'https://school.nl/roepnaam=x' },
    trustedDomains: ['school.nl', 'student.school.nl'],
    administrator: { claim: 'eduperson_affiliation', value: 'employee' },
  })
})

test('a provider on this machine may do without TLS', () => {
  for (const OIDC_ISSUER of ['http://localhost:4000', 'http://127.0.0.1:4000/realms/school', 'http://[::1]:4000'])
    expect(readConfig({ ...school, OIDC_ISSUER }).logins.school?.issuer).toBe(OIDC_ISSUER)
})

test('the secret of the school’s login may stand in a file, without the end of its line', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wiskunde-settings-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'secret')
  writeFileSync(path, 'geheim\n')
  const { OIDC_CLIENT_SECRET: _, ...without } = school
  expect(readConfig({ ...without, OIDC_CLIENT_SECRET_FILE: path }).logins.school?.clientSecret).toBe('geheim')
  expect(() => readConfig({ ...without, OIDC_CLIENT_SECRET_FILE: join(folder, 'none') })).toThrow('ENOENT')
})

test.for([
  ['OIDC_ISSUER', { OIDC_ISSUER: 'https://inloggen.school.nl' }],
  ['OIDC_ISSUER', { OIDC_CLIENT_ID: 'wiskunde' }],
  ['OIDC_ISSUER', { ...school, OIDC_ISSUER: '' }],
  ['OIDC_ISSUER', { ...school, OIDC_CLIENT_SECRET: '' }],
  ['PASSWORD_LOGIN', { PASSWORD_LOGIN: 'off' }],
  ['PASSWORD_LOGIN', { PASSWORD_LOGIN: 'administrators' }],
  ['OIDC_ADMIN_CLAIM', { ...school, OIDC_ADMIN_CLAIM: 'eduperson_affiliation' }],
  ['OIDC_ADMIN_CLAIM', { ...school, OIDC_ADMIN_VALUE: 'employee' }],
  ['OEAPI_SOURCE_URL', { OEAPI_SOURCE_URL: 'https://oeapi.school.nl' }],
  ['OEAPI_SOURCE_URL', { OEAPI_SOURCE_CLIENT_SECRET_FILE: '/etc/wiskunde/secret' }],
  ['OEAPI_SOURCE_RESULTS', { OEAPI_SOURCE_RESULTS: 'send' }],
] as const)('%s alone is refused in %j', ([name, env]) => {
  expect(() => readConfig(env)).toThrow(ConfigError)
  expect(() => readConfig(env)).toThrow(`${name}: `)
})

const followed = {
  OEAPI_SOURCE_URL: 'https://oeapi.school.nl/v6/',
  OEAPI_SOURCE_TOKEN_URL: 'https://login.school.nl/token',
  OEAPI_SOURCE_CLIENT_ID: 'wiskunde',
}

test('a source of students has its secret in a file, and only the private addresses that are listed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wiskunde-settings-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'secret')
  writeFileSync(path, 'geheim\n')
  const settings = {
    ...followed,
    OEAPI_SOURCE_CLIENT_SECRET_FILE: path,
    OEAPI_SOURCE_PRIVATE_RANGES: '10.20.0.0/16, fd00::1, 192.168.7.9/32',
  }
  const { source } = readConfig(settings)
  expect(source).toMatchObject({
    url: 'https://oeapi.school.nl/v6',
    clientSecret: 'geheim',
    scope: undefined,
    modules: 'test-components',
    sendsResults: false,
  })
  expect(readConfig({ ...settings, OEAPI_SOURCE_RESULTS: 'send' }).source).toMatchObject({ sendsResults: true })
  const isListed = (ip: string, family: 'ipv4' | 'ipv6') => source?.privateRanges.check(ip, family)
  const v4 = ['10.20.3.4', '192.168.7.9', '10.21.0.1', '192.168.7.8'].map((ip) => isListed(ip, 'ipv4'))
  expect(v4).toEqual([true, true, false, false])
  expect([isListed('fd00::1', 'ipv6'), isListed('fd00::2', 'ipv6')]).toEqual([true, false])
  expect(readConfig({}).source).toBeUndefined()
})

test('an address of IPv6 is between brackets', () => {
  expect(readConfig({ HOST: '::1' }).publicUrl).toBe('http://[::1]:3000')
})

test('the demo school is for trying out, unless asked for in production', () => {
  expect(readConfig({ NODE_ENV: 'production' }).demo).toBe(false)
  expect(readConfig({ NODE_ENV: 'production', DEMO: '1' }).demo).toBe(true)
  expect(readConfig({ DEMO: '0' }).demo).toBe(false)
})

test.for([
  ['PORT', 'http'],
  ['SERVICE_WORKER', 'no'],
  ['PORT', '70000'],
  ['SMTP_URL', 'mail.school.nl'],
  ['MAIL_FROM', 'Wiskunde'],
  ['OEAPI_CONTACT', 'I. Jansen <i.jansen@school.nl>'],
  ['MAIL_FROM', 'wiskunde@school.nl\nBcc: allen@school.nl'],
  ['PORT', '1.5'],
  ['MAIL_PER_MINUTE', '-1'],
  ['MAIL_PER_MINUTE', 'veel'],
  ['OEAPI_SOURCE_URL', 'http://oeapi.school.nl'],
  ['OEAPI_SOURCE_URL', 'https://sam:geheim@oeapi.school.nl'],
  ['OEAPI_SOURCE_URL', 'file:///etc/passwd'],
  ['OEAPI_SOURCE_TOKEN_URL', 'http://localhost.school.nl/token'],
  ['OEAPI_SOURCE_MODULES', 'learning-components'],
  ['OEAPI_SOURCE_RESULTS', 'yes'],
  ['OEAPI_SOURCE_PRIVATE_RANGES', 'school.nl'],
  ['OEAPI_SOURCE_PRIVATE_RANGES', '10.0.0.0/33'],
  ['KEEP_RESULTS', '0'],
  ['KEEP_PRESENCE', '1.5'],
  ['KEEP_MESSAGES', 'altijd'],
  ['KEEP_WAITING', '-1'],
  ['DATABASE_URL', 'mysql://db'],
  ['PUBLIC_URL', 'toetsen.school.nl'],
  ['PUBLIC_URL', 'https://school.nl/toetsen'],
  ['PUBLIC_URL', 'https://toetsen.school.nl/?x=1'],
  ['TRUST_PROXY', 'nginx'],
  ['TRUST_PROXY', '10.0.0.0/8, 10.0.0.0/64'],
  ['REGISTRATION_DOMAINS', 'school'],
  ['REGISTRATION_DOMAINS', 'school.nl,'],
  ['REGISTRATION_DOMAINS', 'jade@school.nl'],
  ['REGISTRATION_DOMAINS', '*.school.nl'],
  ['SCHOOL_ADDRESS', 'x'.repeat(201)],
  ['SCHOOL_ADDRESS', 'Heidelberglaan 15\nUtrecht'],
  ['OIDC_ISSUER', 'inloggen.school.nl'],
  ['OIDC_ISSUER', 'http://inloggen.school.nl'],
  ['OIDC_ISSUER', 'http://localhost.school.nl'],
  ['OIDC_ISSUER', 'ftp://localhost'],
  ['OIDC_SCOPES', 'profile email'],
  ['OIDC_LABEL', 'x'.repeat(81)],
  ['OIDC_CLAIMS', 'nickname=roepnaam'],
  ['OIDC_CLAIMS', 'email='],
  ['OIDC_CLAIMS', 'email'],
  ['OIDC_TRUSTED_EMAIL_DOMAINS', 'school'],
  ['OIDC_TRUSTED_EMAIL_DOMAINS', 'jade@school.nl'],
  ['OIDC_TRUSTED_EMAIL_DOMAINS', 'school.nl,'],
  ['PASSWORD_LOGIN', 'students'],
  ['REQUIRE_SECOND_FACTOR', 'on'],
  ['STEP_UP', '0'],
  ['STEP_UP', '1441'],
  ['STEP_UP', 'on'],
  ['DEMO', 'yes'],
  ['DEMO_PASSWORD', 'geheim'],
  ['DEMO_PASSWORD', '🔑🔑🔑🔑'],
  ['DEMO_PASSWORD', '🔑'.repeat(257)],
])('%s=%s is refused by name, in Dutch', ([name = '', value = '']) => {
  // With the settings that it goes with, so that nothing else is refused.
  const env = { ...school, ...followed, OEAPI_SOURCE_CLIENT_SECRET: 'geheim', [name]: value }
  expect(() => readConfig(env)).toThrow(ConfigError)
  expect(() => readConfig(env)).toThrow(
    new RegExp(`^Deze instellingen kunnen niet gebruikt worden: ${name}: (moet|moeten|mag|zonder) `),
  )
})

test('the school’s address has no blanks around it, and by default there is none', () => {
  expect(readConfig({}).schoolAddress).toBeUndefined()
  expect(readConfig({ SCHOOL_ADDRESS: ' Heidelberglaan 15, Utrecht ' }).schoolAddress).toBe(
    'Heidelberglaan 15, Utrecht',
  )
})

test('domains are compared as they travel, and passwords counted as people type them', () => {
  expect(readConfig({ REGISTRATION_DOMAINS: ' School.NL, @bücher.nl' }).registrationDomains).toEqual([
    'school.nl',
    'xn--bcher-kva.nl',
  ])
  expect(readConfig({ DEMO_PASSWORD: '🔑'.repeat(140) }).demoPassword).toBe('🔑'.repeat(140))
})

test('all bad settings are named at once, without a password among them', () => {
  const read = () => readConfig({ PORT: 'x', DEMO: 'x', DEMO_PASSWORD: 'geheim' })
  expect(read).toThrow(/PORT.*DEMO.*DEMO_PASSWORD/s)
  expect(read).not.toThrow(/geheim/)
})

test('push services can write to an address in the world, and to no other', () => {
  const subject = (env: Record<string, string>) => readConfig(env).vapidSubject
  const reachable = [
    subject({ VAPID_SUBJECT: 'mailto:Beheer@ICT.School.nl' }),
    subject({ VAPID_SUBJECT: 'https://www.school.nl/wiskunde' }),
    subject({ MAIL_FROM: 'Wiskunde <wiskunde@school.nl>' }),
    subject({ PUBLIC_URL: 'https://wiskunde.school.nl' }),
  ]
  expect(reachable.filter((address) => !isReachable(address))).toEqual([])
  const unreachable = [
    subject({}),
    subject({ PUBLIC_URL: 'https://10.0.0.7' }),
    subject({ PUBLIC_URL: 'http://wiskunde.local:3000' }),
    subject({ MAIL_FROM: 'Wiskunde (wiskunde@school.nl)' }),
    subject({ VAPID_SUBJECT: 'mailto:beheer@school.example' }),
    subject({ VAPID_SUBJECT: 'mailto:beheer@example.com' }),
    subject({ VAPID_SUBJECT: 'mailto:beheer@school' }),
    subject({ VAPID_SUBJECT: 'https://localhost' }),
    subject({ VAPID_SUBJECT: 'https://127.0.0.1/' }),
    'http://school.nl',
    'school.nl',
  ]
  expect(unreachable.filter(isReachable)).toEqual([])
})

import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { securityHeaders } from '#api-server/platform/web-app.ts'
import { HEARTBEAT_MS } from '#contract/app-events.ts'
import { readCalendarFeed } from '#contract/calendar.gen.ts'
import { API_BASE, pathOf } from '#contract/endpoint.ts'
import { readLive } from '#contract/live.gen.ts'
import { endSchoolLogin } from '#contract/logins.gen.ts'
import { reasonTexts } from '#contract/refusals.texts.ts'
import { statusOfReason } from '#contract/refusals.ts'
import { makeCertificate } from '#tests/support/push/certificate.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { onPath } from '../../scripts/machine.ts'
import { makeMachine, named, readNginx, renewFiles } from './deploy-files.ts'

const files = globSync('deploy/nginx/*.conf')
const read = (name: string) => readNginx(readFileSync(`deploy/nginx/${name}.conf`, 'utf8'))
const [main, site, proxy] = [read('nginx'), read('site'), read('proxy')]

/** Where a key stands in the path: the app's own pages, and what calendar programs read. */
const KEYED = [
  pathOf(readCalendarFeed, { key: 'a-key' }),
  ...globSync('src/routes/*/$*ey.tsx').map((file) => `/${dirname(file).slice('src/routes/'.length)}/a-key`),
]

describe('nginx', () => {
  test('writes no key down', () => {
    const masks = named('map', main).flatMap(({ inner }) => inner)
    const masked = (path: string) => {
      const [, instead] = masks.find(({ words: [pattern = ''] }) => matches(pattern, path))?.words ?? []
      return instead ?? path
    }
    const [silent] = named('location', site).filter(({ inner }) => named('error_log', inner).length > 0)
    expect(KEYED).toHaveLength(4)
    for (const path of KEYED) {
      expect(masked(path)).not.toContain('a-key')
      expect(path).toMatch(new RegExp(silent?.words[2] ?? ''))
    }
    // The provider's code stands in its query, of which the other log has nothing anyway.
    expect(`${API_BASE}${endSchoolLogin.path}`).toMatch(new RegExp(silent?.words[2] ?? ''))
    const [format] = named('log_format', main)
    expect(format?.words.join(' ')).toContain('$uri_without_key')
    expect(format?.words.join(' ')).not.toMatch(/\$(request|request_uri|uri|args|query_string|http_\w+)\b/)
  })

  test('passes news on as it comes, and waits longer than between two signs of life', () => {
    const live = named('location', site).find(({ words }) => words[2] === pathOf(readLive))
    expect(named('proxy_buffering', live?.inner ?? [])[0]?.words[1]).toBe('off')
    const timeout = Number.parseInt(named('proxy_read_timeout', live?.inner ?? [])[0]?.words[1] ?? '', 10)
    expect(timeout * 1000).toBeGreaterThan(2 * HEARTBEAT_MS)
  })

  test('counts no server out: of two that restart one after the other, none would be left', () => {
    const servers = read('upstream').filter(({ words }) => words[0] === 'server')
    expect(servers.map(({ words }) => words[2])).toEqual(['max_fails=0', 'max_fails=0'])
  })

  test('answers for servers that are away as they would themselves', () => {
    const away = named('location', site).find(({ words }) => words[1] === '@unavailable')
    const [, status, body = ''] = named('return', away?.inner ?? [])[0]?.words ?? []
    expect(status).toBe(String(statusOfReason('unavailable')))
    expect(JSON.parse(body)).toEqual({ reason: 'unavailable', message: reasonTexts.unavailable })
  })

  test('says for itself what the servers say with each answer, and never twice', () => {
    const theirs = securityHeaders('https://wiskunde.school.nl')
    const secure = site.find(({ inner }) => named('ssl_certificate', inner).length > 0)?.inner ?? []
    const away = secure.find(({ words }) => words[1] === '@unavailable')?.inner ?? []
    for (const place of [secure, away]) {
      const added = place.filter(({ words: [name] }) => name === 'add_header').map(({ words }) => words.slice(1))
      for (const name of [
        'Strict-Transport-Security',
        'Content-Security-Policy',
        'X-Content-Type-Options',
        'Referrer-Policy',
      ]) {
        const [, variable, always] = added.find(([given]) => given === name) ?? []
        expect(always, name).toBe('always')
        const map = named('map', main).find(({ words }) => words[2] === variable)
        expect(map?.words[1]).toBe(`$upstream_http_${name.toLowerCase().replaceAll('-', '_')}`)
        const [alone, beside] = (map?.inner ?? []).map(({ words }) => words)
        expect(beside).toEqual(['default', ''])
        if (name === 'Content-Security-Policy') expect(alone?.[1]).toContain("default-src 'none'; base-uri 'none'")
        else expect(alone).toEqual(['', theirs[name.toLowerCase()]])
      }
    }
  })

  test('leads pages to https, and neither the API nor what has a token', () => {
    const plain = site.find(({ inner }) => named('ssl_certificate', inner).length === 0)?.inner ?? []
    const refused = plain.find(({ words }) => words[0] === 'location' && words[1] === '~')
    const pattern = `~${refused?.words[2]}`
    expect(named('return', refused?.inner ?? [])[0]?.words).toEqual(['return', '403'])
    for (const path of ['/api/v1/login_check', '/api/v1/user', '/push', '/push/devices'])
      expect(matches(pattern, path), path).toBe(true)
    for (const path of ['/', '/login', '/api/v1/calendar/a-key', '/pushed'])
      expect(matches(pattern, path), path).toBe(false)
  })

  test('takes of TLS 1.2 only what has forward secrecy and authenticates what it encrypts', () => {
    const [protocols] = named('ssl_protocols', site)
    expect(protocols?.words.slice(1)).toEqual(['TLSv1.2', 'TLSv1.3'])
    const ciphers = named('ssl_ciphers', site)[0]?.words[1]?.split(':') ?? []
    expect(ciphers.length).toBeGreaterThan(2)
    for (const cipher of ciphers)
      expect(cipher).toMatch(/^ECDHE-(ECDSA|RSA)-(AES(128|256)-GCM-SHA\d+|CHACHA20-POLY1305)$/)
  })

  test('says who asks by itself, not as the browser has it', () => {
    const headers = named('proxy_set_header', proxy).map(({ words: [, name, value] }) => [name, value])
    expect(headers).toContainEqual(['X-Forwarded-For', '$remote_addr'])
  })

  test('finds each file that it includes', () => {
    const included = files.flatMap((file) => named('include', readNginx(readFileSync(file, 'utf8'))))
    const own = included.flatMap(({ words }) => /^wiskunde\/(.+)$/.exec(words[1] ?? '')?.[1] ?? [])
    expect(own.sort()).toEqual(['proxy.conf', 'site.conf', 'upstream.conf'])
    for (const name of own) expect(existsSync(`deploy/nginx/${name}`)).toBe(true)
  })

  test('understands all of it, where it is installed', () => {
    const nginx = onPath('nginx')
    if (!nginx) return
    const folder = makeMachine(temporaryFolder())
    // An installation writes this file: each nginx gets HTTP/2 in the form that it accepts.
    renewFiles(folder)
    const { cert, key } = makeCertificate()
    const etc = join(folder, 'etc/nginx')
    mkdirSync(join(etc, 'tls'))
    writeFileSync(join(etc, 'tls/fullchain.pem'), cert)
    writeFileSync(join(etc, 'tls/privkey.pem'), key)
    writeFileSync(join(etc, 'mime.types'), '')
    for (const name of ['nginx.conf', 'wiskunde/site.conf']) {
      const text = readFileSync(join(etc, name), 'utf8')
      writeFileSync(
        join(etc, name),
        text.replaceAll('/etc/nginx', etc).replaceAll(/\/var\/log\/nginx|\/run(?=\/nginx.pid)/g, folder),
      )
    }
    const { status, stderr } = spawnSync(nginx, ['-t', '-q', '-p', etc, '-c', join(etc, 'nginx.conf')], {
      encoding: 'utf8',
    })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  })

  test('serves what certbot has Let’s Encrypt fetch, and takes a renewed certificate that is whole', () => {
    const plain = site.find(({ inner }) => named('ssl_certificate', inner).length === 0)?.inner ?? []
    const challenge = plain.find(({ words }) => words[2] === '/.well-known/acme-challenge/')
    expect(challenge?.words[1]).toBe('^~')
    expect(readFileSync('docs/runbook.md', 'utf8')).toContain(
      `--webroot-path ${named('root', challenge?.inner ?? [])[0]?.words[1]} `,
    )
    const folder = temporaryFolder()
    const tls = join(folder, 'etc/nginx/tls')
    mkdirSync(tls, { recursive: true })
    const renewed = ({ cert, key }: { cert: string; key: string }) => {
      writeFileSync(join(folder, 'fullchain.pem'), cert)
      writeFileSync(join(folder, 'privkey.pem'), key)
      const env = { ...process.env, DESTDIR: folder, RENEWED_LINEAGE: folder }
      return spawnSync(join('deploy', 'renewed-certificate'), { env, encoding: 'utf8' })
    }
    const first = makeCertificate()
    expect(renewed(first)).toMatchObject({ status: 0, stdout: 'Het certificaat is vernieuwd.\n' })
    expect(readFileSync(join(tls, 'privkey.pem'), 'utf8')).toBe(first.key)
    expect(statSync(join(tls, 'privkey.pem')).mode & 0o777).toBe(0o600)
    expect(renewed({ cert: makeCertificate().cert, key: first.key })).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('horen niet bij elkaar'),
    })
    expect(readFileSync(join(tls, 'fullchain.pem'), 'utf8')).toBe(first.cert)
  })
})

const matches = (pattern: string, path: string): boolean =>
  pattern.startsWith('~') && new RegExp(pattern.slice(1)).test(path)

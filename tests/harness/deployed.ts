import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '#tests/support/free-port.ts'
import { type PgBouncer, startPgBouncer } from '#tests/support/pgbouncer.ts'
import { makeCertificate } from '#tests/support/push/certificate.ts'
import { onPath, pgbouncer } from '../../scripts/machine.ts'
import { newFolder, openPostgresPlace, type PostgresPlace, within } from './places.ts'

export interface DeployedPlace extends PostgresPlace {
  pooler: PgBouncer
  /** address of the database by way of PgBouncer */
  pooledUrl: string
  nginx: Awaited<ReturnType<typeof startNginx>>
  /** settings of the servers behind nginx and PgBouncer */
  env: NodeJS.ProcessEnv
}

/** Works where nginx, PgBouncer and PostgreSQL stand as deploy/ has them for several API servers, each with its own settings. */
export const withinDeployed = <Result>(work: (place: DeployedPlace) => Promise<Result>): Promise<Result> =>
  within(openPostgresPlace({ settings: deployedPostgres() }), async (place) => {
    const program = pgbouncer.find()
    if (!program) throw new Error('PgBouncer is missing (apt-get install pgbouncer).')
    const pooler = await startPgBouncer(program, place.url, deployedPgBouncer)
    const nginx = await startNginx()
    const env = { DATABASE_LISTEN_URL: place.url, TRUST_PROXY: '127.0.0.1' }
    try {
      const pooledUrl = Object.assign(new URL(pooler.url), { pathname: new URL(place.url).pathname }).href
      return await work(Object.assign(place, { pooler, pooledUrl, nginx, env }))
    } finally {
      await nginx.stop()
      await pooler.stop()
    }
  })

const deployed = (path: string) => readFileSync(new URL(`../../deploy/${path}`, import.meta.url), 'utf8')

/** All but where it listens and who it is. */
function deployedPostgres(): Record<string, string> {
  const lines = deployed('postgres/wiskunde.conf').matchAll(/^(\w+) = '?([^'\n]*)'?$/gm)
  return Object.fromEntries(
    [...lines].flatMap(([, name = '', value = '']) => (name === 'listen_addresses' ? [] : [[name, value]])),
  )
}

/** Where it leads and listens is this run's, and nobody needs a password here. */
const deployedPgBouncer = ({ hostname, port, username }: URL, own: number): string =>
  deployed('pgbouncer/pgbouncer.ini')
    .replace(/^wiskunde = .*$/m, `* = host=${hostname} port=${port} user=${username}`)
    .replace(/^listen_port = .*$/m, `listen_port = ${own}`)
    .replace(/^auth_type = .*$/m, 'auth_type = any')
    .replace(/^(auth_file|admin_users) = .*\n/gm, '')

/** ms until the workers of before have gone, and their time is counted */
const RELOADED = 500

/** Debian's nginx with the files of deploy/nginx, at ports of this run; with TLS, and without it for the sender's sake. */
async function startNginx() {
  const program = onPath('nginx')
  if (!program) throw new Error('nginx is missing (apt-get install nginx).')
  const [port, tlsPort] = [await freePort(), await freePort()]
  const folder = newFolder()
  // Its workers are nobody in particular.
  chmodSync(folder, 0o755)
  const place = (name: string, text: string) => {
    const here = text.replaceAll(/\/etc\/nginx|\/var\/log\/nginx|\/run(?=\/nginx.pid)/g, folder)
    writeFileSync(join(folder, name), here)
  }
  for (const name of ['wiskunde', 'tls']) mkdirSync(join(folder, name))
  const { cert, key } = makeCertificate()
  place('tls/fullchain.pem', cert)
  place('tls/privkey.pem', key)
  place('mime.types', '')
  place('wiskunde/proxy.conf', deployed('nginx/proxy.conf'))
  // Before nginx 1.25.1 `listen` turns HTTP/2 on; deploy/renew-files does the same for Debian 12.
  const site = deployed('nginx/site.conf').replace(/^ *http2 on;\n/m, '')
  const own = [`listen 127.0.0.1:${tlsPort} ssl http2 backlog=4096;`, `listen 127.0.0.1:${port} backlog=4096;`]
  place(
    'wiskunde/site.conf',
    site.slice(site.lastIndexOf('\nserver {')).replaceAll(/listen .*443 .*;/g, () => own.shift() ?? ''),
  )
  // Browsers send few requests over one connection, but the senders here send very many.
  const ours =
    '    keepalive_requests 100000000;\n    client_body_temp_path body;\n    proxy_temp_path proxy;\n\n    upstream'
  const main = deployed('nginx/nginx.conf').replace('    upstream', ours)
  place('nginx.conf', process.getuid?.() === 0 ? main : main.replace(/^user .*\n/m, ''))
  const lead = (ports: readonly number[]) =>
    place('wiskunde/upstream.conf', ports.map((one) => `server 127.0.0.1:${one} max_fails=0;\n`).join(''))
  lead([port])

  const args = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-g', 'daemon off;']
  const server = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const endWithUs = () => server.kill('SIGTERM')
  process.once('exit', endWithUs)
  await delay(RELOADED)
  if (server.exitCode !== null) throw new Error('nginx did not start; it says why above.')
  return {
    port,
    tlsPort,
    pid: server.pid ?? 0,
    lead: async (ports: readonly number[]) => {
      lead(ports)
      server.kill('SIGHUP')
      await delay(RELOADED)
    },
    stop: async () => {
      process.off('exit', endWithUs)
      server.kill('SIGTERM')
      await once(server, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

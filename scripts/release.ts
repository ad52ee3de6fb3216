import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  createReadStream,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { createGzip } from 'node:zlib'
import { bundleInto } from './build/server-bundle.ts'
import { billOfMaterials } from './release/bill-of-materials.ts'
import { copyShipped, linkNode, prunePackages } from './release/contents.ts'
import { runNpm } from './release/npm.ts'
import { releaseTexts as texts } from './release/release.texts.ts'
import { ROOT } from './root.ts'
import { runVite } from './tool.ts'

/**
 * `npm run release`: makes one file with the product, its packages, its own Node, the built app and the bundled servers; a server needs only Debian
 * beside it. Next to it come a list of its packages (CycloneDX) and the checksums of both. The same commit and npm give the
 * same bytes: docs/runbook.md says what was compared.
 */
const options = {
  /** architecture of the target machine: x64 or arm64 */
  arch: { type: 'string', default: 'x64' },
  /** folder to which the files are written */
  to: { type: 'string', default: join(ROOT, 'releases') },
  /** name of the release, if not that of the commit */
  version: { type: 'string' },
  /** include changes that are not committed */
  dirty: { type: 'boolean', default: false },
} as const

try {
  const { values } = parseArgs({ options })
  if (!['x64', 'arm64'].includes(values.arch)) throw new Error(texts.unknownProcessor(values.arch))
  if (!values.dirty && git('status', '--porcelain') !== '') throw new Error(texts.uncommitted)
  const made = new Date(Number(git('log', '-1', '--format=%ct')) * 1000)
  const version = values.version ?? versionOf(made, values.dirty)
  if (!/^\w[\w.+-]*$/.test(version)) throw new Error(texts.badVersion(version))
  await makeRelease({ ...values, to: resolve(values.to), version, made })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

interface Release {
  arch: string
  to: string
  version: string
  made: Date
  dirty: boolean
}

async function makeRelease({ arch, to, version, made, dirty }: Release): Promise<void> {
  const name = `wiskunde-inschrijven-${version}-linux-${arch}`
  const parent = mkdtempSync(join(tmpdir(), 'wiskunde-release-'))
  const folder = join(parent, name)
  try {
    copyShipped(folder, dirty)
    console.log(texts.building)
    await runVite([], { ...process.env, WEB_APP: join(folder, 'dist'), RELEASE: version, NODE_ENV: 'production' })
    console.log(texts.installing)
    installPackages(folder, arch)
    await bundleInto(join(folder, 'servers'), folder)
    const bill = billOfMaterials(folder, version, made)
    prunePackages(folder)
    const about = {
      version,
      commit: git('rev-parse', 'HEAD'),
      committed_at: made.toISOString(),
      platform: `linux-${arch}`,
    }
    writeFileSync(join(folder, 'release.json'), `${JSON.stringify(about, null, 2)}\n`)

    mkdirSync(to, { recursive: true })
    const tarball = `${name}.tar.gz`
    await pack(parent, name, join(to, tarball), made)
    writeFileSync(join(to, `${name}.cdx.json`), bill)
    const sums = [tarball, `${name}.cdx.json`].map((file) => `${sumOf(join(to, file))}  ${file}\n`)
    writeFileSync(join(to, `${name}.SHA256SUMS`), sums.join(''))
    const megabytes = Math.round(readFileSync(join(to, tarball)).byteLength / 1e6)
    console.log(`${join(to, tarball)}: ${megabytes} MB, ${JSON.parse(bill).components.length} pakketten.`)
  } finally {
    rmSync(parent, { recursive: true, force: true })
  }
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()
}

/** The version in package.json if the commit has its tag; otherwise followed by the date and the commit. */
function versionOf(made: Date, dirty: boolean): string {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const tagged = git('tag', '--points-at', 'HEAD').split('\n').includes(`v${version}`)
  if (tagged && !dirty) return version
  const day = made.toISOString().slice(0, 10).replaceAll('-', '')
  return `${version}-${day}.${git('rev-parse', '--short=8', 'HEAD')}${dirty ? '.dirty' : ''}`
}

/** Installs packages from the lockfile for the target platform. No package that a server needs has an install script. */
function installPackages(folder: string, arch: string): void {
  const platform = ['--os=linux', `--cpu=${arch}`, '--libc=glibc']
  const args = ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', ...platform]
  runNpm(args, { cwd: folder })
  linkNode(folder, arch)
}

/** Packs the folder so that the result does not depend on the machine: sorted, owned by root, with fixed times and modes. */
async function pack(parent: string, name: string, file: string, made: Date): Promise<void> {
  const plain = join(parent, 'release.tar')
  const marks = [`--mtime=${made.toISOString()}`, '--owner=0', '--group=0', '--numeric-owner', '--mode=u=rwX,go=rX']
  const format = [
    '--sort=name',
    '--format=posix',
    '--pax-option=exthdr.name=%d/PaxHeaders/%f,delete=atime,delete=ctime',
  ]
  execFileSync('tar', ['--create', '--file', plain, '--directory', parent, ...format, ...marks, name])
  await pipeline(createReadStream(plain), createGzip({ level: 6 }), createWriteStream(file))
}

function sumOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}

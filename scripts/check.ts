import { runChecks } from './check/checks.ts'

/** `npm run check`: the static checks, side by side; with `-- --figures` what the house measures instead. */
if (process.argv.includes('--figures')) {
  const { printFigures } = await import('./check/figures.ts')
  await printFigures()
} else {
  const { failed } = await runChecks('all')
  process.exitCode = failed === 0 ? 0 : 1
}

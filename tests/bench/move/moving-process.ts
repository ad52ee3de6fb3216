import { moveSchool } from '../../../scripts/move/move-school.ts'

/** Moves a school as `npm run move` does, and reports what it took. */
const [from = '', to = '', dataDir = ''] = process.argv.slice(2)
const began = performance.now()
const { tables } = await moveSchool({ from, to, fromDataDir: dataDir, toDataDir: dataDir })
process.send?.({
  seconds: (performance.now() - began) / 1_000,
  rows: tables.reduce((sum, table) => sum + table.rows, 0),
  memory: process.resourceUsage().maxRSS / 1_024,
})

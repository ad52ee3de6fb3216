import { startProduct } from '#tests/e2e/support/product.ts'
import { createSituation } from '#tests/e2e/support/situation.ts'
import { median } from '#tests/harness/statistics.ts'
import type { BenchRow } from '../result-table.ts'
import { type ColdStart, type InstalledApp, installApp } from './installed-app.ts'

const STARTS = 7

/** `npm run bench offline`: the installed app from a cold start, without a server beside with one. */
export async function benchOffline(): Promise<BenchRow[]> {
  const product = await startProduct()
  try {
    const student = await createSituation(product.database, ['WIS1', 'WIS2'])
    await student.enroll(await student.addMoment(), 'WIS1')
    const app = await installApp(product.url, student)
    try {
      const online = await coldStart(app)
      await product.stop()
      const offline = await coldStart(app)
      return [
        row('first paint of the shell', offline.firstPaint, online.firstPaint, 250),
        row('the next test in the page', offline.nextTest, online.nextTest, 500),
        row('own enrollments, by the app itself', offline.ownEnrollments, online.ownEnrollments, 800),
      ]
    } finally {
      await app.remove()
    }
  } finally {
    await product.dispose()
  }
}

async function coldStart(app: InstalledApp): Promise<ColdStart> {
  const starts: ColdStart[] = []
  while (starts.length < STARTS) starts.push(await app.start())
  return {
    firstPaint: median(starts.map(({ firstPaint }) => firstPaint)),
    nextTest: median(starts.map(({ nextTest }) => nextTest)),
    ownEnrollments: median(starts.map(({ ownEnrollments }) => ownEnrollments)),
  }
}

const row = (what: string, offline: number, online: number, goal: number): BenchRow => ({
  what: `cold start without a server, page and worker 4× slower: ${what} (median of ${STARTS})`,
  measured: ms(offline),
  reference: `${ms(online)} online`,
  figure: ms(offline),
  goal: `≤ ${goal} ms`,
  reached: offline <= goal,
})

const ms = (value: number) => `${value.toFixed(0)} ms`

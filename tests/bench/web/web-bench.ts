import { PASSWORD, startProduct } from '#tests/e2e/support/product.ts'
import type { BenchRow } from '../result-table.ts'
import { startBareApp } from './bare-app.ts'
import { firstScreenScripts } from './first-screen.ts'
import { takeFirstSecond } from './first-second.ts'
import { lighthouseRows } from './lighthouse-rows.ts'
import { referenceBundleBytes } from './reference-bundle.ts'
import { storyRows } from './story-rows.ts'

/** Above React, the router and XState; kB are thousands of bytes. */
const GOAL_KB = 24

/**
 * `npm run bench web`: what a student's browser must fetch before the first screen shows, beside the bare stack;
 * Lighthouse; and how it feels on a slow phone.
 */
export async function benchWeb(): Promise<BenchRow[]> {
  const reference = await referenceBundleBytes()
  const product = await startProduct()
  const bare = await startBareApp()
  try {
    const { username } = await product.database.kysely
      .selectFrom('user')
      .select('username')
      .where('roles', '=', 'ROLE_STUDENT')
      .where('information_checked', '=', true)
      .where('activated', '=', true)
      .orderBy('id')
      .limit(1)
      .executeTakeFirstOrThrow()
    // `FRAMES=folder npm run bench web`: pictures of the first second too.
    if (process.env.FRAMES) await takeFirstSecond(product.url, username, process.env.FRAMES)
    const scripts = await firstScreenScripts(product.url, username)
    const administrator = scripts.filter(({ path }) => path.includes('/admin/'))
    const bytesOf = (some: typeof scripts) => some.reduce((sum, { bytes }) => sum + bytes, 0)
    const total = bytesOf(scripts.filter(({ isFirst }) => isFirst))
    const meanwhile = scripts.filter(({ isFirst }) => !isFirst)
    return [
      {
        what: 'first student screen, JS in brotli: the file that it stands by',
        measured: `${kB(total)}; ${kB(bytesOf(meanwhile))} in ${meanwhile.length} files asked for meanwhile, for what is below`,
        reference: `${kB(reference)} React + router + XState`,
        figure: `${kB(total - reference)} above`,
        goal: `≤ ${GOAL_KB} kB above`,
        reached: total - reference <= GOAL_KB * 1000,
      },
      {
        what: 'administrator code sent to a student',
        measured: `${administrator.length} files`,
        reference: '–',
        figure: `${administrator.length}`,
        goal: '0',
        reached: administrator.length === 0,
      },
      ...(await lighthouseRows(product.url, bare.url, username, PASSWORD)),
      ...(await storyRows(product)),
    ]
  } finally {
    await bare.dispose()
    await product.dispose()
  }
}

const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`

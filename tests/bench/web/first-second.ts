import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { logIn } from '#tests/e2e/support/test.ts'
import { slowDown } from '#tests/e2e/support/vitals.ts'
import { PHONE, withChromium } from './browsers.ts'

const SLOWER = 4
const STEP_MS = 100
const STEPS = 15

interface Frame {
  /** base64 of a PNG */
  data: string
  /** ms since the page was asked for */
  at: number
}

/**
 * Takes a picture each 100 ms of the first screen of a student who is logged in, during its first seconds on a slow
 * phone.
 */
export const takeFirstSecond = (baseURL: string, username: string, folder: string): Promise<void> =>
  withChromium(async (browser) => {
    const phone = { ...PHONE, hasTouch: false, baseURL, serviceWorkers: 'block' } as const
    const atHome = await browser.newContext(phone)
    const login = await atHome.newPage()
    await logIn(login, username)
    await login.getByRole('heading', { name: 'Jouw modules' }).waitFor()
    const again = await browser.newContext({ ...phone, storageState: await atHome.storageState() })
    const frames = await framesOf(await again.newPage())
    await mkdir(folder, { recursive: true })
    for (let step = 1; step <= STEPS; step += 1) {
      const frame = frames.findLast(({ at }) => at <= step * STEP_MS)
      if (frame) await writeFile(join(folder, `${step * STEP_MS}.png`), Buffer.from(frame.data, 'base64'))
    }
  })

/** Each time that the page was repainted. */
async function framesOf(page: Page): Promise<Frame[]> {
  const frames: Frame[] = []
  await slowDown(page, SLOWER)
  const casting = await page.context().newCDPSession(page)
  let begun = 0
  casting.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    frames.push({ data, at: (metadata.timestamp ?? 0) * 1_000 - begun })
    // The last ones come when the browser is closing.
    casting.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined)
  })
  await casting.send('Page.startScreencast', { format: 'png' })
  begun = Date.now()
  await page.goto('/student/modules')
  await page.waitForTimeout(STEPS * STEP_MS)
  return frames.filter(({ at }) => at >= 0)
}

import { readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'
import { ROOT } from '../root.ts'
import { walkAsPlanner } from './planning-walk.ts'
import { walkAsInvigilator, walkAsManager, walkAsNewcomer, walkAsUnlucky } from './states-walk.ts'
import { walkAsWaiting } from './waiting-walk.ts'
import {
  type TakePicture,
  type Walk,
  walkAsCorrespondents,
  walkAsStudent,
  walkAsTeacher,
  walkAsVisitor,
} from './walks.ts'

const DEVICES = {
  phone: { width: 390, height: 844, deviceScaleFactor: 2, mobile: true },
  tablet: { width: 768, height: 1024, deviceScaleFactor: 1, mobile: true },
  wide: { width: 1920, height: 1080, deviceScaleFactor: 1, mobile: false },
  desktop: { width: 1280, height: 800, deviceScaleFactor: 1, mobile: false },
} as const

type Device = keyof typeof DEVICES
type Shot = Device | `${Device}-dark`

interface Pictured {
  walk: (walk: Walk) => Promise<void>
  /** device on which the walk is done */
  home: Device
  /** pictures that are kept in docs/screens */
  kept: readonly Shot[]
}

/** Walks by name. Students use a phone, teachers a desktop. */
const WALKS: Record<string, Pictured> = {
  visitor: { walk: walkAsVisitor, home: 'phone', kept: ['phone', 'phone-dark', 'desktop'] },
  student: { walk: walkAsStudent, home: 'phone', kept: ['phone', 'phone-dark', 'desktop'] },
  teacher: { walk: walkAsTeacher, home: 'desktop', kept: ['phone', 'desktop', 'desktop-dark'] },
  correspondents: { walk: walkAsCorrespondents, home: 'desktop', kept: ['phone', 'desktop', 'wide'] },
  waiting: { walk: walkAsWaiting, home: 'phone', kept: ['phone'] },
  planner: { walk: walkAsPlanner, home: 'desktop', kept: ['desktop', 'wide'] },
  newcomer: { walk: walkAsNewcomer, home: 'phone', kept: [] },
  unlucky: { walk: walkAsUnlucky, home: 'phone', kept: [] },
  invigilator: { walk: walkAsInvigilator, home: 'desktop', kept: [] },
  manager: { walk: walkAsManager, home: 'desktop', kept: [] },
}

/** Most pictures in docs/screens: every copy of the repository holds them. */
const MOST_KEPT = 150

const PICTURES = join(ROOT, 'docs/screens')

interface Product {
  /** path of the browser's executable */
  browser: string
  url: string
  password: string
  dataDir: string
  /** names of the walks to do; empty for all */
  walks: readonly string[]
  /** folder for every picture; undefined to renew the kept ones */
  everythingTo: string | undefined
}

/**
 * Saves each screen as `<who>-<screen>-<device>[-dark].webp`. Throws the failures after all walks; in that case docs/screens
 * stays unchanged.
 */
export async function takePictures({ browser: executablePath, url, walks, everythingTo, ...school }: Product) {
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-quic', '--disable-background-networking'],
  })
  const taken = everythingTo ?? (await mkdtemp(join(tmpdir(), 'wiskunde-pictures-')))
  await mkdir(taken, { recursive: true })
  const wrong: string[] = []
  for (const [name, { walk, home, kept }] of Object.entries(WALKS)) {
    if (walks.length > 0 ? !walks.includes(name) : !everythingTo && kept.length === 0) continue
    const { page, devtools } = await openPage(browser, url)
    const camera = new Camera({ page, devtools, home, folder: taken, wanted: everythingTo ? null : kept })
    await camera.become(home)
    try {
      await walk({ page, ...school, picture: camera.take })
    } catch (error) {
      wrong.push(`${name}, after ${camera.last}: ${error instanceof Error ? error.message : error}`)
      await camera.save(`failed-${name}`)
    }
    wrong.push(...camera.findings)
    await page.context().close()
  }
  await browser.close()
  if (!everythingTo && wrong.length === 0) await keep(taken, walks.length === 0)
  if (wrong.length > 0) throw new Error(`${wrong.length} found wrong; pictures in ${taken}\n${wrong.join('\n')}`)
}

/** Replaces the pictures in docs/screens. After a full run, pictures of screens that no longer exist are removed. */
async function keep(taken: string, isAll: boolean) {
  const { length } = await readdir(taken)
  if (length > MOST_KEPT) throw new Error(`${length} pictures, of which ${MOST_KEPT} can be kept: ${taken}`)
  if (isAll) await rm(PICTURES, { recursive: true, force: true })
  await cp(taken, PICTURES, { recursive: true })
  await rm(taken, { recursive: true })
}

async function openPage(browser: Browser, url: string) {
  const context = await browser.newContext({
    // The camera sets the size by itself; Playwright's own viewport would undo that.
    viewport: null,
    locale: 'nl-NL',
    timezoneId: 'Europe/Amsterdam',
    reducedMotion: 'reduce',
    baseURL: url,
  })
  const page = await context.newPage()
  return { page, devtools: await context.newCDPSession(page) }
}

/** Time limit (ms) for what is loading: without a network it never arrives, and that is a picture too. */
const SETTLE_TIMEOUT_MS = 5_000

/** Waits until skeletons are gone and fonts are loaded. */
async function settle(page: Page) {
  const skeletons = page.locator('[aria-busy="true"], [class*="skeleton"]')
  await skeletons
    .first()
    .waitFor({ state: 'detached', timeout: SETTLE_TIMEOUT_MS })
    .catch(() => undefined)
  // A string, because these scripts are type-checked for Node, which has no document.
  await page.evaluate('document.fonts.ready.then(() => new Promise(requestAnimationFrame))')
}

/** WebP takes a fifth of the bytes of PNG. */
const FORMAT = { format: 'webp', quality: 85 } as const

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const EVERYTHING: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  preload: false,
}
/** Rule that is checked in dark mode, which differs from light only in its colors. */
const COLOURS: RunOptions = { runOnly: { type: 'rule', values: ['color-contrast'] }, preload: false }

interface CameraOptions {
  page: Page
  devtools: CDPSession
  home: Device
  folder: string
  /** pictures to take; null for all */
  wanted: readonly Shot[] | null
}

/** Takes the pictures of one walk. At each picture it resizes the page to every device, so that all show the same moment. */
class Camera {
  /** violations that axe found, and screens that scroll sideways */
  readonly findings: string[] = []
  last = 'nothing'
  readonly #given: CameraOptions

  constructor(given: CameraOptions) {
    this.#given = given
  }

  take: TakePicture = async (screen, arrange) => {
    const { page, home } = this.#given
    this.last = screen
    for (const device of Object.keys(DEVICES) as Device[]) {
      const schemes = (['dark', 'light'] as const).filter((scheme) => this.#isWanted(shotOf(device, scheme)))
      if (schemes.length === 0) continue
      await this.become(device)
      for (const colorScheme of schemes) {
        await page.emulateMedia({ colorScheme })
        await settle(page)
        await arrange?.()
        await this.save(`${screen}-${shotOf(device, colorScheme)}`)
        if (!this.#given.wanted) await this.#examine(screen, device, colorScheme)
      }
    }
    await page.emulateMedia({ colorScheme: 'light' })
    await this.become(home)
  }

  async become(device: Device) {
    const { devtools } = this.#given
    await devtools.send('Emulation.setDeviceMetricsOverride', DEVICES[device])
    await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: DEVICES[device].mobile })
  }

  async save(name: string) {
    const { data } = await this.#given.devtools.send('Page.captureScreenshot', FORMAT)
    await writeFile(join(this.#given.folder, `${name}.webp`), data, 'base64')
  }

  #isWanted(shot: Shot): boolean {
    return !this.#given.wanted || this.#given.wanted.includes(shot)
  }

  async #examine(screen: string, device: Device, scheme: 'dark' | 'light') {
    const { page } = this.#given
    if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE)
    const options = JSON.stringify(scheme === 'light' ? EVERYTHING : COLOURS)
    const { violations }: Pick<AxeResults, 'violations'> = await page.evaluate(`axe.run(${options})`)
    for (const { id, nodes } of violations)
      this.findings.push(`${screen}, ${device}, ${scheme}: ${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
    const excess = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
    if (Number(excess) > 0) this.findings.push(`${screen}, ${device}: scrolls ${excess} px sideways`)
  }
}

const shotOf = (device: Device, scheme: 'dark' | 'light'): Shot => (scheme === 'dark' ? `${device}-dark` : device)

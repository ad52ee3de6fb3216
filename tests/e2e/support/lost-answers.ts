import { expect, type Page, type Route, test } from '@playwright/test'
import { fullPathOf, isKeyed, KEY_HEADER } from '#contract/endpoint.ts'
import { operations } from '#contract/operations.ts'

/** The names of all writes of the contract that are done once: `createModule`. */
export const writeNames = operations.filter(({ call }) => isKeyed(call)).map(({ name }) => name)

/** The operation that a request is for. */
function nameOf(method: string, url: string): string | undefined {
  const { pathname } = new URL(url)
  return operations.find(
    ({ call }) =>
      call.method === method && new RegExp(`^${fullPathOf(call).replaceAll(/:\w+/g, '[^/]+')}$`).test(pathname),
  )?.name
}

/** Says the same however often it is done, so the app sends it once more as another write, for its answer. */
const REPEATED = [
  'carryOutGroupAct',
  'carryOutUserAct',
  'chooseConfirmationLetters',
  'chooseEducationDepartment',
  'completeModules',
  'createCalendarFeed',
  'deleteCalendarFeed',
  // a newcomer's names
  'editUser',
  'editPushPreference',
  // sent for each list in which the open message is unread
  'readMessage',
  'renewRecoveryCodes',
  'saveResults',
  'uncompleteModules',
]

const FALSE_SENTENCES = /mislukt|niet gelukt|niet opgeslagen|er is niets (ge|ver)|misgegaan|niet bekend of/i

/**
 * Loses the answer of the next write by a name: the server does it, and the browser gets nothing. The server then only says
 * that it is done (208), as when the answer cannot be made again: the case in which a screen knows least. A write that the
 * screen sends by itself meanwhile, such as a message that was read, keeps its answer.
 */
async function loseAnswers(page: Page) {
  let armed: string | null = null
  let lost: { name: string; key: string; status: number } | null = null
  let sentAgain: string[] = []
  const answer = async (route: Route) => {
    const request = route.request()
    const key = request.headers()[KEY_HEADER]
    if (key === undefined) return route.fallback()
    if (key === lost?.key)
      return route.fulfill({ status: 208, json: { outcome: 'done', status: lost.status, ids: [] } })
    const name = nameOf(request.method(), request.url())
    if (lost && lost.name === name) sentAgain.push(name)
    if (name === undefined || name !== armed) return route.fallback()
    const reply = await route.fetch()
    if (!reply.ok()) return route.fulfill({ response: reply })
    armed = null
    lost = { name, key, status: reply.status() }
    await route.abort('connectionreset')
  }
  await page.route(/\/(api\/v1|push)\//, answer)
  return {
    loseNext: (name: string) => {
      armed = name
      lost = null
      sentAgain = []
    },
    lost: () => lost?.name,
    sentAgain: () => sentAgain,
  }
}

/** For each write by name: does it on the screen, and waits for what shows that it was done. */
type Writes = Record<string, () => Promise<unknown>>

/** Has each write lose its answer: what shows is that it was done, once, and nothing says or looks otherwise. */
export async function loseEachAnswer(page: Page, writes: Writes): Promise<void> {
  const answers = await loseAnswers(page)
  for (const [name, doIt] of Object.entries(writes))
    await test.step(name, async () => {
      await closeToasts(page)
      answers.loseNext(name)
      await doIt()
      await expect.poll(() => answers.lost()).toBe(name)
      await expect(page.getByText(FALSE_SENTENCES)).toHaveCount(0)
      const failures = page.locator('[role="alert"][data-tone="danger"], [data-category="error"]')
      // No write: this browser has no push service, and says so once it has tried to reach one.
      await expect(failures.filter({ hasNotText: 'Deze browser kon zich niet aanmelden' })).toHaveCount(0)
      if (!REPEATED.includes(name)) expect(answers.sentAgain()).toEqual([])
    })
}

/** So that none of the write before is taken for the next one's. */
async function closeToasts(page: Page): Promise<void> {
  const close = page.getByRole('button', { name: 'Melding sluiten' }).first()
  while (await close.isVisible()) await close.click({ timeout: 1_000 }).catch(() => undefined)
}

import type { BrowserContext } from '@playwright/test'
import { expectLoggedOut, logOut } from './support/device.ts'
import { keptLists, untilListsAreKept } from './support/kept-lists.ts'
import { expect, logIn, moduleCard, test } from './support/test.ts'

test.use({ serviceWorkers: 'allow' })

const workerReads = (context: BrowserContext, list: string) =>
  context.waitForEvent('requestfinished', (request) => request.serviceWorker() !== null && request.url().endsWith(list))

test('logging out without a network leaves nothing of the student on the device', async ({
  page,
  context,
  situation,
}) => {
  const student = await situation(['WIS1'])
  await student.addMoment()
  await logIn(page, student.username)
  await untilListsAreKept(page, student.studentId)
  await context.setOffline(true)
  await logOut(page)
  await expectLoggedOut(page, student)
  await expect.poll(() => keptLists(page)).toEqual([])
  await page.reload()
  await expectLoggedOut(page, student)
})

test('an answer that was on its way when the student logged out is not kept after all', { tag: '@all' }, async ({
  page,
  context,
  situation,
}) => {
  const student = await situation(['WIS1'])
  await logIn(page, student.username)
  await untilListsAreKept(page, student.studentId)

  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  let onTheirWay = 0
  // The screen asks for changes too; how soon is not tested here.
  await context.route(/\/user\/\d+\/(module-statuses|testmoments)$/, async (route) => {
    if (!route.request().serviceWorker()) return route.fallback()
    onTheirWay += 1
    const response = await route.fetch({ headers: { ...route.request().headers(), 'if-none-match': '' } })
    await held
    await route.fulfill({ response })
  })
  await page.reload()
  await expect.poll(() => onTheirWay).toBe(2)
  await logOut(page)
  await expect.poll(() => keptLists(page)).toEqual([])
  const answered = Promise.all(['module-statuses', 'testmoments'].map((list) => workerReads(context, list)))
  answer()
  await answered
  // The worker reads and writes in turn: by the time it has looked for these, it has done with the answers.
  for (let times = 0; times < 10; times++)
    await page.evaluate(() => fetch('/api/v1/schoolyear', { headers: { 'x-kept-for': '1' } }))
  expect(await keptLists(page)).toEqual([])
})

test('two students on one device never see each other’s lists, with or without a network', async ({
  page,
  context,
  situation,
}) => {
  const [first, second] = [await situation(['WIS1']), await situation(['STAT'])]
  await logIn(page, first.username)
  await untilListsAreKept(page, first.studentId)
  await logOut(page)
  await expectLoggedOut(page, first)

  await logIn(page, second.username)
  await untilListsAreKept(page, second.studentId)
  expect((await keptLists(page)).filter(({ reader }) => reader !== second.studentId)).toEqual([])
  await context.setOffline(true)
  await page.reload()
  await expect(moduleCard(page, 'STAT')).toBeVisible()
  await expect(page.getByText('WIS1')).toHaveCount(0)
})

test('a session that was ended elsewhere takes the lists along at the next contact', { tag: '@all' }, async ({
  page,
  context,
  product,
  situation,
}) => {
  const student = await situation(['WIS1'])
  await logIn(page, student.username)
  await untilListsAreKept(page, student.studentId)
  await context.setOffline(true)
  await product.database.kysely.deleteFrom('session').where('user_id', '=', student.studentId).execute()
  await page.reload()
  await expect(moduleCard(page, 'WIS1')).toBeVisible()
  await context.setOffline(false)
  await expectLoggedOut(page, student)
  await expect.poll(() => keptLists(page)).toEqual([])
})

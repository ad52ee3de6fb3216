import { webkit } from '../../scripts/machine.ts'
import { TEACHER } from './support/desk.ts'
import { codesOf, picturesByOthers, replaceCamera, rowsOf } from './support/held-code.ts'
import { untilListsAreKept } from './support/kept-lists.ts'
import { expect, test } from './support/releases-test.ts'
import { inWebKit, logIn } from './support/webkit.ts'

// WebKitGTK, the engine of Safari and of every browser on an iPhone. Playwright drives none that is on the machine.
test.skip(!webkit.find(), 'WebKitGTK and its driver are not on this machine')
test.describe.configure({ mode: 'default', timeout: 240_000 })

test('in WebKit a student enrols and leaves, sees their modules without a server, and takes a release', {
  tag: '@all',
}, async ({ releases, situation }) => {
  const { product } = releases
  const student = await situation(['WIS1'])
  await student.enroll(await student.addMoment({ inDays: 3 }), 'WIS1')
  const moment = await student.addMoment({ inDays: 9 })
  await releases.beginWith('eerste')
  const module = `WIS1-${student.mark}`
  const there = `${product.url}/student/testmoments?moment=${moment}`
  try {
    await inWebKit(async (page) => {
      await logIn(page, `${product.url}/student/modules`, student.username)
      await page.see(module)
      await untilListsAreKept({ evaluate: (read) => page.evaluate(`return (${read})()`) }, student.studentId)

      await page.goto(there)
      await page.press('Verplaats naar dit moment')
      await page.see('Uitschrijven')
      expect((await student.enrollments()).map(({ testmoment_id }) => testmoment_id)).toEqual([moment])
      await page.press('Uitschrijven')
      await page.see('Inschrijven')
      expect(await student.enrollments()).toEqual([])
      await page.goto(`${product.url}/student/history`)
      await page.see('Mijn toetsen')

      await releases.release('tweede')
      await page.press('Nu bijwerken')
      const script = await releases.scriptOf('tweede')
      const isNew = () =>
        page.evaluate('return [...document.scripts].some(({ src }) => src.endsWith(arguments[0]))', script)
      await expect.poll(() => isNew().catch(() => false), { timeout: 60_000 }).toBe(true)
      await page.press('Modules', 'link')
      await page.seeTitle('Modules')
      await page.see(module)
      await product.stop()
      await page.reload()
      await page.see(module)
    })
  } finally {
    await product.start()
  }
})

test('in WebKit a teacher goes to each screen, opens a moment and adds a module', { tag: '@all' }, async ({
  product,
  situation,
}) => {
  const student = await situation(['WIS1'])
  const moment = await student.addMoment({ inDays: 2 })
  await student.enroll(moment, 'WIS1')
  await inWebKit(async (page) => {
    await logIn(page, product.url, TEACHER)
    await page.see('Aankomende toetsmomenten')
    const screens = await page.evaluate<string[]>(
      'return [...document.querySelectorAll("nav[aria-label=Hoofdmenu] li a")].map((link) => link.textContent)',
    )
    expect(screens.length).toBeGreaterThan(8)
    for (const screen of screens) {
      await page.press(screen, 'link')
      await page.seeTitle(screen)
    }
    await page.press('Modules', 'link')
    await page.seeTitle('Modules')
    await page.press('Module toevoegen')
    await page.fill('Naam', `WK-${student.mark}`)
    await page.fill('Beschrijving', 'Met een iPhone')
    await page.press('Module aanmaken')
    await page.see(`WK-${student.mark}`)
    await page.goto(`${product.url}/schoolyear/1/testmoment/${moment}/edit`)
    await page.see('1 student ingeschreven')
  })
})

test('in WebKit a teacher reads a student’s code, and one that another program made is unknown', {
  tag: '@all',
}, async ({ product, situation }) => {
  const student = await situation(['WIS1'])
  const moment = await student.addMoment({ inDays: 0 })
  await student.enroll(moment, 'WIS1')
  const codeOf = await codesOf(product)
  await inWebKit(async (page) => {
    await logIn(page, `${product.url}/schoolyear/1/testmoment/${moment}/presence`, TEACHER)
    await page.see('0 van 1 aanwezig')
    await page.evaluate(`(${replaceCamera})(false)`)
    await page.press('Scannen')
    const hold = (rows: readonly string[] = []) => page.evaluate('heldBefore.hold(arguments[0], "")', rows)
    await hold(picturesByOthers[0]?.rows)
    await page.see('Onbekende code: zoek op naam')
    await hold(rowsOf(codeOf(student.studentId, moment)))
    await page.see('Welkom')
    await page.see('1 van 1 aanwezig')
  })
})

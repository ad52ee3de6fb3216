import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { underLoad } from '#tests/support/under-load.ts'
import { firefox } from '../../scripts/machine.ts'
import { TEACHER } from './support/desk.ts'
import { inFirefox } from './support/firefox.ts'
import { alertsOf, allowNotifications, untilAlerted } from './support/firefox-alerts.ts'
import { goOffline } from './support/firefox-chrome.ts'
import { openDesk } from './support/firefox-desk.ts'
import { logIn, press, see } from './support/firefox-page.ts'
import { expect, test } from './support/firefox-test.ts'
import { codesOf, type HeldBefore, picturesByOthers, replaceCamera, rowsOf } from './support/held-code.ts'
import { untilListsAreKept } from './support/kept-lists.ts'
import { labelOfDay } from './support/test.ts'

test.skip(!firefox.find(), 'Firefox ESR is not on this machine')
test.describe.configure({ mode: 'default', timeout: underLoad(180_000) })

test('in Firefox a student sees their modules without a network: after a reload, and on the next start with the server gone', {
  tag: '@all',
}, async ({ product, situation }) => {
  const student = await situation(['WIS1'])
  await student.enroll(await student.addMoment(), 'WIS1')
  const profile = await mkdtemp(join(tmpdir(), 'wiskunde-firefox-'))
  const module = `WIS1-${student.mark}`
  try {
    await inFirefox({ profile }, async (firefox) => {
      const page = await firefox.newPage()
      await logIn(page, `${product.url}/student/modules`, student.username)
      await see(page, module)
      await untilListsAreKept(page, student.studentId)
      await goOffline(firefox)
      await page.reload()
      await see(page, module)
      await see(page, 'Je bent offline')
    })
    await product.stop()
    await inFirefox({ profile }, async (firefox) => {
      const page = await firefox.newPage()
      await page.goto(product.url)
      await see(page, module)
    })
  } finally {
    await product.start()
    await rm(profile, { recursive: true, force: true })
  }
})

test('in Firefox a student asks for notifications, a teacher opens the moment, and a click on the notification leads there, until they log out', {
  tag: '@all',
}, async ({ product, pushService, situation }) => {
  const student = await situation(['WIS1'])
  const momentId = await student.addMoment({ open: false })
  const moment = labelOfDay(14)
  const there = `${product.url}/student/testmoments?moment=${momentId}`
  await inFirefox({ pushAddress: pushService.address }, async (firefox) => {
    const page = await firefox.newPage()
    await logIn(page, `${product.url}/student/testmoments`, student.username)
    await press(page, 'Houd me op de hoogte')
    await allowNotifications(firefox)
    await see(page, 'Je krijgt op dit apparaat een melding')
    expect(pushService.channels()).toBe(1)
    await press(page, 'Modules', 'link')

    const { turn } = await openDesk(firefox, product.url)
    await turn(moment, 'on')
    const alert = await untilAlerted(firefox)
    expect(alert.title).toBe('De inschrijving is open')
    expect(alert.body).toBe(`Toetsmoment ${moment}: je kunt je nu inschrijven.`)
    const [first] = pushService.pushes
    expect(first).toEqual({ topic: `toetsmoment-${momentId}`, ttl: 172_800, urgency: 'high', said: 'ack' })
    const windows = (await firefox.pages()).length
    await alert.click()
    await see(page, `Modules voor toetsmoment ${moment}`)
    expect(page.url()).toBe(there)
    expect(await firefox.pages()).toHaveLength(windows)

    await page.close()
    await turn(moment, 'off')
    await turn(moment, 'on')
    await (await untilAlerted(firefox)).click()
    await expect.poll(async () => (await firefox.pages()).map((open) => open.url())).toContain(there)
    expect(await alertsOf(firefox)).toEqual([])
    expect(pushService.pushes.map(({ said }) => said)).toEqual(['ack', 'ack'])

    const again = (await firefox.pages()).find((open) => open.url() === there)
    if (!again) throw new Error('the window is gone')
    await see(again, `Modules voor toetsmoment ${moment}`)
    await press(again, 'Sluiten')
    await press(again, 'Jade van den Berg')
    await press(again, 'Uitloggen')
    await expect.poll(() => pushService.channels()).toBe(0)
  })
})

test('in Firefox a teacher reads a student’s code, and one that another program made is unknown', {
  tag: '@all',
}, async ({ product, situation }) => {
  const student = await situation(['WIS1'])
  const moment = await student.addMoment({ inDays: 0 })
  await student.enroll(moment, 'WIS1')
  const codeOf = await codesOf(product)
  await inFirefox({}, async (firefox) => {
    const page = await firefox.newPage()
    await logIn(page, `${product.url}/schoolyear/1/testmoment/${moment}/presence`, TEACHER)
    await see(page, '0 van 1 aanwezig')
    await page.evaluate(replaceCamera, false)
    await press(page, 'Scannen')
    const hold = (rows: readonly string[] = []) =>
      page.evaluate((rows) => (window as unknown as { heldBefore: HeldBefore }).heldBefore.hold(rows, ''), rows)
    await hold(picturesByOthers[0]?.rows)
    await see(page, 'Onbekende code: zoek op naam')
    await hold(rowsOf(codeOf(student.studentId, moment)))
    await see(page, 'Welkom')
    await see(page, '1 van 1 aanwezig')
  })
})

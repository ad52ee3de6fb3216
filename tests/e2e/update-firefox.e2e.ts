import { firefox } from '../../scripts/machine.ts'
import { inFirefox } from './support/firefox.ts'
import { logIn, press, see } from './support/firefox-page.ts'
import { untilListsAreKept } from './support/kept-lists.ts'
import { expect, test } from './support/releases-test.ts'

test.skip(!firefox.find(), 'Firefox ESR is not on this machine')
test.describe.configure({ timeout: 90_000 })

test('in Firefox a release comes in on the student’s word, and a worker that is switched off goes', async ({
  releases,
  situation,
}) => {
  const student = await situation(['WIS1'])
  await inFirefox({}, async (firefox) => {
    const page = await firefox.newPage()
    await logIn(page, `${releases.product.url}/student/modules`, student.username)
    await see(page, `WIS1-${student.mark}`)
    await untilListsAreKept(page, student.studentId)

    await releases.release('tweede')
    await press(page, 'Nu bijwerken')
    await page.waitForSelector(`script[src="${await releases.scriptOf('tweede')}"]`)
    await see(page, `WIS1-${student.mark}`)

    await releases.release('tweede', { SERVICE_WORKER: 'off' })
    await page.waitForFunction(() => navigator.serviceWorker.controller === null)
    await see(page, `WIS1-${student.mark}`)
    const workers = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
    await expect.poll(workers).toBe(0)
  })
})

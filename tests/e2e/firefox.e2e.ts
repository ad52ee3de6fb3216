import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { firefox } from '../../scripts/machine/programs.ts'
import { launchFirefox } from './support/firefox.ts'
import { goOffline } from './support/firefox-chrome.ts'
import { logIn, see } from './support/firefox-page.ts'
import { test } from './support/firefox-test.ts'
import { untilListsAreKept } from './support/kept-lists.ts'

test.skip(!firefox.find(), 'Firefox ESR is not on this machine')
test.describe.configure({ mode: 'default', timeout: 60_000 })

test('in Firefox a student sees their modules without a network: after a reload, and on the next start with the server gone', async ({
  product,
  situation,
}) => {
  const student = await situation(['WIS1'])
  await student.enroll(await student.addMoment(), 'WIS1')
  const profile = await mkdtemp(join(tmpdir(), 'wiskunde-firefox-'))
  const module = `WIS1-${student.mark}`
  try {
    const first = await launchFirefox({ profile })
    const page = await first.newPage()
    await logIn(page, `${product.url}/student/modules`, student.username)
    await see(page, module)
    await untilListsAreKept(page, student.studentId)
    await goOffline(first)
    await page.reload()
    await see(page, module)
    await see(page, 'Je bent offline')
    await first.close()

    await product.stop()
    const second = await launchFirefox({ profile })
    const start = await second.newPage()
    await start.goto(product.url)
    await see(start, module)
    await second.close()
  } finally {
    await product.start()
    await rm(profile, { recursive: true, force: true })
  }
})

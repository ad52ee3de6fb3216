import type { Page } from '@playwright/test'
import { leaveWaiting } from '#contract/waiting.gen.ts'
import { DOMAIN } from '#database/demo/people.ts'
import { situationOf } from '#tests/e2e/support/situation.ts'
import { startTeacher } from '#tests/e2e/support/teacher.ts'
import { openAs } from '#tests/e2e/support/test.ts'
import { inSight, test } from './camera.ts'

test.use({ shots: ['phone'] })

const PLACE = { starts_at: '09:00', ends_at: '11:30', location: 'Zaal 3.14' }
/** the student may still take it */
const MODULE = 'ALG1'

async function putAway(page: Page): Promise<void> {
  const line = page.getByRole('list', { name: 'Van de wachtlijst' })
  await line.getByRole('button', { name: /^Sluiten/ }).click()
  await line.waitFor({ state: 'detached' })
}

test('waiting for a full moment: in line, a seat, waiting to move, and taken off', async ({
  page,
  product,
  picture,
}) => {
  const noor = await situationOf(product.database, `noor.vandenbroek@${DOMAIN}`)
  const classmate = await noor.addClassmate()
  const teacher = await startTeacher(product)
  const dialog = page.getByRole('dialog')
  const button = (name: RegExp) => dialog.getByRole('button', { name })
  const open = (screen: string) => page.goto(`/student/${screen}`)
  const module = `modules?module=${noor.modules[MODULE]}`
  const full = await noor.addMoment({ inDays: 44, seats: 12 })
  await noor.change(full, PLACE)
  await openAs(page, noor.username, `/student/testmoments?moment=${full}`)
  await dialog.getByText('Nog 12 plaatsen').waitFor()
  await picture('student-seats-free')

  await classmate.enroll(full, MODULE)
  await teacher.edit(full, { seats: 1 })
  await button(/^Zet me op de wachtlijst/)
    .first()
    .waitFor()
  await picture('student-seats-full')
  await open(module)
  await button(/^Zet me op de wachtlijst/).click()
  await button(/^Van de wachtlijst af/).waitFor()
  await page.reload()
  await picture('student-waiting-dialog', inSight(button(/^Van de wachtlijst af/)))
  await open('modules')
  const place = page.getByText('Je bent de 1e').first()
  await place.waitFor()
  await picture('student-waiting', inSight(place))

  await page.context().setOffline(true)
  await page.getByText(/^Je bent offline/).waitFor()
  await picture('student-waiting-offline', inSight(place))
  await page.context().setOffline(false)
  await teacher.edit(full, { enrollments_enabled: false })
  await open(module)
  const frozen = dialog.getByText(/De wachtlijst staat stil/).first()
  await frozen.waitFor()
  await picture('student-waiting-frozen', inSight(frozen))
  await open('modules')
  await teacher.edit(full, { enrollments_enabled: true, seats: 2 })
  await page.getByText(/^Je hebt een plaats/).waitFor()
  await picture('student-seat-given')
  await putAway(page)

  const other = await noor.addMoment({ inDays: 51, seats: 1 })
  await noor.change(other, PLACE)
  await classmate.enroll(other, MODULE)
  await open(module)
  await button(/^Wachten om te verplaatsen/).click()
  const moving = dialog.getByText(/^Je wacht om te verplaatsen/)
  await moving.waitFor()
  await page.reload()
  await picture('student-waiting-to-move', inSight(moving))
  const { id } = await product.database.kysely
    .selectFrom('waiting_entry')
    .select('id')
    .where('user_id', '=', noor.studentId)
    .executeTakeFirstOrThrow()
  await teacher.call(async (api) => void (await api.call(leaveWaiting, { params: { id } })))
  await open('testmoments')
  await page.getByText(/Een docent heeft je van de lijst gehaald/).waitFor()
  await picture('student-waiting-ended')
})

import { editRoom, listRooms } from '#contract/rooms.ts'
import type { RoomEdit } from '#domain/rooms/room.schema.ts'
import { DESK, failAt, openDesk, row } from './support/desk.ts'
import { startTeacher } from './support/teacher.ts'
import { expect, test } from './support/test.ts'

test.use(DESK)

test('a teacher adds rooms, edits, archives, deletes and imports them, and is warned of a name that gives extra time away', async ({
  page,
  product,
}) => {
  const mark = Date.now().toString(36)
  const dialog = page.getByRole('dialog')
  const name = dialog.getByLabel('Naam')
  const submit = dialog.getByRole('button', { name: 'Lokaal aanmaken' })
  await openDesk(page, '/admin/overview')
  await page.getByRole('navigation').getByRole('link', { name: 'Lokalen' }).first().click()
  await expect(page.getByRole('columnheader')).toHaveText([
    ...[/^Naam/, /^Plaatsen/, /^Volgorde/, 'Ook voor extra tijd', 'Opmerking', 'Wijzigen'],
  ])

  await page.getByRole('button', { name: 'Lokaal toevoegen' }).click()
  await submit.click()
  await expect(name).toHaveAccessibleDescription('Vul een naam in.')
  await expect(name).toBeFocused()
  await expect(dialog.getByLabel('Plaatsen')).toHaveAccessibleDescription(/van 1 tot en met 2\.000\.$/)
  await name.fill(`Extra tijd ${mark}`)
  await expect(dialog.getByText('Anderen lezen deze naam.')).toBeVisible()
  await name.fill(`Z${mark}`)
  await expect(dialog.getByText('Anderen lezen deze naam.')).toHaveCount(0)
  await dialog.getByLabel('Plaatsen').fill('60')
  await dialog.getByLabel('Opmerking voor surveillanten').fill('De klok loopt voor.')
  await dialog.getByRole('checkbox', { name: 'Ook voor studenten met extra tijd' }).check()
  await failAt(page, 'POST', /v1\/room$/)
  await submit.click()
  await expect(name).toHaveAccessibleDescription(/^Aanmaken van lokaal mislukt/)
  await expect(dialog.getByLabel('Plaatsen')).toHaveValue('60')
  await page.unrouteAll()
  await submit.click()
  await expect(page.getByText(`Lokaal Z${mark} is aangemaakt.`)).toBeVisible()
  await expect(row(page, `Z${mark}`)).toHaveAttribute('data-new', 'true')
  await expect(row(page, `Z${mark}`)).toContainText('De klok loopt voor.')

  await page.getByRole('button', { name: 'Lokaal toevoegen' }).click()
  await name.fill(`z${mark}`.toUpperCase())
  await dialog.getByLabel('Plaatsen').fill('5')
  await submit.click()
  await expect(name).toHaveAccessibleDescription(/Er is al een lokaal met deze naam\. Kies een andere\.$/)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Weggaan zonder opslaan' }).click()

  // A colleague changes another field and then the same one.
  await page.getByRole('button', { name: `Lokaal Z${mark} wijzigen` }).click()
  const colleague = await startTeacher(product)
  const editRoomThere = (change: RoomEdit) =>
    colleague.call(async (api) => {
      const room = (await api.call(listRooms)).entities.find((each) => each.name === `Z${mark}`)
      if (room) await api.follow(editRoom, room._links.edit, { body: change })
    })
  await editRoomThere({ remark: 'Klok gemaakt.' })
  await dialog.getByLabel('Plaatsen').fill('58')
  await dialog.getByRole('button', { name: 'Opslaan' }).click()
  await expect(page.getByText(/Een collega wijzigde intussen ook: Opmerking voor surveillanten/)).toBeVisible()
  await expect(row(page, `Z${mark}`)).toContainText('Klok gemaakt.')
  await page.getByRole('button', { name: `Lokaal Z${mark} wijzigen` }).click()
  await editRoomThere({ seats: 40 })
  await dialog.getByLabel('Plaatsen').fill('50')
  await dialog.getByRole('button', { name: 'Opslaan' }).click()
  await expect(page.getByText('heeft een collega hetzelfde gewijzigd')).toBeVisible()
  await page.getByRole('button', { name: 'De mijne opslaan' }).click()
  await expect(row(page, `Z${mark}`)).toContainText('50')

  await page.getByRole('button', { name: `Lokaal Z${mark} archiveren` }).click()
  await expect(row(page, `Z${mark}`)).toHaveCount(0)
  await page.getByRole('checkbox', { name: 'Gearchiveerde tonen' }).click()
  await expect(row(page, `Z${mark}`)).toContainText('Gearchiveerd')
  await page.getByRole('button', { name: `Lokaal Z${mark} terugzetten` }).click()
  await expect(page.getByText(`Lokaal Z${mark} is teruggezet.`)).toBeVisible()
  await page.getByRole('button', { name: `Lokaal Z${mark} verwijderen` }).click()
  await dialog.getByRole('button', { name: 'Lokaal verwijderen' }).click()
  await expect(page.getByText(`Lokaal Z${mark} is verwijderd.`)).toBeVisible()
  await expect(row(page, `Z${mark}`)).toHaveCount(0)

  await page.getByRole('link', { name: 'Lokalen importeren' }).click()
  await page.getByLabel('Plak hier de lijst').fill(`Zaalnummer,Max. capaciteit\nI${mark},41\nKast ${mark},`)
  await page.getByRole('button', { name: 'Controleren', exact: true }).click()
  await expect(page.getByText('Heeft in deze lijst geen plaatsen. Wordt overgeslagen.')).toBeVisible()
  await page.getByRole('button', { name: '1 lokaal importeren' }).click()
  await expect(page.getByText('1 lokaal is geïmporteerd.')).toBeVisible()
  await page.getByRole('link', { name: 'Deze import terugdraaien' }).click()
  await page.getByRole('button', { name: 'Import terugdraaien' }).click()
  await dialog.getByRole('button', { name: '1 regel ongedaan maken' }).click()
  await expect(page.getByText('1 regel is ongedaan gemaakt.')).toBeVisible()
})

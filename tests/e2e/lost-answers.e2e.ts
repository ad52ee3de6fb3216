import type { Page } from '@playwright/test'
import { loginCheck } from '#contract/sessions.gen.ts'
import { addDays, dayOf } from '#domain/calendar/amsterdam.ts'
import { createPublicApi } from '#src/api/api.ts'
import { currentCode, shownSecret } from './support/account.ts'
import { DESK, goToScreen, openDesk, row } from './support/desk.ts'
import { loseEachAnswer, writeNames } from './support/lost-answers.ts'
import { becomeNewcomer, giveName, saveAndGoOn } from './support/newcomer.ts'
import { PASSWORD } from './support/product.ts'
import { typeDate } from './support/teacher-desk.ts'
import { expect, moduleCard, openAs, openModule, test } from './support/test.ts'

/** The writes of the contract whose answers are lost below, by the story that does so. */
const tried = {
  school: [
    'createConnection',
    'editConnection',
    'renewConnection',
    'revokeConnection',
    'createModule',
    'editModule',
    'deleteModule',
    'createRoom',
    'editRoom',
    'archiveRooms',
    'deleteRoom',
    'importRooms',
    'importModules',
    'undoImport',
    'importStudents',
    'importTestmoments',
    'createEducationDepartment',
    'editEducationDepartment',
    'editModuleMatrix',
    'replaceDepartmentModules',
    'addDepartmentModules',
    'createSchoolyear',
    'editSchoolyear',
    'deleteSchoolyear',
    'replaceRecesses',
    'copyTestmoments',
  ],
  testDays: [
    'createTestmoment',
    'actOnMoments',
    'editTestmoment',
    'replaceTestmomentModules',
    'addTestmomentModules',
    'editTestmomentRooms',
    'divideStudents',
    'moveChairs',
    'publishRooms',
    'carryOutGroupAct',
    'promoteWaiting',
    'deleteTestmoment',
    'enrollWalkIn',
    'settleWalkIn',
    'makeInvigilatorLink',
    'revokeInvigilatorDevice',
    'endInvigilatorLink',
    'saveResults',
    'importResults',
    'publishResults',
    'sendMessage',
    'addUser',
    'carryOutUserAct',
    'resendValidationMail',
    'editUser',
    'settleLoginNotice',
    'liftBarredLogin',
    'switchDepartment',
    'resetSecondFactor',
    'deleteUser',
  ],
  student: [
    'createEnrollment',
    'moveEnrollment',
    'deleteEnrollment',
    'joinWaiting',
    'leaveWaiting',
    'seeWaitingOutcome',
    'readMessage',
    'completeModules',
    'uncompleteModules',
    'editUser',
    'chooseConfirmationLetters',
    'createCalendarFeed',
    'deleteCalendarFeed',
    'editPushPreference',
    'testPushDevice',
    'deletePushDevice',
    'editPasskey',
    'deletePasskey',
    'addTotp',
    'renewRecoveryCodes',
    'removeTotp',
    'deleteSession',
    'switchDepartment',
  ],
  newcomer: ['editUser', 'chooseEducationDepartment', 'completeModules', 'confirmInformation'],
} as const

type Writes<Story extends keyof typeof tried> = Record<(typeof tried)[Story][number], () => Promise<unknown>>

/** Those that this file leaves alone, by the reason. */
const notTried = {
  'sent before anybody is logged in, so without a key': [
    ...[
      'loginCheck',
      'refreshToken',
      'giveSecondFactor',
      'getPasskeyChallenge',
      'logInByPasskey',
      'exchangeSchoolCode',
    ],
    ...['beginSecondFactor', 'makeSecondFactor', 'register', 'verifyUser', 'requestPasswordReset', 'changePassword'],
    'checkResetKey',
  ],
  'sent by another program, or by a device without an account': [
    ...['endLoginFromSchool', 'admitInvigilator', 'tickInvigilation', 'renewPushDevice', 'forgetPushDevice'],
  ],
  'shown on the day of a test alone; the dialog writes by `useWrite` as all others': ['renewDoorCode'],
  'sent at logout, which does not wait for its answer': ['invalidateToken'],
  'needs a browser that makes passkeys; the screen shares `useWayChange` with editPasskey': ['addPasskey'],
  'needs a school to log in by; the screen shares `useWayChange` with editPasskey': ['unlinkSchoolLogin'],
  'needs a school to log in by; sent once more for its answer (`repeatUnanswered`)': ['linkSchoolLogin'],
  'needs a system that students come from; the section writes by `useWrite` as all others': [
    ...['editSource', 'runSource', 'hurrySource', 'decideSource', 'giveSourceVerdict', 'settleRefusedResults'],
  ],
  'needs a browser with notifications; sent once more for its answer (`repeatUnanswered`)': ['savePushDevice'],
}

test('every write of the contract is tried here, or named with the reason why not', () => {
  const names = [...Object.values(tried), ...Object.values(notTried)].flat()
  expect([...new Set<string>(names)].sort()).toEqual([...writeNames].sort())
})

const IMPORT = '**/api/v1/import/students'
const OUTCOMES = '**/api/v1/outcomes/*'

/** Imports an address that nobody has yet. */
async function importOne(page: Page, mark: string): Promise<void> {
  await goToScreen(page, '/admin/import/students')
  await page.getByLabel('Plak hier de lijst').fill(`e-mail\nlost-${mark}@e2e.example`)
  await page.getByRole('button', { name: 'Controleren', exact: true }).click()
  await page.getByRole('button', { name: '1 student importeren' }).click()
}

/** Text of a screen about a write that is done and whose answer cannot be fetched any more. */
const DONE = 'Alleen het antwoord van de server kwam niet aan'

test.describe('a teacher', () => {
  test.use(DESK)

  test('reads of no change to the school that it failed, when only its answer was lost', { tag: '@all' }, async ({
    page,
    product: { database },
    situation,
  }) => {
    test.slow()
    const { kysely } = database
    const student = await situation(['WIS1'])
    const other = await situation(['NIEUW'])
    await student.addMoment({ inDays: 14 })
    const { mark, department } = student
    const created_at = new Date().toISOString()
    const spare = `LEEG-${mark}`
    await kysely.insertInto('module').values({ name: spare, description: '', created_at }).execute()
    for (const name of [`2151-2152 ${mark}`, `2143-2144 ${mark}`])
      await kysely.insertInto('schoolyear').values({ name, created_at }).execute()
    const dialog = page.getByRole('dialog')
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
    const inDialog = (name: string) => dialog.getByRole('button', { name, exact: true })
    const done = () => expect(page.getByText(DONE).last()).toBeVisible()
    await openDesk(page, '/admin/import/students')
    await test.step('nobody knows: it is said in place, in no red, and looked up when that is asked for', async () => {
      const unknown = page.getByRole('alert').filter({ hasText: 'nog niet bekend' })
      await page.route(IMPORT, (route) => route.fetch().then(() => route.abort()), { times: 1 })
      await page.route(OUTCOMES, (route) => route.abort())
      await importOne(page, `${mark}-unknown`)
      await expect(unknown).toHaveAttribute('data-tone', 'neutral')
      await expect(page.getByText('Er is niets geïmporteerd')).toBeHidden()
      await page.unroute(OUTCOMES)
      await unknown.getByRole('button', { name: 'Kijk het na' }).click()
      const notice = page.getByRole('region', { name: 'Nog niet bekend' })
      await expect(notice).toContainText('Importeren is gelukt.')
      await notice.getByRole('button', { name: 'Sluiten' }).click()
      await expect(notice).toBeEmpty()
      await expect(page.getByText(/nog niet bekend/)).toHaveCount(0)
    })
    await test.step('it never arrived: nothing was done, and nothing will be', async () => {
      await page.route(IMPORT, (route) => route.abort())
      await importOne(page, `${mark}-never`)
      await expect(page.getByRole('alert')).toContainText('Er is niets geïmporteerd')
      await page.unroute(IMPORT)
      await page.getByRole('button', { name: '1 student importeren' }).click()
      await expect(page.locator(':focus')).toContainText('1 student is geïmporteerd')
    })

    const writes: Writes<'school'> = {
      createConnection: async () => {
        await goToScreen(page, '/admin/connections')
        await button('Koppeling toevoegen').click()
        await dialog.getByLabel('Naam van het systeem').fill(`Ans ${mark}`)
        await dialog.getByRole('checkbox', { name: 'Toetsen lezen' }).check()
        await inDialog('Koppeling maken').click()
        await expect(page.getByText('het geheim kwam niet aan')).toBeVisible()
        await expect(dialog).toHaveCount(0)
        await expect(row(page, `Ans ${mark}`)).toHaveCount(1)
      },
      editConnection: async () => {
        await button(`Koppeling met Ans ${mark} beheren`).click()
        await dialog.getByRole('checkbox', { name: 'Studenten lezen' }).check()
        await inDialog('Rechten opslaan').click()
        await done()
        await expect(dialog).toHaveCount(0)
        await expect(row(page, `Ans ${mark}`)).toContainText('Studenten lezen')
      },
      renewConnection: async () => {
        await button(`Koppeling met Ans ${mark} beheren`).click()
        await inDialog('Geheim vernieuwen').click()
        await expect(page.getByText('Vernieuw het nog eens')).toBeVisible()
        await expect(dialog).toHaveCount(0)
      },
      revokeConnection: async () => {
        await button(`Koppeling met Ans ${mark} intrekken`).click()
        await inDialog('Intrekken').click()
        await done()
        await expect(row(page, `Ans ${mark}`)).toContainText('Ingetrokken')
        await expect(dialog).toHaveCount(0)
      },
      createModule: async () => {
        await goToScreen(page, '/admin/modules')
        await button('Module toevoegen').click()
        await dialog.getByLabel('Naam').fill(`LOST-${mark}`)
        await inDialog('Module aanmaken').click()
        await expect(dialog).toHaveCount(0)
        await done()
        await expect(row(page, `LOST-${mark}`)).toHaveCount(1)
      },
      editModule: async () => {
        await goToScreen(page, '/admin/modules')
        await row(page, spare).getByRole('switch').press('Space')
        await done()
        await expect(row(page, spare).getByRole('switch')).not.toBeChecked()
      },
      deleteModule: async () => {
        await button(`Module ${spare} verwijderen`).click()
        await inDialog('Module verwijderen').click()
        await done()
        await expect(row(page, spare)).toHaveCount(0)
        await expect(dialog).toHaveCount(0)
      },
      createRoom: async () => {
        await goToScreen(page, '/admin/rooms')
        await button('Lokaal toevoegen').click()
        await dialog.getByLabel('Naam').fill(`L-${mark}`)
        await dialog.getByLabel('Plaatsen').fill('30')
        await inDialog('Lokaal aanmaken').click()
        await expect(dialog).toHaveCount(0)
        await done()
        await expect(row(page, `L-${mark}`)).toHaveCount(1)
      },
      editRoom: async () => {
        await button(`Lokaal L-${mark} wijzigen`).click()
        await dialog.getByLabel('Plaatsen').fill('31')
        await inDialog('Opslaan').click()
        await done()
        await expect(row(page, `L-${mark}`)).toContainText('31')
      },
      archiveRooms: async () => {
        await page.getByRole('checkbox', { name: `L-${mark} aanvinken` }).check()
        await button('Archiveren').click()
        await done()
        await expect(row(page, `L-${mark}`)).toHaveCount(0)
      },
      deleteRoom: async () => {
        await page.getByRole('checkbox', { name: 'Gearchiveerde tonen' }).click()
        await button(`Lokaal L-${mark} verwijderen`).click()
        await inDialog('Lokaal verwijderen').click()
        await done()
        await expect(row(page, `L-${mark}`)).toHaveCount(0)
        await expect(dialog).toHaveCount(0)
      },
      importRooms: async () => {
        await page.getByRole('link', { name: 'Lokalen importeren' }).click()
        await page.getByLabel('Plak hier de lijst').fill(`zaal;capaciteit\nIMP-${mark};30`)
        await button('Controleren').click()
        await button('1 lokaal importeren').click()
        await done()
        await expect(page.getByLabel('Plak hier de lijst')).toHaveValue('')
      },
      importModules: async () => {
        await goToScreen(page, '/admin/import/modules')
        await page.getByLabel('Plak hier de lijst').fill(`code;omschrijving\nIMP-${mark};Eens`)
        await button('Controleren').click()
        await button('1 module importeren').click()
        await done()
        await expect(page.getByLabel('Plak hier de lijst')).toHaveValue('')
      },
      undoImport: async () => {
        await page.getByRole('link', { name: 'Eerdere imports' }).click()
        await row(page, 'Modules').first().getByRole('link').click()
        await button('Import terugdraaien').click()
        await inDialog('1 regel ongedaan maken').click()
        await expect(page.getByText('Deze import is helemaal teruggedraaid.')).toBeVisible()
        await done()
      },
      importStudents: async () => {
        await goToScreen(page, '/admin/import/students')
        await page.getByLabel('Plak hier de lijst').fill(`e-mail\nlost-${mark}@e2e.example`)
        await button('Controleren').click()
        await button('1 student importeren').click()
        await done()
      },
      importTestmoments: async () => {
        await goToScreen(page, '/admin/import/testmoments')
        await page.getByLabel('Plak hier de lijst').fill(`datum\n${addDays(dayOf(Date.now()), 55)}`)
        await button('Controleren').click()
        await button('1 toetsmoment importeren').click()
        await done()
      },
      createEducationDepartment: async () => {
        await goToScreen(page, '/admin/education-departments')
        await button('Studierichting toevoegen').click()
        await dialog.getByLabel('Naam').fill(`Nieuw ${mark}`)
        await inDialog('Studierichting aanmaken').click()
        await expect(dialog).toHaveCount(0)
        await done()
        await expect(row(page, `Nieuw ${mark}`)).toHaveCount(1)
      },
      editEducationDepartment: async () => {
        await row(page, department).getByRole('switch').press('Space')
        await done()
        await expect(row(page, department).getByRole('switch')).not.toBeChecked()
      },
      editModuleMatrix: async () => {
        await page.getByRole('link', { name: 'Modules per studierichting' }).click()
        const box = page.getByRole('checkbox', { name: new RegExp(`^NIEUW-${other.mark} bij ${department}`) })
        await box.press('Space')
        await button('Opslaan').click()
        await inDialog('Wijzigingen opslaan').click()
        await expect(dialog).toHaveCount(0)
        await done()
        await expect(button('Opslaan')).toBeHidden()
        await expect(box).toBeChecked()
      },
      replaceDepartmentModules: async () => {
        await goToScreen(page, '/admin/education-departments')
        await row(page, department)
          .getByRole('link', { name: /wijzigen$/ })
          .click()
        await button(`Module NIEUW-${other.mark} verwijderen`).click()
        await done()
        await expect(row(page, `NIEUW-${other.mark}`)).toHaveCount(0)
      },
      addDepartmentModules: async () => {
        await page
          .getByLabel('Module', { exact: true })
          .selectOption({ label: `NIEUW-${other.mark} - Beschrijving van NIEUW` })
        await button('Toevoegen').click()
        await done()
        await expect(row(page, `NIEUW-${other.mark}`)).toHaveCount(1)
      },
      createSchoolyear: async () => {
        await goToScreen(page, '/admin/schoolyears')
        await button('Schooljaar toevoegen').click()
        await dialog.getByLabel('Naam').fill(`2161-2162 ${mark}`)
        await inDialog('Schooljaar aanmaken').click()
        await expect(dialog).toHaveCount(0)
        await done()
        await expect(row(page, `2161-2162 ${mark}`)).toHaveCount(1)
      },
      editSchoolyear: async () => {
        await button(`Schooljaar 2161-2162 ${mark} wijzigen`).click()
        await dialog.getByLabel('Naam').fill(`2162-2163 ${mark}`)
        await inDialog('Opslaan').click()
        await expect(dialog).toHaveCount(0)
        await done()
        await expect(row(page, `2162-2163 ${mark}`)).toHaveCount(1)
      },
      deleteSchoolyear: async () => {
        await button(`Schooljaar 2151-2152 ${mark} verwijderen`).click()
        await inDialog('Schooljaar verwijderen').click()
        await expect(dialog).toHaveCount(0)
        await done()
        await expect(row(page, `2151-2152 ${mark}`)).toHaveCount(0)
      },
      replaceRecesses: async () => {
        await row(page, `2143-2144 ${mark}`)
          .getByRole('link', { name: /^Lesvrije weken invullen/ })
          .click()
        await button('Herfstvakantie').click()
        await button('Opslaan').click()
        await done()
        await page.reload()
        await expect(page.getByLabel('Naam', { exact: true })).toHaveValue('Herfstvakantie')
      },
      copyTestmoments: async () => {
        await goToScreen(page, '/admin/schoolyears')
        await row(page, `2143-2144 ${mark}`)
          .getByRole('link', { name: /^Overnemen uit een ander schooljaar/ })
          .click()
        await button(/toetsmomenten aanmaken$/).click()
        await done()
      },
    }
    await loseEachAnswer(page, writes)
  })

  test('nor of a test day, its results, and people', { tag: '@all' }, async ({
    page,
    product: { database },
    situation,
  }) => {
    test.slow()
    const { kysely } = database
    const student = await situation(['WIS1', 'STAT'])
    const other = await situation(['NIEUW'])
    const { mark } = student
    const created_at = new Date().toISOString()
    const ahead = await student.addMoment({ inDays: 14 })
    const past = await student.addMoment({ inDays: -1, modules: ['STAT'] })
    const today = await student.addMoment({ inDays: 0 })
    const full = await student.addMoment({ inDays: 20, seats: 1 })
    const doomed = await student.addMoment({ inDays: 33 })
    const [mate, third, fourth] = [
      await student.addClassmate(),
      await student.addClassmate(),
      await student.addClassmate(),
    ]
    await mate.enroll(full, 'WIS1')
    await fourth.wait(full, 'WIS1')
    await mate.enroll(ahead, 'WIS1')
    await student.enroll(past, 'STAT')
    await mate.enroll(past, 'STAT')
    await mate.enroll(today, 'WIS1')
    const noted = { key: crypto.randomUUID(), testmoment_id: today, name: `Fatima ${mark}`, at: created_at }
    await kysely
      .insertInto('walk_in')
      .values({ ...noted, actor_id: null, device_id: null, settled_at: null })
      .execute()
    const dialog = page.getByRole('dialog')
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
    const inDialog = (name: string) => dialog.getByRole('button', { name, exact: true })
    const done = () => expect(page.getByText(DONE).last()).toBeVisible()
    await openDesk(page, '/admin/testmoments')

    const writes: Writes<'testDays'> = {
      createTestmoment: async () => {
        await goToScreen(page, '/admin/testmoments')
        await button('Toetsmoment toevoegen').click()
        await typeDate(dialog, addDays(dayOf(Date.now()), 61))
        await dialog.getByLabel('Locatie', { exact: true }).fill(`Zaal ${mark}`)
        await inDialog('Toetsmoment Aanmaken').click()
        await expect(dialog).toHaveCount(0)
        await done()
        await expect(row(page, `Zaal ${mark}`)).toHaveCount(1)
      },
      actOnMoments: async () => {
        await row(page, `Zaal ${mark}`).getByRole('checkbox').click()
        await button('Openen').click()
        await dialog
          .getByRole('button', { name: /openen$/i })
          .last()
          .click()
        await expect(row(page, `Zaal ${mark}`).getByRole('switch')).toBeChecked()
      },
      editTestmoment: async () => {
        await goToScreen(page, `/schoolyear/1/testmoment/${doomed}/edit`)
        await page.getByLabel('Locatie', { exact: true }).fill('Zaal 3.14')
        await button('Opslaan').click()
        await done()
        await expect(page.getByLabel('Locatie', { exact: true })).toHaveValue('Zaal 3.14')
      },
      replaceTestmomentModules: async () => {
        await button(`Module STAT-${mark} verwijderen`).click()
        await done()
        await expect(row(page, `STAT-${mark}`)).toHaveCount(0)
      },
      addTestmomentModules: async () => {
        await page.getByLabel('Module', { exact: true }).selectOption({ label: `STAT-${mark} - Beschrijving van STAT` })
        await button('Toevoegen').click()
        await done()
        await expect(row(page, `STAT-${mark}`)).toHaveCount(1)
      },
      editTestmomentRooms: async () => {
        await goToScreen(page, `/schoolyear/1/testmoment/${ahead}/edit?tab=rooms`)
        await page.getByRole('checkbox', { name: 'Sporthal Noord', exact: true }).check()
        await page.getByRole('checkbox', { name: 'B1.02', exact: true }).check()
        await button('Opslaan').click()
        await done()
        await expect(page.getByLabel('Plaatsen in Sporthal Noord', { exact: true })).toBeVisible()
      },
      divideStudents: async () => {
        await page.getByRole('link', { name: 'Wie zit waar' }).click()
        await button('Verdelen').click()
        await inDialog('Studenten verdelen').click()
        await expect(dialog).toHaveCount(0)
        await done()
        await page.getByRole('group').getByText('Sporthal Noord', { exact: true }).click()
        await expect(row(page, 'Jansen 1, Daan')).toBeVisible()
      },
      moveChairs: async () => {
        await page.getByRole('checkbox', { name: /^Jansen 1/ }).press('Space')
        await button('Verplaatsen').click()
        await inDialog('Verplaatsen').click()
        await expect(dialog).toHaveCount(0)
        await done()
        await page.getByRole('group').getByText('B1.02', { exact: true }).click()
        await expect(row(page, 'Jansen 1, Daan')).toContainText('Zelf geplaatst')
      },
      publishRooms: async () => {
        await button('Bekendmaken').click()
        await dialog.getByRole('button', { name: /^Bekendmaken aan/ }).click()
        await expect(dialog).toHaveCount(0)
        await done()
        await expect(page.getByText(/^Bekendgemaakt op/)).toBeVisible()
      },
      carryOutGroupAct: async () => {
        await goToScreen(page, `/schoolyear/1/testmoment/${ahead}/edit?tab=students`)
        await button('Studenten toevoegen').click()
        await page.getByLabel(/^Of plak/).fill(third.username)
        await page.getByRole('checkbox', { name: 'WIS1' }).press('Space')
        await button('Controleren').click()
        await button('1 student inschrijven').click()
        await expect(page.getByText('1 inschrijving is gemaakt.')).toBeVisible()
      },
      promoteWaiting: async () => {
        await goToScreen(page, `/schoolyear/1/testmoment/${full}/edit?tab=waiting`)
        await page.getByRole('checkbox', { name: /^Jansen 3/ }).press('Space')
        await button('Plaats geven').click()
        await inDialog('Boven de 1 inschrijven').click()
        await expect(page.getByText('1 student heeft een plaats')).toBeVisible()
        await expect(dialog).toHaveCount(0)
      },
      deleteTestmoment: async () => {
        await goToScreen(page, `/schoolyear/1/testmoment/${doomed}/edit`)
        await button('Toetsmoment verwijderen').click()
        await inDialog('Toetsmoment verwijderen').click()
        await expect(page).toHaveURL(/\/admin\/testmoments/)
        await done()
      },
      enrollWalkIn: async () => {
        await goToScreen(page, `/schoolyear/1/testmoment/${today}/presence`)
        await button('Niet op de lijst?').click()
        await dialog.getByRole('searchbox').fill(third.username)
        await dialog
          .getByRole('button', { name: /Jansen 2/ })
          .first()
          .click()
        await dialog.getByLabel('Module').selectOption({ label: `STAT-${mark} - Beschrijving van STAT` })
        await inDialog('Inschrijven').click()
        await expect(dialog).toHaveCount(0)
        await done()
        await expect(page.getByRole('list', { name: 'Presentielijst' }).getByText('Jansen 2')).toHaveCount(1)
      },
      settleWalkIn: async () => {
        await button('Afgehandeld').click()
        await done()
        await expect(page.getByText(`Fatima ${mark}`, { exact: true })).toHaveCount(0)
      },
      makeInvigilatorLink: async () => {
        await button('Surveillanten').click()
        await button('Surveillantenlink maken').click()
        await expect(dialog.getByLabel('Stuur deze link')).toBeVisible()
        await done()
      },
      revokeInvigilatorDevice: async () => {
        await kysely
          .insertInto('invigilator_device')
          .values({
            link_id: kysely.selectFrom('invigilator_link').select('id').where('testmoment_id', '=', today),
            token_hash: 'niets',
            name: 'Joost',
            device: 'Chrome',
            created_at,
            admitted_at: created_at,
            last_seen_at: created_at,
            revoked_at: null,
          })
          .execute()
        await page.reload()
        await button('Surveillanten').click()
        await button('Afmelden').click()
        await button('Apparaat afmelden').click()
        await done()
        await expect(dialog.getByText('Afgemeld', { exact: true })).toBeVisible()
      },
      endInvigilatorLink: async () => {
        await button('Link beëindigen').click()
        await button('Beëindigen').click()
        await done()
        await expect(button('Surveillantenlink maken')).toBeVisible()
      },
      saveResults: async () => {
        await goToScreen(page, `/schoolyear/1/testmoment/${past}/results`)
        await row(page, 'Berg, Jade van den').getByRole('gridcell').first().click()
        await page.keyboard.type('7')
        await page.keyboard.press('Enter')
        await expect(page.getByText('Alles is opgeslagen')).toBeVisible()
      },
      importResults: async () => {
        await page.getByRole('link', { name: 'Importeren' }).click()
        await page.getByLabel(/^Plak hier de lijst/).fill(`e-mail;module;uitslag\n${mate.username};STAT-${mark};8`)
        await button('Controleren').click()
        await button('1 uitslag invullen').click()
        await done()
      },
      publishResults: async () => {
        await goToScreen(page, `/schoolyear/1/testmoment/${past}/results`)
        await button('Publiceren').click()
        await dialog
          .getByRole('button', { name: /publiceren$/ })
          .last()
          .click()
        await done()
        await expect(row(page, 'Berg, Jade van den')).toContainText('gepubliceerd')
      },
      sendMessage: async () => {
        await goToScreen(page, `/admin/messages/new?kind=testmoment&testmoment_id=${ahead}`)
        await page.getByLabel('Onderwerp').fill(`Lost ${mark}`)
        await page.getByLabel('Tekst').fill('Neem je rekenmachine mee.')
        await button('Versturen').click()
        await dialog.getByRole('button', { name: /^Versturen aan/ }).click()
        await done()
        await expect(dialog).toHaveCount(0)
      },
      addUser: async () => {
        await goToScreen(page, `/admin/users?search=lostuser-${mark}`)
        await button('Gebruiker toevoegen').click()
        await dialog.getByLabel('E-mail').fill(`lostuser-${mark}@e2e.example`)
        await dialog.getByLabel('Voornaam').fill('Wil')
        await dialog.getByLabel('Achternaam').fill('Kwijt')
        await dialog.getByLabel('Activatiemail').selectOption('later')
        await inDialog('Toevoegen').click()
        await expect(dialog).toHaveCount(0)
        await done()
        await expect(row(page, `lostuser-${mark}`)).toHaveCount(1)
      },
      carryOutUserAct: async () => {
        await page.getByRole('checkbox', { name: 'Allemaal aanvinken' }).check()
        await button('Activatiemail').click()
        await inDialog('Sturen aan 1 gebruiker').click()
        await expect(dialog).toContainText('1 activatiemail')
        await page.keyboard.press('Escape')
      },
      resendValidationMail: async () => {
        const { id } = await kysely
          .selectFrom('user')
          .select('id')
          .where('username', '=', `lostuser-${mark}@e2e.example`)
          .executeTakeFirstOrThrow()
        await goToScreen(page, `/user/${id}/edit`)
        await button('Activatiemail opnieuw versturen').click()
        await done()
      },
      editUser: async () => {
        await goToScreen(page, `/user/${student.studentId}/edit`)
        await page.getByLabel('Voornaam').fill('Jadé')
        await button('Opslaan').click()
        await done()
        await expect(page.getByLabel('Voornaam')).toHaveValue('Jadé')
      },
      settleLoginNotice: async () => {
        await kysely
          .insertInto('login_notice')
          .values({ kind: 'number-taken', user_id: mate.id, other_user_id: third.id, created_at, settled_at: null })
          .execute()
        await goToScreen(page, '/admin/users')
        await page.getByRole('button', { name: /^Afgehandeld/ }).click()
        await done()
        await expect(page.getByText('Meldingen over schoolaccounts')).toHaveCount(0)
      },
      liftBarredLogin: async () => {
        await kysely
          .insertInto('barred_identity')
          .values({ identity_hash: 'k7mq2x9d', account_id: 1, barred_at: created_at, last_tried_at: null })
          .execute()
        await goToScreen(page, '/admin/users')
        await page.getByText('Schoolaccounts zonder toegang').click()
        await page
          .getByRole('button', { name: /^Weer toelaten/ })
          .first()
          .click()
        await inDialog('Weer toelaten').click()
        await expect(dialog).toHaveCount(0)
        await done()
      },
      switchDepartment: async () => {
        await goToScreen(page, `/user/${student.studentId}/edit`)
        await page.getByRole('combobox', { name: 'Studierichting' }).selectOption(other.department)
        await button('Wissel bekijken').click()
        await inDialog('Studierichting wisselen').click()
        await expect(dialog).toHaveCount(0)
        await done()
        await expect(page.getByRole('heading', { name: /^NIEUW-/ })).toBeVisible()
      },
      resetSecondFactor: async () => {
        await kysely
          .insertInto('totp')
          .values({ user_id: student.studentId, secret: 'niets', created_at, confirmed_at: created_at })
          .execute()
        await goToScreen(page, `/user/${student.studentId}/edit`)
        await button('Tweede stap resetten').click()
        await inDialog('Resetten').click()
        await expect(dialog).toHaveCount(0)
        await done()
        await expect(button('Tweede stap resetten')).toHaveCount(0)
      },
      deleteUser: async () => {
        await goToScreen(page, `/user/${student.studentId}/edit`)
        await button('Gebruiker verwijderen').click()
        await inDialog('Gebruiker verwijderen').click()
        await expect(page).toHaveURL(/\/admin\/users$/)
        await done()
      },
    }
    await loseEachAnswer(page, writes)
  })
})

test('a student reads nothing false of a change whose answer was lost', async ({ page, product, situation }) => {
  test.slow()
  const { kysely } = product.database
  const student = await situation(['WIS1', 'STAT', 'ALG'])
  const other = await situation(['NIEUW'])
  const mate = await student.addClassmate()
  const created_at = new Date().toISOString()
  const user_id = student.studentId
  const [first, second] = [
    await student.addMoment({ inDays: 10, modules: ['WIS1'] }),
    await student.addMoment({ inDays: 20, modules: ['WIS1'] }),
  ]
  await mate.enroll(await student.addMoment({ inDays: 15, modules: ['STAT'], seats: 1 }), 'STAT')
  await student.receive({ subject: 'Neem mee', text: 'Je rekenmachine' })
  await kysely
    .insertInto('waiting_outcome')
    .values({
      ...{ user_id, module_id: student.modules.ALG ?? 0, testmoment_id: null, outcome: 'testmoment-deleted' },
      ...{ date: addDays(dayOf(Date.now()), 12), duration: 'day', location: null, starts_at: null, ends_at: null },
      ...{ created_at, seen_at: null },
    })
    .execute()
  await kysely
    .insertInto('push_subscription')
    .values({
      ...{ user_id, endpoint: 'http://127.0.0.1:9/x', p256dh: 'x', auth: 'x', secret_hash: 'x', vapid_key: null },
      ...{ device_name: 'Firefox op Android', created_at, session_id: null },
      ...{ last_success_at: null, last_failure: null, last_failure_at: null },
    })
    .execute()
  await kysely
    .insertInto('passkey')
    .values({
      ...{ user_id, credential_id: 'abc', public_key: 'abc', counter: 0, transports: '[]', name: 'Telefoon' },
      ...{ backed_up: false, created_at, last_used_at: null },
    })
    .execute()
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const inDialog = (name: string | RegExp) => dialog.getByRole('button', { name })
  const inList = (list: string, name: RegExp) => page.getByRole('list', { name: list }).getByRole('button', { name })
  const done = (words: string | RegExp = DONE) => expect(page.getByText(words).last()).toBeVisible()
  const keepCodes = async () => {
    await expect(page.getByRole('list', { name: 'Herstelcodes' }).getByRole('listitem')).toHaveCount(10)
    await page.getByRole('checkbox', { name: 'Ik heb de codes bewaard' }).check()
    await button('Klaar').click()
  }
  const card = dialog.getByRole('listitem')
  const wis1 = { module_id: student.modules.WIS1 }
  await openAs(page, student.username)

  const writes: Writes<'student'> = {
    createEnrollment: async () => {
      await openModule(page, 'WIS1')
      await card
        .first()
        .getByRole('button', { name: /^Inschrijven/ })
        .click()
      await done('Je bent ingeschreven voor module WIS1')
      expect(await student.enrollments()).toEqual([{ ...wis1, testmoment_id: first }])
    },
    moveEnrollment: async () => {
      await card
        .last()
        .getByRole('button', { name: /^Verplaats naar dit moment/ })
        .click()
      await done(/is verplaatst van/)
      expect(await student.enrollments()).toEqual([{ ...wis1, testmoment_id: second }])
    },
    deleteEnrollment: async () => {
      await card
        .last()
        .getByRole('button', { name: /^Uitschrijven/ })
        .click()
      await done('Je bent uitgeschreven voor module WIS1')
      expect(await student.enrollments()).toHaveLength(0)
    },
    joinWaiting: async () => {
      await goToScreen(page, '/student/modules')
      await openModule(page, 'STAT')
      await inDialog(/^Zet me op de wachtlijst/).click()
      await done('Je staat op de wachtlijst voor module STAT')
      expect(await student.waits()).toBe(1)
    },
    leaveWaiting: async () => {
      await inDialog(/^Van de wachtlijst af/).click()
      await page
        .getByRole('dialog', { name: /^Van de wachtlijst voor module STAT/ })
        .getByRole('button', { name: 'Van de wachtlijst af' })
        .click()
      await done('Je bent van de wachtlijst af voor module STAT')
      expect(await student.waits()).toBe(0)
    },
    seeWaitingOutcome: async () => {
      await goToScreen(page, '/student/modules')
      await moduleCard(page, 'ALG')
        .getByRole('button', { name: /^Sluiten.*ALG/ })
        .click()
      await expect(page.getByText(/melding over module ALG/)).toHaveCount(0)
    },
    readMessage: async () => {
      await goToScreen(page, '/student/messages')
      await button(/Neem mee/).click()
      await expect(page.getByText('Je rekenmachine')).toBeVisible()
      const read = kysely.selectFrom('message_recipient').select('read_at').where('user_id', '=', user_id)
      await expect.poll(() => read.execute()).toEqual([{ read_at: expect.any(String) }])
    },
    completeModules: async () => {
      await goToScreen(page, '/student/completed-modules')
      await main.getByRole('button', { name: 'Wijzigen' }).click()
      await page.getByRole('checkbox', { name: /^WIS1-/ }).check()
      await main.getByRole('button', { name: 'Opslaan' }).click()
      await done(/De wijzigingen zijn opgeslagen|Alleen het antwoord/)
      await expect(main.getByRole('button', { name: 'Wijzigen' })).toBeVisible()
      await expect(page.getByRole('checkbox', { name: /^WIS1-/ })).toBeChecked()
    },
    uncompleteModules: async () => {
      await main.getByRole('button', { name: 'Wijzigen' }).click()
      await page.getByRole('checkbox', { name: /^WIS1-/ }).uncheck()
      await main.getByRole('button', { name: 'Opslaan' }).click()
      await done(/De wijzigingen zijn opgeslagen|Alleen het antwoord/)
      await expect(main.getByRole('button', { name: 'Wijzigen' })).toBeVisible()
      await expect(page.getByRole('checkbox', { name: /^WIS1-/ })).not.toBeChecked()
    },
    editUser: async () => {
      await goToScreen(page, '/settings/user')
      await page.getByLabel('Voornaam').fill('Jadé')
      await button('Opslaan').click()
      await done()
      await expect(page.getByLabel('Voornaam')).toHaveValue('Jadé')
    },
    chooseConfirmationLetters: async () => {
      await goToScreen(page, '/settings/user#meldingen')
      const letters = page.getByRole('switch', { name: 'Als je inschrijvingen veranderen' })
      await letters.click()
      await expect(letters).toBeChecked()
      await done('De wijzigingen zijn opgeslagen')
    },
    createCalendarFeed: async () => {
      await goToScreen(page, '/settings/user#agenda')
      await button('Agenda-link maken').click()
      await expect(page.getByLabel('Agenda-link', { exact: true })).toBeVisible()
    },
    deleteCalendarFeed: async () => {
      await button('Link intrekken').click()
      await inDialog('Link intrekken').click()
      await expect(button('Agenda-link maken')).toBeVisible()
    },
    editPushPreference: async () => {
      await goToScreen(page, '/settings/user#meldingen')
      const quiet = page.getByRole('switch', { name: 'Stille uren' })
      await quiet.click()
      await expect(quiet).toBeChecked()
      await done('De wijzigingen zijn opgeslagen')
    },
    testPushDevice: async () => {
      await button(/^Testmelding/).click()
      await done()
    },
    deletePushDevice: async () => {
      await inList('Apparaten met meldingen', /^Verwijderen/).click()
      await done('krijgt geen meldingen meer')
    },
    editPasskey: async () => {
      await goToScreen(page, '/settings/user#inloggen')
      await button(/^Naam wijzigen/).click()
      await page.getByLabel('Naam van de passkey').fill('Mijn telefoon')
      await button('Opslaan').last().click()
      await done()
      await expect(page.getByLabel('Naam van de passkey')).toHaveCount(0)
      await expect(page.getByRole('list', { name: 'Passkeys' })).toContainText('Mijn telefoon')
    },
    deletePasskey: async () => {
      await inList('Passkeys', /^Verwijderen/).click()
      await inDialog('Passkey verwijderen').click()
      await expect(dialog).toHaveCount(0)
      await done()
      await expect(page.getByRole('list', { name: 'Passkeys' })).toHaveCount(0)
    },
    addTotp: async () => {
      await button('Authenticator-app instellen').click()
      await expect(page.getByRole('img', { name: 'QR-code voor je authenticator-app' })).toBeVisible()
      await page.getByLabel('Code uit de app').fill(await currentCode(await shownSecret(dialog)))
      await button('Bevestigen').click()
      await expect(dialog).toHaveCount(0)
      await done()
      await expect(page.getByText(/^Ingesteld op/)).toBeVisible()
      await keepCodes()
    },
    renewRecoveryCodes: async () => {
      await button('Nieuwe codes maken').click()
      await inDialog('Nieuwe codes maken').click()
      await expect(dialog).toHaveCount(0)
      await keepCodes()
    },
    removeTotp: async () => {
      await button('Authenticator-app verwijderen').click()
      await inDialog('Verwijderen').click()
      await expect(dialog).toHaveCount(0)
      await done()
      await expect(button('Authenticator-app instellen')).toBeVisible()
    },
    deleteSession: async () => {
      await createPublicApi(product.url).call(loginCheck, { body: { username: student.username, password: PASSWORD } })
      await goToScreen(page, '/settings/user#apparaten')
      await page.reload()
      await page
        .getByRole('region', { name: 'Waar je bent ingelogd' })
        .getByRole('listitem')
        .filter({ hasNotText: '(dit apparaat)' })
        .getByRole('button', { name: /^Uitloggen/ })
        .click()
      await done(/is uitgelogd/)
    },
    switchDepartment: async () => {
      await goToScreen(page, '/settings/user')
      const part = page.getByRole('region', { name: 'Studierichting' })
      await part.getByLabel('Studierichting').selectOption(other.department)
      await part.getByRole('button', { name: 'Wissel bekijken' }).click()
      await inDialog('Studierichting wisselen').click()
      await expect(dialog).toHaveCount(0)
      await done()
      await expect(part.getByLabel('Studierichting').locator('option:checked')).toHaveText(other.department)
      await expect(part.getByRole('button', { name: 'Wissel bekijken' })).toBeDisabled()
    },
  }
  await loseEachAnswer(page, writes)
})

test('nor does a newcomer', { tag: '@all' }, async ({ page, product, situation }) => {
  const student = await situation(['WIS1'])
  await becomeNewcomer(product, student)
  await openAs(page, student.username)

  const writes: Writes<'newcomer'> = {
    editUser: async () => giveName(page, 'Jade', 'Bos'),
    chooseEducationDepartment: async () => {
      await page.getByLabel('Studierichting').selectOption(student.department)
      await saveAndGoOn(page)
    },
    completeModules: async () => {
      await saveAndGoOn(page)
    },
    confirmInformation: async () => {
      await page.getByRole('button', { name: 'Bevestigen' }).click()
      await expect(moduleCard(page, 'WIS1')).toBeVisible()
    },
  }
  await loseEachAnswer(page, writes)
})

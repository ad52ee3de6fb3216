import { afterEach, beforeEach, expect, test } from 'vitest'
import { openEnrollmentDesk } from '#api-server/enrollments/desk/desk.ts'
import { endWaits, leaveLine } from '#api-server/enrollments/waiting/leaving-line.ts'
import { promoteAt } from '#api-server/enrollments/waiting/promoting.ts'
import { storeEnrollments } from '#tests/support/api/enrolled.ts'
import { deliverAll, openPostOffice, type PostOffice } from '#tests/support/api/post-office.ts'
import { openStage } from '#tests/support/api/stage.ts'
import { divideOverRoom, type Moment } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { type Mailbox, startMailbox } from '#tests/support/mail/mailbox.ts'

/** With the product's own promoter, desk and letters, and a real server for mail. */
describeOnEachDatabase('a letter to who waited for a seat', (open) => {
  const { database, school, set } = openStage(open, { server: 'none' })
  let mailbox: Mailbox
  let post: PostOffice
  beforeEach(async () => {
    mailbox = await startMailbox()
    post = openPostOffice(database, mailbox.url)
    const where = { location: 'Zaal 3.14', starts_at: '09:00', ends_at: '11:30', seats: 1 }
    await edit('closing', where)
    await storeEnrollments(database, place('closing', 'noor'))
  })
  afterEach(() => mailbox.stop())

  const clock = () => post.clock.now
  const waitingDesk = () => ({ database, clock })
  const place = (moment: Moment, student: 'sam' | 'noor' = 'sam') => ({
    user_id: school.users[student],
    testmoment_id: school.moments[moment],
    module_id: school.modules.ALG,
  })
  const edit = (moment: Moment, fields: object) => set.moment(moment, fields)
  /** Sam, behind Noor who has the only seat. */
  async function wait(moves = false): Promise<number> {
    const desk = openEnrollmentDesk({ database, clock })
    const answer = await desk.wait({ wish: 'wait', by: 'student', ...place('closing'), moves })
    if (!('waiting' in answer)) throw new Error('there was a seat')
    return answer.waiting.id
  }
  /** Noor goes, and Sam is given the seat. */
  async function promote(): Promise<void> {
    await database.kysely.deleteFrom('enrollment').where('user_id', '=', school.users.noor).execute()
    expect(await promoteAt(waitingDesk(), school.moments.closing)).toBe(1)
  }
  const delivered = () => deliverAll(post, mailbox)
  const want = () => database.kysely.updateTable('user').set({ confirmation_letters: true }).execute()

  test('says what, when and where, until when they can leave, and where that is: one letter, wanted or not', async () => {
    await want()
    await wait()
    await promote()
    expect(await delivered()).toMatchInlineSnapshot(`
      [
        "sam@school.test: Je hebt een plaats voor ALG: vr 24 apr 2026 om 09:00
      Je stond op de wachtlijst en hebt nu een plaats: je bent ingeschreven voor module ALG (Over ALG).
      Toetsmoment: vr 24 apr 2026, 09:00–11:30\u00a0· Zaal 3.14
      Uitschrijven of verplaatsen kan tot di 10 mrt 2026 om 13:00.",
      ]
    `)
    expect(mailbox.letters[0]?.link).toMatch(new RegExp(`/student/testmoments\\?moment=${school.moments.closing}$`))
    expect(mailbox.letters[0]?.text).toContain('Je krijgt deze e-mail omdat je op de wachtlijst stond.')
  })

  test('says from where they were moved, where they sit once that is published, and when it is no longer up to them', async () => {
    await storeEnrollments(database, place('other'))
    await wait(true)
    await divideOverRoom(database, { testmomentId: school.moments.closing, name: 'Aula', seats: 1 })
    await promote()
    await edit('closing', { enrollments_enabled: false })
    expect(await delivered()).toMatchInlineSnapshot(`
      [
        "sam@school.test: Je hebt een plaats voor ALG: vr 24 apr 2026 om 09:00
      Je stond op de wachtlijst en hebt nu een plaats: je inschrijving voor module ALG (Over ALG) is verplaatst.
      Van: vr 27 mrt 2026
      Naar: vr 24 apr 2026, 09:00–11:30\u00a0· Zaal 3.14
      Waar je zit: Aula, plaats 1
      Zelf uitschrijven of verplaatsen kan niet meer.",
      ]
    `)
  })

  test('is not sent of a seat that they gave up again', async () => {
    await wait()
    await promote()
    await database.kysely.deleteFrom('enrollment').where('user_id', '=', school.users.sam).execute()
    expect(await delivered()).toEqual([])
  })

  test('says why they are off the list, and leads to the moment while that is there', async () => {
    const entryId = await wait()
    await leaveLine(waitingDesk(), { entryId, actorId: school.users.teacher })
    expect(await delivered()).toMatchInlineSnapshot(`
      [
        "sam@school.test: Niet meer op de wachtlijst voor ALG: vr 24 apr 2026 om 09:00
      Je staat niet meer op de wachtlijst voor module ALG, toetsmoment vr 24 apr 2026, 09:00–11:30\u00a0· Zaal 3.14. Een docent heeft je van de lijst gehaald.
      In de app zie je of je voor deze module bij een ander toetsmoment terechtkunt.",
      ]
    `)

    await wait()
    const completion = { user_id: school.users.sam, module_id: school.modules.ALG }
    const created_at = new Date(clock()).toISOString()
    await database.kysely
      .insertInto('completed_module')
      .values({ ...completion, created_at })
      .execute()
    await endWaits(waitingDesk(), 'all')
    await database.kysely.deleteFrom('enrollment').execute()
    await database.kysely.deleteFrom('testmoment').where('id', '=', school.moments.closing).execute()
    expect((await delivered()).slice(1)).toMatchInlineSnapshot(`
      [
        "sam@school.test: Niet meer op de wachtlijst voor ALG: vr 24 apr 2026 om 09:00
      Je staat niet meer op de wachtlijst voor module ALG, toetsmoment vr 24 apr 2026, 09:00–11:30\u00a0· Zaal 3.14. Je hebt de module afgerond.",
      ]
    `)
    expect(mailbox.letters[1]?.link).toMatch(/\/student\/testmoments$/)
  })
})

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { writeResultLetter } from '#api-server/results/result-letter.ts'
import { auditTrail, emptyAuditTrail } from '#tests/support/api/audit-trail.ts'
import { enrollDepartmentAutomatically, offerAutomatically } from '#tests/support/api/automatic-offers.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { failed, passed, resultStage } from './support/result-stage.ts'

describeOnEachDatabase('publishing results', (open) => {
  const stage = resultStage(open)
  const { enroll, type, preview, confirm, publish, tasks, completions } = stage

  const heldBy = async (user: 'sam' | 'noor') => {
    const rows = await stage.database.kysely
      .selectFrom('enrollment')
      .select(['testmoment_id', 'module_id'])
      .where('user_id', '=', stage.school.users[user])
      .orderBy('id')
      .execute()
    return rows.map(({ testmoment_id, module_id }) => [testmoment_id, module_id])
  }
  const publications = () =>
    stage.database.kysely
      .selectFrom('result_publication')
      .select(['enrollment_id', 'outcome', 'grade', 'is_correction', 'ended_testmoment_ids'])
      .orderBy('id')
      .execute()
  const historyOf = async (user: 'sam' | 'noor') => {
    const { body } = await stage.as[user](`GET /user/${stage.school.users[user]}/history`)
    return Object(body).entities
  }

  test('completes for who passed, ends their other current enrollments and waits, and never what has a record', async () => {
    const { moments, modules, users } = stage.school
    await enroll('sam', 'ALG', moments.open)
    const wasThere = await enroll('sam', 'ALG', moments.closing)
    await stage.database.kysely.updateTable('enrollment').set({ has_record: true }).where('id', '=', wasThere).execute()
    await enroll('sam', 'GON', moments.open)
    await enroll('noor', 'ALG', moments.open)
    await stage.wait('sam', moments.other)
    await type([stage.sam, passed(55)], [stage.noor, failed(54)])
    expect(await historyOf('sam')).toEqual([])
    const publication = await publish()
    expect(publication).toEqual({
      ...{ results: 2, passed: 1, failed: 1, corrections: [], absent: [], completions: 1, completions_lifted: 0 },
      ...{ enrollments_ended: 1, waits_ended: 1, students_unenrolled: 1, enrollments_made: 0, without_result: 0 },
    })
    expect(await completions()).toEqual([[users.sam, modules.ALG]])
    expect(await heldBy('sam')).toEqual([
      [stage.today, modules.ALG],
      [moments.closing, modules.ALG],
      [moments.open, modules.GON],
    ])
    expect(await heldBy('noor')).toHaveLength(2)
    expect(await stage.database.kysely.selectFrom('waiting_entry').selectAll().execute()).toEqual([])
    expect(await publications()).toEqual([
      {
        ...{ enrollment_id: stage.sam, outcome: 'passed', grade: 55 },
        is_correction: expect.anything(),
        ended_testmoment_ids: JSON.stringify([moments.open, moments.other]),
      },
      {
        ...{ enrollment_id: stage.noor, outcome: 'failed', grade: 54 },
        is_correction: expect.anything(),
        ended_testmoment_ids: '[]',
      },
    ])
    expect(await historyOf('sam')).toMatchObject([{ id: stage.sam, result: passed(55), corrected: false }])
  })

  test('notifies students whose other enrollments end by the message that came along, and nobody else', async () => {
    const { moments, users } = stage.school
    await enroll('sam', 'ALG', moments.open)
    await enroll('noor', 'ALG', moments.open)
    await type([stage.sam, passed(55)], [stage.noor, failed(54)])
    const { publication, confirmation } = await preview()
    expect(publication).toMatchObject({ enrollments_ended: 1, students_unenrolled: 1 })
    const message = { key: randomUUID(), subject: 'Je inschrijving is vervallen', text: 'Kies iets anders.' }
    const nameless = await confirm(confirmation, { message: { ...message, subject: ' ' } })
    expect(nameless).toMatchObject({ status: 422, body: { reason: 'subject-missing' } })
    expect(await confirm(confirmation, { message })).toMatchObject({ status: 200, body: { students_messaged: 1 } })
    const notified = stage.database.kysely
      .selectFrom('message_recipient')
      .innerJoin('message', 'message.id', 'message_recipient.message_id')
      .select(['user_id', 'audience_label'])
    expect(await notified.execute()).toEqual([
      { user_id: users.sam, audience_label: expect.stringMatching(/^Inschrijving vervallen na uitslag: /) },
    ])
  })

  test('is for the modules that are named, and counts who has no result there', async () => {
    const gon = await enroll('noor', 'GON')
    await type([stage.sam, passed()], [gon, passed(90)])
    expect(await publish({ module_ids: [stage.school.modules.ALG] })).toMatchObject({ results: 1, without_result: 1 })
    expect(await publish()).toMatchObject({ results: 1, without_result: 1, completions: 1 })
    expect(await publications()).toHaveLength(2)
  })

  test('does what was shown or nothing: not what was typed since, and not twice', async () => {
    await type([stage.sam, passed(80)])
    const { confirmation } = await preview()
    await type([stage.noor, passed(70)])
    expect(await confirm(confirmation)).toMatchObject({
      status: 409,
      body: { reason: 'plan-changed', preview: { publication: { results: expect.any(Number) } } },
    })
    expect(await completions()).toEqual([])
    const shown = await preview()
    expect((await confirm(shown.confirmation)).status).toBe(200)
    expect(await confirm(shown.confirmation)).toMatchObject({ status: 422, body: { reason: 'nothing-to-publish' } })
    expect(await tasks('result-letter')).toHaveLength(2)
  })

  test('before the first test day there is nothing to publish, nor at a moment that is not there', async () => {
    for (const [at, status] of [
      [stage.school.moments.open, 422],
      [999_999, 404],
    ] as const) {
      const path = `POST /testmoment/${at}/results`
      expect((await stage.ask(`${path}/preview`, {})).status).toBe(status)
      expect((await stage.ask(`${path}/publish`, { confirmation: 'x' })).status).toBe(status)
    }
  })

  test('a correction keeps both values, names what ended and stays so, and enrolls where that is automatic', async () => {
    const { moments, modules, users, departmentId } = stage.school
    await enroll('sam', 'ALG', moments.open)
    await type([stage.sam, passed(60)], [stage.noor, failed(30)])
    await publish()
    await enrollDepartmentAutomatically(stage.database, departmentId)
    await offerAutomatically(stage.database, moments.closed, modules.ALG)
    // Another day: who took it today takes it again at the next.
    stage.api.clock.now += 86_400_000
    await type([stage.sam, failed(50)], [stage.noor, passed(60)])
    const publication = await publish()
    expect(publication).toMatchObject({
      ...{ results: 2, completions: 1, completions_lifted: 1, enrollments_made: 1, enrollments_ended: 0 },
      corrections: [
        {
          enrollment_id: stage.sam,
          module_name: 'ALG',
          from: passed(60),
          to: failed(50),
          ended: [{ date: '2026-03-20' }],
        },
        { enrollment_id: stage.noor, from: failed(30), to: passed(60), ended: [] },
      ],
    })
    expect(await completions()).toEqual([[users.noor, modules.ALG]])
    expect(await heldBy('sam')).toEqual([
      [stage.today, modules.ALG],
      [moments.closed, modules.ALG],
    ])
    expect((await publications()).map(({ grade, is_correction }) => [grade, Boolean(is_correction)])).toEqual([
      [60, false],
      [30, false],
      [50, true],
      [60, true],
    ])
    expect(await historyOf('sam')).toMatchObject([{ result: failed(50), corrected: true }])
  })

  test('a completion stays while another published result passes, and goes with the last', async () => {
    const { moments, modules, users } = stage.school
    const before = await enroll('sam', 'ALG', moments.past)
    const { kysely } = stage.database
    const published = {
      published_outcome: 'passed',
      published_grade: null,
      published_at: '2026-03-09T09:00:00.000Z',
    } as const
    await kysely
      .insertInto('result')
      .values({
        ...published,
        enrollment_id: before,
        user_id: users.sam,
        outcome: 'passed',
        edited_at: published.published_at,
      })
      .execute()
    await type([stage.sam, passed()])
    await publish()
    await type([stage.sam, failed()])
    expect(await publish()).toMatchObject({ completions_lifted: 0 })
    expect(await completions()).toEqual([[users.sam, modules.ALG]])
    await type([stage.sam, passed()])
    await publish()
    await kysely
      .updateTable('result')
      .set({ published_outcome: 'failed' })
      .where('enrollment_id', '=', before)
      .execute()
    // Withdrawn: there is no result any more.
    await type([stage.sam, null])
    expect(await publish()).toMatchObject({ passed: 0, failed: 0, completions_lifted: 1, corrections: [{ to: null }] })
    expect(await completions()).toEqual([])
    expect(await historyOf('sam')).toMatchObject([{ id: stage.sam, result: null }, { id: before }])
  })

  test('is noted once, with a letter for each and a push for who has a device, without a word of the result', async () => {
    await emptyAuditTrail(stage.database)
    await type([stage.sam, passed(100)], [stage.noor, failed(10)])
    await publish()
    expect((await auditTrail(stage.database)).at(-1)).toBe(
      `user ${stage.school.users.teacher} results-published testmoment ${stage.today}: `,
    )
    expect(await tasks('result-push')).toEqual([])
    const ids = await tasks('result-letter')
    expect(ids).toHaveLength(2)
    const where = { database: stage.database, publicUrl: 'https://wiskunde.school.nl' }
    const letters = await Promise.all(ids.map((publication_id) => writeResultLetter(where, { publication_id })))
    expect(letters.map((letter) => letter?.to).toSorted()).toEqual(['noor@school.test', 'sam@school.test'])
    const [letter, other] = letters.map((one) => one?.letter)
    expect(letter).toEqual(other)
    expect(letter).toEqual({
      subject: 'Je uitslag voor ALG is bekend',
      paragraphs: [
        'Je uitslag voor module ALG (Over ALG) is bekend. Je leest hem in de app, bij Mijn toetsen.',
        'Toetsmoment: di 10 mrt 2026, 09:00',
      ],
      action: { label: 'Naar mijn toetsen', href: 'https://wiskunde.school.nl/student/history' },
      afterwards: [expect.stringContaining('de uitslag zelf niet')],
    })
  })

  test('a result that was corrected meanwhile, or whose account is gone, gets no message', async () => {
    await type([stage.sam, passed()], [stage.noor, passed()])
    await publish()
    await type([stage.sam, failed()])
    await publish()
    const write = (publication_id: number) =>
      writeResultLetter({ database: stage.database, publicUrl: 'https://wiskunde.school.nl' }, { publication_id })
    const subjects: (string | undefined)[] = []
    for (const id of await tasks('result-letter')) subjects.push((await write(id))?.letter.subject)
    expect(subjects.toSorted()).toEqual([
      'Je uitslag voor ALG is bekend',
      'Je uitslag voor ALG is gewijzigd',
      undefined,
    ])
    expect(await write(999_999)).toBeUndefined()
  })

  test('names who was absent by the list, in the plan that is confirmed: a tick meanwhile asks again', async () => {
    const { kysely } = stage.database
    await type([stage.sam, passed(75)], [stage.noor, failed(40)])
    const marked = async (enrollment_id: number, status: 'absent' | 'present') => {
      await kysely.deleteFrom('presence').where('enrollment_id', '=', enrollment_id).execute()
      const user_id = enrollment_id === stage.sam ? stage.school.users.sam : stage.school.users.noor
      await kysely
        .insertInto('presence')
        .values({ enrollment_id, user_id, status, at: '2026-03-10T10:00:00.000Z' })
        .execute()
    }
    await marked(stage.sam, 'absent')
    const seen = await preview()
    const { sam: user_id } = stage.school.users
    expect(seen.publication.absent).toMatchObject([{ enrollment_id: stage.sam, user_id, module_name: 'ALG' }])
    await marked(stage.noor, 'absent')
    expect(await confirm(seen.confirmation)).toMatchObject({ status: 409, body: { reason: 'plan-changed' } })
    await marked(stage.sam, 'present')
    expect((await publish()).absent).toMatchObject([{ enrollment_id: stage.noor }])
  })
})

import { expect, test } from 'vitest'
import { getFirstSteps } from '#contract/statistics.calls.ts'
import { openStage } from '#tests/support/api/stage.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

describeOnEachDatabase('the first steps of a school', (open) => {
  const { database, ask, as } = openStage(open, { as: 'teacher' })

  const undone = async () => {
    const { body } = await ask('GET /first-steps')
    const steps = Object.entries(getFirstSteps.reply.parse(body))
    return steps.filter(([, isDone]) => !isDone).map(([name]) => name)
  }

  test('are all done where students can enroll', async () => {
    expect(await undone(), 'rooms may be left out').toEqual(['rooms'])
  })

  test('are each to be done again once what they made is gone, latest first', async () => {
    const { kysely } = database
    await kysely.deleteFrom('enrollment').execute()
    await kysely.updateTable('testmoment').set({ enrollments_enabled: false, enrollments_open_at: null }).execute()
    expect(await undone()).toEqual(['rooms', 'opened'])
    await kysely.deleteFrom('user').where('roles', '=', 'ROLE_STUDENT').execute()
    expect(await undone()).toEqual(['students', 'rooms', 'opened'])
    await kysely.deleteFrom('testmoment').execute()
    expect(await undone()).toEqual(['testmoments', 'students', 'rooms', 'opened'])
    await kysely.deleteFrom('education_department_module').execute()
    expect(await undone()).toEqual(['departments', 'testmoments', 'students', 'rooms', 'opened'])
    await kysely.updateTable('module').set({ archived: true }).execute()
    expect(await undone()).toEqual(['modules', 'departments', 'testmoments', 'students', 'rooms', 'opened'])
    await kysely.updateTable('schoolyear').set({ active: false }).execute()
    expect(await undone()).toHaveLength(7)
  })

  test('do not come back in summer, while no year is active', async () => {
    await database.kysely.updateTable('schoolyear').set({ active: false }).execute()
    expect(await undone()).toEqual(['rooms'])
  })

  test('are for administrators', async () => {
    expect(await as.sam('GET /first-steps')).toMatchObject({ status: 403 })
  })
})

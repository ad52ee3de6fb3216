import { beforeEach, expect, test } from 'vitest'
import { getFirstStepsSchemas } from '#contract/statistics.schema.ts'
import { openStage } from '#tests/support/api/stage.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

describeOnEachDatabase('the first steps of a school', (open) => {
  const { database, api } = openStage(open)
  let teacher: string
  beforeEach(async () => {
    teacher = (await api.logIn('teacher@school.test')).token
  })

  const undone = async () => {
    const { body } = await api.ask('GET /first-steps', { token: teacher })
    const steps = Object.entries(getFirstStepsSchemas.reply.parse(body))
    return steps.filter(([, isDone]) => !isDone).map(([name]) => name)
  }

  test('are all done where students can enroll', async () => {
    expect(await undone()).toEqual([])
  })

  test('are each to be done again once what they made is gone, latest first', async () => {
    const { kysely } = database
    await kysely.deleteFrom('user').where('roles', '=', 'ROLE_STUDENT').execute()
    expect(await undone()).toEqual(['students'])
    await kysely
      .deleteFrom('testmoment')
      .where('schoolyear_id', 'in', (years) =>
        years.selectFrom('schoolyear').select('schoolyear.id').where('schoolyear.active', '=', true),
      )
      .execute()
    expect(await undone(), 'those of another year do not count').toEqual(['testmoments', 'students'])
    await kysely.deleteFrom('education_department_module').execute()
    expect(await undone()).toEqual(['departments', 'testmoments', 'students'])
    await kysely.updateTable('module').set({ archived: true }).execute()
    expect(await undone()).toEqual(['modules', 'departments', 'testmoments', 'students'])
    await kysely.updateTable('schoolyear').set({ active: false }).execute()
    expect(await undone()).toHaveLength(5)
  })

  test('are for administrators', async () => {
    const { token } = await api.logIn('sam@school.test')
    expect(await api.ask('GET /first-steps', { token })).toMatchObject({ status: 403 })
  })
})

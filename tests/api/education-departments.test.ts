import { beforeEach, expect, test } from 'vitest'
import { listEducationDepartments } from '#contract/departments.calls.ts'
import { openStage } from '#tests/support/api/stage.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

describeOnEachDatabase('GET /education-departments', (open) => {
  const { database, api, set, add } = openStage(open)
  let archived: number
  beforeEach(async () => {
    archived = await add.department(['ELSEWHERE'])
    const set = (id: number, values: { name?: string; archived?: boolean }) =>
      database.kysely.updateTable('education_department').set(values).where('id', '=', id).execute()
    await set(archived, { name: 'Archief', archived: true })
  })

  async function seenBy(username: string) {
    const { token } = await api.logIn(username)
    const { status, body } = await api.ask('GET /education-departments', { token })
    expect(status).toBe(200)
    const { entities } = listEducationDepartments.reply.parse(body)
    return entities.map(({ name, modules }) => `${name}: ${modules.map((module) => module.name).join(' ')}`)
  }

  test('offers a student what is not archived, with the modules in use', async () => {
    expect(await seenBy('newcomer@school.test')).toEqual(['Techniek: ALG GON STA'])
  })

  test('shows a student their own department, also when it is archived', async () => {
    await set.user('noor', { education_department_id: archived })
    expect(await seenBy('noor@school.test')).toEqual(['Archief: ELSEWHERE', 'Techniek: ALG GON STA'])
    expect(await seenBy('sam@school.test')).toEqual(['Techniek: ALG GON STA'])
  })

  test('shows an administrator all of it', async () => {
    expect(await seenBy('teacher@school.test')).toEqual(['Archief: ELSEWHERE', 'Techniek: ALG GON OLD STA'])
  })

  test('is for who is logged in', async () => {
    expect(await api.ask('GET /education-departments')).toMatchObject({
      status: 401,
      body: { reason: 'token-missing' },
    })
  })
})

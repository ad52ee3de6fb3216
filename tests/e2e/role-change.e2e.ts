import { editUser } from '#contract/users.gen.ts'
import { expectLoggedOut } from './support/device.ts'
import { startTeacher } from './support/teacher.ts'
import { expect, logIn, moduleCard, test } from './support/test.ts'

test('somebody who gets another role while the app is open logs in again, to the screens of that role', {
  tag: '@all',
}, async ({ page, product, situation }) => {
  const student = await situation(['WIS1'])
  await student.addMoment()
  const teacher = await startTeacher(product)
  const name = { first_name: 'Jade', last_name: 'van den Berg' }
  const becomes = (role: 'ROLE_STUDENT' | 'ROLE_ADMIN') =>
    teacher.call(async (api) => {
      await api.call(editUser, { params: { id: student.studentId }, body: { ...name, roles: [role] } })
    })
  const menu = page.getByRole('navigation', { name: 'Menu' })

  const live = page.waitForResponse((answer) => answer.url().endsWith('/api/v1/live'))
  await logIn(page, student.username)
  await expect(moduleCard(page, 'WIS1')).toBeVisible()
  await live
  await becomes('ROLE_ADMIN')
  await expectLoggedOut(page, student)
  await expect(page).toHaveURL('/student/modules')

  await logIn(page, student.username)
  await expect(page).toHaveURL('/admin/overview')
  await menu.getByRole('button', { name: 'Menu' }).click()
  await expect(menu.getByRole('link', { name: 'Gebruikers' })).toBeVisible()
  await menu.getByRole('link', { name: 'Schooljaren' }).click()
  await expect(page).toHaveURL('/admin/schoolyears')

  await becomes('ROLE_STUDENT')
  await page.goto('/admin/overview')
  await expectLoggedOut(page, student)
  await logIn(page, student.username)
  await expect(moduleCard(page, 'WIS1')).toBeVisible()
  await expect(page).toHaveURL('/student/modules')
  await menu.getByRole('button', { name: 'Menu' }).click()
  await expect(menu.getByRole('link')).toHaveText([
    'Modules',
    'Toetsmomenten',
    'Afgerond',
    'Mijn toetsen',
    'Berichten',
    'Instellingen',
  ])
})

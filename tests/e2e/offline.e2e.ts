import { untilListsAreKept } from './support/kept-lists.ts'
import { expect, logIn, moduleCard, test } from './support/test.ts'

test.use({ serviceWorkers: 'allow' })

test('a student without a network sees their modules after a reload, how old they are, and that nothing can be changed', async ({
  page,
  context,
  situation,
}) => {
  const student = await situation(['WIS1'])
  await student.addMoment()
  await logIn(page, student.username)
  await expect(moduleCard(page, 'WIS1')).toBeVisible()
  await untilListsAreKept(page, student.studentId)

  await context.setOffline(true)
  await page.reload()
  await expect(moduleCard(page, 'WIS1')).toBeVisible()
  await expect(page.getByText(/Je bent offline — bijgewerkt om \d\d\.\d\d/)).toBeVisible()
})

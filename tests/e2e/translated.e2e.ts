import type { Page } from '@playwright/test'
import { createEnrollment } from '#contract/enrollments.gen.ts'
import { startTeacher } from './support/teacher.ts'
import { expect, moduleCard, openAs, openModule, test } from './support/test.ts'

/** Puts two elements around each text, as Google Translate does in Chrome: what React wrote is no longer in the page. */
const translate = (page: Page) =>
  page.addInitScript(() => {
    const around = (text: Text) => {
      const isLeft = text.parentElement?.closest('font, [translate="no"], script, style, title, template')
      if (isLeft || !text.data.trim()) return
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      inner.append(document.createTextNode(text.data))
      outer.append(inner)
      text.replaceWith(outer)
    }
    const translateAll = (within: Node) => {
      const texts = document.createTreeWalker(within, NodeFilter.SHOW_TEXT)
      const found: Text[] = []
      while (texts.nextNode()) found.push(texts.currentNode as Text)
      found.forEach(around)
    }
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes) node instanceof Text ? around(node) : translateAll(node)
    }).observe(document, { subtree: true, childList: true })
  })

/** What was translated and is a figure, a time, a day, a countdown or a code (`codes`) alone. */
const translatedFigures = (page: Page, codes: string) =>
  page.locator('font > font').evaluateAll((fonts, codes) => {
    const day = '((ma|di|wo|do|vr|za|zo) )?\\d+ [a-z]{3}\\.?( \\d{4})?'
    const figure = new RegExp(`^[\\s,]*(${day}|[a-z]{3} ’\\d\\d|ma|di|wo|do|vr|za|zo|[\\d:.,– ]+|${codes})[\\s,.]*$`)
    const isCountdown = (font: Element) => font.closest('[role="timer"]') !== null
    return fonts
      .filter((font) => font.checkVisibility() && (figure.test(font.textContent) || isCountdown(font)))
      .map((font) => `${font.textContent} in ${font.closest('[class], [id]')?.outerHTML.slice(0, 200)}`)
  }, codes)

test('a page that the browser translates stays true while the student enrols and leaves and others take seats', {
  tag: '@all',
}, async ({ page, product, situation }) => {
  const student = await situation(['WIS1', 'STAT'])
  const moment = await student.addMoment({ inDays: 5, seats: 4, max: 2 })
  const opensAt = new Date(Date.now() + 1_800_000).toISOString()
  await student.addMoment({ inDays: 6, open: false, opensAt, modules: ['STAT'] })
  const code = `(WIS1|STAT)-${student.mark}`
  const codes = `${code}(, ${code})*`
  const colleague = await startTeacher(product)
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  await translate(page)
  await openAs(page, student.username)
  await expect(moduleCard(page, 'WIS1').locator('font').first()).toBeAttached()
  const open = page.getByRole('list', { name: 'Nu te kiezen' })
  await expect(open).toContainText('Nog 4 plaatsen')

  await test.step('others take seats', async () => {
    for (const left of ['Nog 3 plaatsen', 'Nog 2 plaatsen']) {
      const { id: user_id } = await student.addClassmate()
      await colleague.call(async (api) => {
        const body = { user_id, testmoment_id: moment, module_id: student.modules.WIS1 ?? 0 }
        await api.call(createEnrollment, { body })
      })
      await expect(open).toContainText(left)
    }
  })
  const dialog = await openModule(page, 'WIS1')
  await dialog.getByRole('button', { name: /^Inschrijven/ }).click()
  await expect(dialog).toContainText('Nog 1 plaats')
  expect(await translatedFigures(page, codes)).toEqual([])
  await dialog.getByRole('button', { name: /^Uitschrijven/ }).click()
  await expect(dialog.getByRole('button', { name: /^Inschrijven/ })).toBeVisible()
  await expect(dialog).toContainText('Nog 2 plaatsen')
  await dialog.getByRole('button', { name: 'Sluiten', exact: true }).click()
  await page.goto('/student/testmoments')
  await expect(page.getByRole('timer').first()).toBeVisible()
  expect(await translatedFigures(page, codes)).toEqual([])
  await page.goto(`/student/testmoments?moment=${moment}`)
  const there = page.getByRole('dialog')
  await there.getByRole('button', { name: /^Inschrijven voor STAT/ }).click()
  await there.getByRole('button', { name: /^Uitschrijven voor STAT/ }).click()
  await expect(there.getByRole('button', { name: /^Inschrijven voor STAT/ })).toBeVisible()
  expect(await translatedFigures(page, codes)).toEqual([])
  expect(await student.enrollments()).toEqual([])
  expect(errors).toEqual([])
})

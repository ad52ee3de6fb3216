import { expectSound } from './support/sound.ts'
import { expect, openAs, test } from './support/test.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

test('where the browser offers it, a student installs the app by one button, and is not invited again', {
  tag: '@all',
}, async ({ page, situation }) => {
  await page.addInitScript(() => {
    const answer = { outcome: 'accepted' }
    window.addEventListener('load', () => {
      const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
        prompt: async () => document.documentElement.setAttribute('data-asked', String(offer.defaultPrevented)),
        userChoice: Promise.resolve(answer),
      })
      window.dispatchEvent(offer)
    })
  })
  const { username } = await situation(['WIS1'])
  await openAs(page, username)
  await page.getByRole('button', { name: 'App installeren' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-asked', 'true')
  await expect(page.getByText('Zet de app op je apparaat')).toBeHidden()
})

test.describe('on an iPhone', () => {
  test.use({ userAgent: IPHONE, reducedMotion: 'reduce' })

  test('three pictures show how it is done by hand; who puts it off finds it in the settings', { tag: '@all' }, async ({
    page,
    situation,
  }) => {
    const { username } = await situation(['WIS1'])
    await openAs(page, username)
    await expect(page.getByText('Zet de app op je apparaat')).toBeVisible()
    await expectSound(page, 'the invitation')
    await page.getByRole('button', { name: 'Laat zien hoe' }).click()
    const guide = page.getByRole('dialog', { name: 'Zet de app op je beginscherm' })
    await expect(guide.getByRole('listitem')).toHaveCount(3)
    await expectSound(page, 'the guide')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Laat zien hoe' })).toBeFocused()

    await page.getByRole('button', { name: 'Niet nu' }).click()
    await expect(page.getByText('Zet de app op je apparaat')).toBeHidden()
    await page.goto('/settings/user#app')
    const section = page.getByRole('region', { name: 'De app op dit apparaat' })
    await section.getByRole('button', { name: 'Laat zien hoe' }).click()
    await guide.getByRole('button', { name: 'Begrepen' }).click()
    await expect(page.getByRole('region', { name: 'Over de app' })).toBeAttached()
    await expect(page.getByRole('button', { name: 'Niet nu' })).toHaveCount(0)
  })
})

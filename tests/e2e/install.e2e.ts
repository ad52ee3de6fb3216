import { expect, logIn, moduleCard, test } from './support/test.ts'

test.use({ serviceWorkers: 'allow' })

test('the browser finds nothing in the way of installing', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByLabel('Gebruikersnaam')).toBeVisible()
  const devtools = await page.context().newCDPSession(page)
  const { errors: manifestErrors } = await devtools.send('Page.getAppManifest')
  expect(manifestErrors).toEqual([])
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
})

test('the manifest’s pictures and shortcuts lead somewhere, and the bar above the app has the colour of its scheme', async ({
  page,
}) => {
  const manifest = await (await page.request.get('/manifest.webmanifest')).json()
  const pictures: { src: string; type: string }[] = [
    ...manifest.icons,
    ...manifest.screenshots,
    ...manifest.shortcuts.flatMap(({ icons }: { icons: unknown[] }) => icons),
  ]
  expect(pictures.length).toBeGreaterThan(8)
  for (const { src, type } of pictures) {
    const reply = await page.request.get(src)
    expect(reply.headers()['content-type'], src).toContain(type)
  }
  expect(manifest.shortcuts.map(({ url }: { url: string }) => url)).toEqual([
    '/student/modules',
    '/student/testmoments',
  ])

  await page.goto('/')
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    const [bar, ground] = await page.evaluate((scheme) => {
      const meta = document.querySelector(`meta[name=theme-color][media*=${scheme}]`)
      const probe = Object.assign(document.createElement('i'), { style: `color:${meta?.getAttribute('content')}` })
      document.body.append(probe)
      return [getComputedStyle(probe).color, getComputedStyle(document.documentElement).backgroundColor]
    }, scheme)
    expect(bar).toBe(ground)
  }
})

test('the worker keeps the shell: without a network the app starts and keeps the session', async ({
  page,
  context,
  situation,
}) => {
  const student = await situation(['WIS1'])
  await logIn(page, student.username)
  await expect(moduleCard(page, 'WIS1')).toBeVisible()
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await context.setOffline(true)
  await page.reload()
  await expect(page.locator('#root')).not.toBeEmpty()
  await expect(page.getByLabel('Wachtwoord', { exact: true })).toHaveCount(0)
  await context.setOffline(false)
  await expect(moduleCard(page, 'WIS1')).toBeVisible({ timeout: 20_000 })
})

test('nothing the app does breaks its content security policy', async ({ page, situation }) => {
  const violations: string[] = []
  page.on('console', (message) => {
    if (/content security policy|trusted/i.test(message.text())) violations.push(message.text())
  })
  const student = await situation(['WIS1'])
  await logIn(page, student.username)
  await expect(moduleCard(page, 'WIS1')).toBeVisible()
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  expect(violations).toEqual([])
})

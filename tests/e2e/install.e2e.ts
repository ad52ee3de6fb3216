import { expect, test } from './support/test.ts'

test.use({ serviceWorkers: 'allow' })

test('nothing is in the way of installing: pictures and shortcuts lead somewhere, the bar has the colour of its scheme', {
  tag: '@all',
}, async ({ page }) => {
  await page.goto('/')
  await expect(page.getByLabel('Gebruikersnaam')).toBeVisible()
  const devtools = await page.context().newCDPSession(page)
  const { errors: manifestErrors } = await devtools.send('Page.getAppManifest')
  expect(manifestErrors).toEqual([])
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])

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

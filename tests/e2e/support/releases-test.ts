import { underLoad } from '#tests/support/under-load.ts'
import { type Releases, startReleases } from './releases.ts'
import { test as base } from './test.ts'

export { expect } from './test.ts'

/** Tests of a product that goes from one release to another. */
export const test = base.extend<object, { releases: Releases }>({
  releases: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads this pattern to learn what the fixture needs
    async ({}, use) => {
      const releases = await startReleases()
      await use(releases)
      await releases.dispose()
    },
    // On a machine at load 20 the second build alone takes over a minute.
    { scope: 'worker', timeout: underLoad(180_000) },
  ],
  product: [async ({ releases }, use) => use(releases.product), { scope: 'worker' }],
})

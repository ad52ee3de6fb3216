import { test as base } from '@playwright/test'
import { underLoad } from '#tests/support/under-load.ts'
import { clearSchool, type Product, startProduct } from './product.ts'
import { type PushService, startPushService } from './push-service.ts'
import { createSituation, type Situation } from './situation.ts'

interface TestFixtures {
  situation(moduleNames: string[]): Promise<Situation>
}

interface WorkerFixtures {
  pushService: PushService
  /** product whose push server knows and trusts that service */
  product: Product
}

/** For stories in a real Firefox, which Playwright does not drive: none of its own browsers is started. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  pushService: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads this pattern to learn what the fixture needs
    async ({}, use) => {
      const service = await startPushService()
      await use(service)
      await service.stop()
    },
    { scope: 'worker' },
  ],
  product: [
    async ({ pushService }, use) => {
      const product = await startProduct({
        settings: { PUSH_TEST_ORIGIN: pushService.origin, NODE_EXTRA_CA_CERTS: pushService.certificate },
      })
      await use(product)
      await product.dispose()
    },
    { scope: 'worker', timeout: underLoad(60_000) },
  ],
  situation: async ({ product }, use) => {
    await clearSchool(product.database)
    await use((moduleNames) => createSituation(product.database, moduleNames))
  },
})

export { expect } from '@playwright/test'

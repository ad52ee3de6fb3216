import { test } from 'vitest'

test('never ends', async () => {
  await new Promise(() => undefined)
}, 600_000)

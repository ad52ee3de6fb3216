import { expect, test } from 'vitest'

test('passes, and leaves behind what nobody catches', async () => {
  void Promise.reject(new Error('nobody caught this'))
  await new Promise((resolve) => setTimeout(resolve, 10))
  expect(1).toBe(1)
})

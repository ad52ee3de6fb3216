import { expect, test } from 'vitest'
import { ApiError } from '#src/api/api-error.ts'
import { NetworkError } from '#src/api/network-error.ts'
import { adviceOn } from '#src/parts/page-state/load-failure.texts.ts'

const failed = (status: number) => new ApiError({ status, reason: 'unknown', requestId: 'Zk3vQ9aB-1f' })

test('who cannot be helped by trying again can say which call it was', () => {
  expect(adviceOn(failed(500))).toMatch(/vraag dan je docent\. Noem dan dit kenmerk: Zk3vQ9aB-1f$/)
  expect(adviceOn(failed(500), 'een collega')).toMatch(/vraag dan een collega\. Noem dan/)
})

test('where the advice will do, or nobody answered, there is nothing to quote', () => {
  for (const error of [failed(503), failed(404), new NetworkError(), new Error('of the app itself')])
    expect(adviceOn(error)).not.toContain('kenmerk')
  expect(adviceOn(new ApiError({ status: 500, reason: 'unknown' }))).not.toContain('kenmerk')
})

import type { DeskRequest } from './desk-request.ts'

/** What a batch is about, each id once. */
export interface BatchScope {
  userIds: readonly number[]
  testmomentIds: readonly number[]
  moduleIds: readonly number[]
}

export function scopeOf(requests: readonly DeskRequest[]): BatchScope {
  const userIds = new Set<number>()
  const testmomentIds = new Set<number>()
  const moduleIds = new Set<number>()
  for (const request of requests) {
    userIds.add(request.user_id)
    testmomentIds.add(request.testmoment_id)
    if (request.wish === 'move') testmomentIds.add(request.to_testmoment_id)
    moduleIds.add(request.module_id)
  }
  return { userIds: [...userIds], testmomentIds: [...testmomentIds], moduleIds: [...moduleIds] }
}

import { expect, it } from 'vitest'
import { tagOfMessage, tagOfMoment } from '#domain/push/notification-tags.ts'
import { type BadgeDeps, countOnIcon } from '#sw/push/handle-pushes.ts'

async function badgeAfter(tags: string[], seen: DocumentVisibilityState[] = [], more: Partial<BadgeDeps> = {}) {
  const set: number[] = []
  await countOnIcon({
    shown: async () => tags.map((tag) => ({ tag })),
    windows: async () => seen.map((visibilityState) => ({ visibilityState })),
    unread: async () => [],
    setBadge: async (count) => void set.push(count),
    ...more,
  })
  return set
}

it('the icon counts moments and messages, of which each has one notification', async () => {
  expect(await badgeAfter([tagOfMoment(3), tagOfMoment(4), tagOfMessage(4), 'testmelding'], ['hidden'])).toEqual([3])
  expect(await badgeAfter([tagOfMessage(4)], ['hidden'])).toEqual([1])
})

it('a message counts until it is read, once, with or without its notification', async () => {
  const unread = async () => [tagOfMessage(4), tagOfMessage(5)]
  expect(await badgeAfter([tagOfMoment(3), tagOfMessage(4)], ['hidden'], { unread })).toEqual([3])
  expect(await badgeAfter([tagOfMoment(3)], [], { unread: () => Promise.reject(new Error('locked')) })).toEqual([1])
})

it('there is nothing to count for somebody who looks at the app, or of a test message', async () => {
  expect(await badgeAfter([tagOfMoment(3)], ['hidden', 'visible'])).toEqual([])
  expect(await badgeAfter(['testmelding'])).toEqual([])
})

it('a browser without numbers on icons, or a device that refuses them, still shows notifications of moments', async () => {
  expect(await badgeAfter([tagOfMoment(3)], [], { setBadge: undefined })).toEqual([])
  expect(await badgeAfter([tagOfMoment(3)], [], { setBadge: () => Promise.reject(new DOMException('no')) })).toEqual([])
})

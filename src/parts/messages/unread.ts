import { useSyncExternalStore } from 'react'
import type { ReceivedMessage } from '#domain/messages/message.schema.ts'
import type { User } from '#domain/users/user.schema.ts'

/** Number of a student's unread messages, from the last answer that any screen got; null before the first one. */
let lastCount: { userId: number; count: number } | null = null
const listeners = new Set<() => void>()

export const unreadOf = (userId: number): number | null => (lastCount?.userId === userId ? lastCount.count : null)

/** Counts the unread among a student's messages, from the server or the device. */
export function learnUnread(userId: number, messages: readonly Pick<ReceivedMessage, 'read_at'>[]): void {
  lastCount = { userId, count: messages.filter(({ read_at }) => read_at === null).length }
  for (const listener of listeners) listener()
}

/** Calls `listener` after each count; returns how to stop. */
export function onUnread(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Frames rendered at build time have no messages. */
const none = () => 0

export const useUnread = ({ id }: Pick<User, 'id'>): number =>
  useSyncExternalStore(onUnread, () => unreadOf(id) ?? 0, none)

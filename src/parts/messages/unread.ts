import { useSyncExternalStore } from 'react'
import type { ReceivedMessage } from '#domain/messages/message.schema.ts'
import type { User } from '#domain/users/user.schema.ts'

/** How many messages a student has not read, as the last answer said that any screen got; null while none has come. */
let known: { userId: number; count: number } | null = null
const listeners = new Set<() => void>()

export const unreadOf = (userId: number): number | null => (known?.userId === userId ? known.count : null)

/** Takes the messages of this student from the server or the device. */
export function learnUnread(userId: number, messages: readonly Pick<ReceivedMessage, 'read_at'>[]): void {
  known = { userId, count: messages.filter(({ read_at }) => read_at === null).length }
  for (const listener of listeners) listener()
}

/** Returns how to stop. */
export function onUnread(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Where frames are drawn at build time nobody has any. */
const none = () => 0

export const useUnread = ({ id }: Pick<User, 'id'>): number =>
  useSyncExternalStore(onUnread, () => unreadOf(id) ?? 0, none)

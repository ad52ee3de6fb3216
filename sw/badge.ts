import { isTagOfMoment } from '#domain/push/moment-tag.ts'

/** As much of a worker as it takes. */
export interface BadgeMeans {
  shown(): Promise<readonly { tag: string }[]>
  windows(): Promise<readonly { visibilityState: DocumentVisibilityState }[]>
  /** absent in browsers that show no number on an app's icon */
  setBadge: ((count: number) => Promise<void>) | undefined
}

/**
 * Puts on the app's icon at how many moments something happened that nobody has looked at: one notification stands for
 * each. The app takes it away as soon as it is in sight.
 */
export async function countOnIcon({ shown, windows, setBadge }: BadgeMeans): Promise<void> {
  if (!setBadge || (await windows()).some(({ visibilityState }) => visibilityState === 'visible')) return
  const moments = (await shown()).filter(({ tag }) => isTagOfMoment(tag))
  if (moments.length === 0) return
  // A device may refuse it by its settings.
  await setBadge(moments.length).catch(() => undefined)
}

import { noticeOf } from './notice-of.ts'

/** As much of a push event's data as it takes. */
export interface PushedData {
  text(): string
}

/** Shows exactly one notification for what was pushed. */
export async function showNotice(
  data: PushedData | null,
  { origin, show }: { origin: string; show: ServiceWorkerRegistration['showNotification'] },
): Promise<void> {
  const { title, options } = noticeOf(textOf(data), origin)
  try {
    await show(title, options)
  } catch {
    // Something in it that this browser does not take: then without anything that could be wrong.
    const plain = noticeOf(null, origin)
    await show(plain.title, { body: plain.options.body ?? '', data: plain.options.data })
  }
}

function textOf(data: PushedData | null): string | null {
  try {
    return data?.text() ?? null
  } catch {
    return null
  }
}

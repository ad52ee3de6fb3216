export interface PushedData {
  text(): string
}

/** Shows exactly one notification for a push. */
export async function showNotice(
  data: PushedData | null,
  { origin, show }: { origin: string; show: ServiceWorkerRegistration['showNotification'] },
): Promise<void> {
  const { title, options } = noticeOf(textOf(data), origin)
  try {
    await show(title, options)
  } catch {
    // This browser rejects something in it: shows it without anything that could be rejected.
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

/** Text of a notification, and the address that a tap opens. */
interface Notice {
  title: string
  options: NotificationOptions & { data: { href: string } }
}

const TITLE = 'Wiskunde inschrijven'
const BODY = 'Er is nieuws over je toetsmomenten.'
/** Longest text; no screen shows more. */
const MAX_TEXT_LENGTH = 300

const SAME_FOR_ALL = { lang: 'nl', icon: '/icons/icon-192.png', badge: '/icons/badge-96.png' }

/**
 * Returns the notification for any push. A browser that shows nothing for a push loses the permission, so unreadable data, or
 * data from a server of another version, still give a general notification.
 */
function noticeOf(text: string | null, origin: string): Notice {
  const { title, body, tag, navigate } = fieldsOf(notificationIn(text))
  return {
    title: title ?? TITLE,
    options: {
      ...SAME_FOR_ALL,
      body: body ?? (title ? '' : BODY),
      ...(tag && { tag }),
      data: { href: hrefOf(navigate, origin) },
    },
  }
}

function notificationIn(text: string | null): object {
  try {
    const { notification } = JSON.parse(text ?? '')
    return typeof notification === 'object' && notification !== null ? notification : {}
  } catch {
    return {}
  }
}

function fieldsOf(notification: object): Partial<Record<'title' | 'body' | 'tag' | 'navigate', string>> {
  const texts = Object.entries(notification).filter(([, value]) => typeof value === 'string' && value.trim() !== '')
  return Object.fromEntries(texts.map(([name, value]) => [name, String(value).slice(0, MAX_TEXT_LENGTH)]))
}

/** Always a screen of this app, with the part of it: path, query and hash, whatever the host is. */
function hrefOf(navigate: string | undefined, origin: string): string {
  const ours = new URL(origin)
  let target = ours
  try {
    target = new URL(navigate ?? '', origin)
  } catch {
    // Not an address: the app's own.
  }
  if (target.protocol === 'https:' || target.protocol === 'http:') {
    ours.pathname = target.pathname
    ours.search = target.search
    ours.hash = target.hash
  }
  // A path '//host' would lead to another host if used on its own.
  return ours.pathname.replace(/^[/\\]+/, '/') + ours.search + ours.hash
}

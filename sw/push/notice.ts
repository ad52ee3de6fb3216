/** Parts of a push event's data that are needed. */
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

/** Text of a notification, and the address that a tap on it opens. */
interface Notice {
  title: string
  options: NotificationOptions & { data: { href: string } }
}

const TITLE = 'Wiskunde inschrijven'
const BODY = 'Er is nieuws over je toetsmomenten.'
/** More than any screen shows of it. */
const LONGEST = 300

const SAME_FOR_ALL = { lang: 'nl', icon: '/icons/icon-192.png', badge: '/icons/badge-96.png' }

/**
 * The notification for what was pushed, whatever that is: a browser that is pushed to and shows nothing takes the
 * permission away, so what can't be read, or comes from a server of another version, still shows that there is news.
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
  return Object.fromEntries(texts.map(([name, value]) => [name, String(value).slice(0, LONGEST)]))
}

/** Only ever a screen of ours: path and query, whatever host was named. */
function hrefOf(navigate: string | undefined, origin: string): string {
  const target = URL.canParse(navigate ?? '', origin) ? new URL(navigate ?? '', origin) : new URL(origin)
  const ours = new URL(origin)
  if (target.protocol === 'https:' || target.protocol === 'http:') {
    ours.pathname = target.pathname
    ours.search = target.search
  }
  // '//host' as a path would be another host once it stands alone.
  return ours.pathname.replace(/^[/\\]+/, '/') + ours.search
}

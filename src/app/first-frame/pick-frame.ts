import { appStateOf } from '#domain/users/roles.ts'
import type { User } from '#domain/users/user.schema.ts'
import { hasUsualOptions } from '#src/account/login/remembered-options.ts'
import { askEarly } from '#src/api/early-answers.ts'
import { draw, keptCard } from '#src/offline/kept-card.ts'
import { knowsPasskeys } from '#src/session/passkeys.ts'
import { type StoredSession, sessionStorageIn, timeLeft } from '#src/session/session-storage.ts'
import { standInForStorage } from '#src/session/storage-stand-in.ts'
import { KEPT_FOR } from '#sw/messages.ts'
import { FRAME, NAME, NEXT_TEST } from './frame.ts'
import { handOver } from './hand-over.ts'

/**
 * Stands in index.html itself, and runs before anything is painted: shows what the app is going to show, as far as that
 * can be known from what this device keeps. In doubt it is the waiting page that stands there already.
 */
function pickFrame(): void {
  const shown = document.createElement('div')
  shown.id = FRAME.shown
  const session = sessionStorageIn(localStorage).read()
  const isPicked = session
    ? session.user && drawStudent(shown, session.user) && begin(session, session.user)
    : drawLogin(shown)
  if (!isPicked) return
  document.currentScript?.before(shown)
  handOver(shown)
}

/** With what the school's login led back here there is more to say, or nothing to fill in. */
function drawLogin(shown: HTMLElement): boolean {
  const drawn = template(FRAME.login)
  const leadsElsewhere = drawn?.getAttribute(FRAME.elsewhere)?.split(' ').some(isAt)
  if (!drawn || leadsElsewhere || /^#school-/.test(location.hash) || !hasUsualOptions()) return false
  preload(drawn)
  shown.append(drawn.content.cloneNode(true))
  if (!knowsPasskeys()) shown.querySelector('form ~ button')?.remove()
  // Without the app the browser would put what was typed into the address.
  shown.addEventListener('submit', (event) => {
    event.preventDefault()
    shown.setAttribute(FRAME.sent, '')
  })
  return true
}

const isAt = (path: string): boolean => `${location.pathname}/`.startsWith(`${path}/`)

/** Nothing in it can be used yet: it is replaced within the second. */
function drawStudent(shown: HTMLElement, user: User): boolean {
  const drawn = template(FRAME.student)
  const path = location.pathname === '/' ? '/student/modules' : location.pathname
  const heading = JSON.parse(drawn?.getAttribute(FRAME.headings) ?? '{}')[path]
  if (!drawn || !heading || appStateOf(user) !== 'student') return false
  shown.append(drawn.content.cloneNode(true))
  shown.inert = true
  requestAnimationFrame(() => setTimeout(knowTheZone))
  const texts = document.createTreeWalker(shown, NodeFilter.SHOW_TEXT)
  while (texts.nextNode())
    if (texts.currentNode.nodeValue === NAME)
      texts.currentNode.nodeValue = `${user.first_name} ${user.last_name}`.trim()
  if (path === '/student/modules') {
    drawNextTest(shown, user)
    return true
  }
  // Another of their screens: the frame is the same, and of its content the shape.
  const shape = template(FRAME.other)?.content.cloneNode(true)
  shown.querySelector('main')?.lastElementChild?.replaceChildren(...(shape ? [shape] : []))
  const title = shown.querySelector('h1')
  if (title) title.textContent = heading
  for (const link of shown.querySelectorAll('a')) {
    const isHere = link.getAttribute('href') === path
    link.toggleAttribute('aria-current', isHere)
    if (isHere) link.setAttribute('aria-current', 'page')
  }
  return true
}

/** Draws the next test from what this device keeps of this user; otherwise its shape stays. */
function drawNextTest(shown: HTMLElement, { id }: User): void {
  const kept = keptCard(id, Date.now())
  if (!kept) return
  const place = shown.querySelector(NEXT_TEST)
  place?.replaceChildren(draw(kept.drawn))
  place?.removeAttribute('data-shape')
  place?.toggleAttribute(FRAME.older, Date.now() >= kept.isExactUntil)
}

/** The screens of a student that show their two lists. */
const WITH_LISTS = /^\/(student\/(modules|testmoments))?$/

/**
 * Asks for the lists that the screen is going to show, while its script is on its way: the worker for what it keeps, else the
 * server. A token that is to be refreshed before it is used is left to the app, which does so by what is fetched here.
 */
function begin({ access }: StoredSession, { id, _links: { module_statuses, testmoments } }: User): true {
  const isGood = access !== null && timeLeft(access, Date.now()) > 0
  if (!isGood) preload(template(FRAME.student))
  if (!module_statuses || !testmoments || !WITH_LISTS.test(location.pathname)) return true
  const lists = [module_statuses.href, testmoments.href]
  if (navigator.serviceWorker?.controller) askEarly(lists, KEPT_FOR, String(id))
  else if (isGood) askEarly(lists, 'authorization', `Bearer ${access.token}`)
  return true
}

/** Fetches the code that its visitor needs beyond the first bundle, before that bundle asks for it. */
function preload(frame: Element | null): void {
  for (const href of frame?.getAttribute(FRAME.code)?.split(' ') ?? []) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.fetchPriority = 'low'
    link.href = href
    document.head.append(link)
  }
}

/**
 * The first time that a browser is asked for a zone's time it reads its tables, for as long as an eighth of all the app's own
 * work: done once this is painted, while the script is on its way and nobody waits for it.
 */
const knowTheZone = () => new Intl.DateTimeFormat('en-US', { timeZone: 'Europe/Amsterdam' }).format()

function template(id: string): HTMLTemplateElement | null {
  const found = document.getElementById(id)
  return found instanceof HTMLTemplateElement ? found : null
}

try {
  standInForStorage()
  pickFrame()
} catch {
  // Whatever is kept and cannot be read: the waiting page stands.
}

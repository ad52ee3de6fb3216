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
 * Inlined in index.html, and runs before the first paint: shows what the app is going to show, judging by this device's
 * storage. In doubt the waiting page stays.
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

/** An answer of the school's login in the address needs another page: a message, or one without a form. */
function drawLogin(shown: HTMLElement): boolean {
  const drawn = template(FRAME.login)
  const leadsElsewhere = drawn?.getAttribute(FRAME.elsewhere)?.split(' ').some(isAt)
  if (!drawn || leadsElsewhere || /^#school-/.test(location.hash) || !hasUsualOptions()) return false
  preload(drawn)
  shown.append(drawn.content.cloneNode(true))
  if (!knowsPasskeys()) shown.querySelector('form ~ button')?.remove()
  // Without the app, the browser would put the typed text into the address.
  shown.addEventListener('submit', (event) => {
    event.preventDefault()
    shown.setAttribute(FRAME.sent, '')
  })
  return true
}

const isAt = (path: string): boolean => `${location.pathname}/`.startsWith(`${path}/`)

/** Inert: the app replaces it within a second. */
function drawStudent(shown: HTMLElement, user: User): boolean {
  const drawn = template(FRAME.student)
  const path = location.pathname === '/' ? '/student/modules' : location.pathname
  const heading = JSON.parse(drawn?.getAttribute(FRAME.headings) ?? '{}')[path]
  if (!drawn || !heading || appStateOf(user) !== 'student') return false
  shown.append(drawn.content.cloneNode(true))
  shown.inert = true
  const texts = document.createTreeWalker(shown, NodeFilter.SHOW_TEXT)
  while (texts.nextNode())
    if (texts.currentNode.nodeValue === NAME)
      texts.currentNode.nodeValue = `${user.first_name} ${user.last_name}`.trim()
  if (path === '/student/modules') {
    drawNextTest(shown, user)
    return true
  }
  // Another screen of the student: the same frame, with a skeleton of its content.
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

/** Draws the next test that this device keeps for this user; without one the skeleton stays. */
function drawNextTest(shown: HTMLElement, { id }: User): void {
  const kept = keptCard(id, Date.now())
  if (!kept) return
  const place = shown.querySelector(NEXT_TEST)
  place?.replaceChildren(draw(kept.drawn))
  place?.removeAttribute('data-shape')
  place?.toggleAttribute(FRAME.older, Date.now() >= kept.isExactUntil)
}

/** Screens of a student that show their two lists. */
const WITH_LISTS = /^\/(student\/(modules|testmoments))?$/

/**
 * Requests the lists that the screen is going to show while its script loads: from the worker's cache, else from the server. A
 * token that must be refreshed first is left to the app, whose code for that is preloaded here.
 */
function begin({ access }: StoredSession, { id, _links: { module_statuses, testmoments } }: User): true {
  const isGood = access !== null && timeLeft(access, Date.now()) > 0
  if (!isGood) preload(template(FRAME.student))
  if (!module_statuses || !testmoments || !WITH_LISTS.test(location.pathname)) return true
  const lists = [module_statuses.href, testmoments.href]
  if (navigator.serviceWorker?.controller) {
    askEarly(lists, KEPT_FOR, String(id))
    preload(template(FRAME.student), FRAME.kept)
  } else if (isGood) askEarly(lists, 'authorization', `Bearer ${access.token}`)
  return true
}

/** Preloads files that this page needs beyond the first bundle, before that bundle asks for them. */
function preload(frame: Element | null, files: string = FRAME.code): void {
  for (const href of frame?.getAttribute(files)?.split(' ') ?? []) {
    const link = document.createElement('link')
    const isStyle = href.endsWith('.css')
    link.rel = isStyle ? 'preload' : 'modulepreload'
    if (isStyle) link.as = 'style'
    // As the app asks for them, or they would be fetched twice.
    link.crossOrigin = ''
    link.fetchPriority = 'low'
    link.href = href
    document.head.append(link)
  }
}

function template(id: string): HTMLTemplateElement | null {
  const found = document.getElementById(id)
  return found instanceof HTMLTemplateElement ? found : null
}

try {
  standInForStorage()
  pickFrame()
} catch {
  // Storage that cannot be read: the waiting page stays.
}

import { expect, onTestFinished, test, vi } from 'vitest'
import { goTo, type OpenWindow } from '#sw/push/handle-pushes.ts'

const HREF = '/student/testmoments?moment=12'

interface Behaviour {
  focused?: boolean
  visible?: boolean
  answers?: boolean
  mayFocus?: boolean
}

/** A window of the app, and what was done to it. */
function windowOf({ focused = false, visible = false, answers = true, mayFocus = true }: Behaviour = {}) {
  const done: string[] = []
  const window: OpenWindow = {
    focused,
    visibilityState: visible ? 'visible' : 'hidden',
    focus: async () => {
      // It takes a while until a window is in front.
      await null
      if (!mayFocus) throw new DOMException('not allowed', 'InvalidAccessError')
      done.push('focused')
      throw new Error('what it gives is of no use here')
    },
    navigate: async (url: string | URL) => {
      done.push(`navigated to ${url}`)
      return null
    },
    postMessage: (message: { href: string }, ports?: unknown) => {
      done.push(`told ${message.href}`)
      if (answers && Array.isArray(ports)) ports[0].postMessage(true)
    },
  }
  return { window, done }
}

async function tapped(...open: { window: OpenWindow }[]) {
  const opened: string[] = []
  await goTo(HREF, {
    list: async () => open.map(({ window }) => window),
    open: async (href) => opened.push(href),
  })
  return opened
}

test('with no window the app is opened there', async () => {
  expect(await tapped()).toEqual([HREF])
})

test('an open window is brought to the front and goes there by itself, and no other is opened', async () => {
  const only = windowOf()
  expect(await tapped(only)).toEqual([])
  expect(only.done).toEqual(['focused', `told ${HREF}`])
})

test('chooses the window that has the focus, else a visible one', async () => {
  const [hidden, seen, focused] = [windowOf(), windowOf({ visible: true }), windowOf({ focused: true })]
  expect(await tapped(hidden, seen, focused)).toEqual([])
  expect([hidden.done, seen.done, focused.done]).toEqual([[], [], ['focused', `told ${HREF}`]])
  expect(await tapped(hidden, seen)).toEqual([])
  expect(seen.done).toContain('focused')
})

test('a window that may not be brought to the front goes there all the same', async () => {
  const behind = windowOf({ mayFocus: false })
  expect(await tapped(behind)).toEqual([])
  expect(behind.done).toEqual([`told ${HREF}`])
})

test('a window that does not answer, as one that is starting, is led there', async () => {
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const starting = windowOf({ answers: false })
  const tap = tapped(starting)
  await vi.advanceTimersByTimeAsync(999)
  expect(starting.done).toEqual(['focused', `told ${HREF}`])
  await vi.advanceTimersByTimeAsync(1)
  expect(await tap).toEqual([])
  expect(starting.done).toEqual(['focused', `told ${HREF}`, `navigated to ${HREF}`])
})

import type { PushOpened } from '#sw/messages.ts'

/** Longest wait (ms) for an answer: a window that is starting does not receive messages yet. */
const ANSWER_WITHIN_MS = 1_000

export type OpenWindow = Pick<WindowClient, 'focused' | 'visibilityState' | 'focus' | 'navigate' | 'postMessage'>

export interface Windows {
  list(): Promise<readonly OpenWindow[]>
  open(href: string): Promise<unknown>
}

/**
 * Brings the user to a screen: in an open window by its own router, so that no form is lost without a question. A window is
 * opened only if there is none: never a second one.
 */
export async function goTo(href: string, windows: Windows): Promise<void> {
  const open = await windows.list()
  const window = open.find(({ focused }) => focused) ?? open.find(isVisible) ?? open[0]
  if (!window) {
    await windows.open(href)
    return
  }
  // A browser that refuses this may already have it in front.
  await window.focus().catch(() => undefined)
  if (await isTaken(window, href)) return
  await window.navigate(href).catch(() => undefined)
}

const isVisible = ({ visibilityState }: OpenWindow): boolean => visibilityState === 'visible'

function isTaken(window: OpenWindow, href: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  return new Promise<boolean>((resolve) => {
    const timer = setTimeout(resolve, ANSWER_WITHIN_MS, false)
    port1.onmessage = () => {
      clearTimeout(timer)
      resolve(true)
    }
    window.postMessage({ type: 'push.opened', href } satisfies PushOpened, [port2])
  }).finally(() => port1.close())
}

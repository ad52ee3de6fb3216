import { act, createElement, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { vi } from 'vitest'

/** Part of a page that React asks for where nothing is rendered into it. */
function emptyPage() {
  class Frame {}
  const window = { HTMLIFrameElement: Frame, event: undefined }
  const document = {
    nodeType: 9,
    activeElement: null,
    body: null,
    defaultView: window,
    addEventListener: () => undefined,
  }
  const place = { nodeType: 1, tagName: 'DIV', namespaceURI: 'http://www.w3.org/1999/xhtml', ownerDocument: document }
  return { window, document, place: { ...place, textContent: '', addEventListener: () => undefined } }
}

interface RunningHook<Given, Result> {
  /** Result that the hook returned last. */
  now: () => Result
  /** Renders it again, with something else. */
  give: (given: Given) => Promise<void>
  /** Does what a person does, and waits for all that follows at once. */
  does: (work: (now: Result) => unknown) => Promise<void>
  /** The screen is left. */
  leave: () => Promise<void>
}

/**
 * Runs a hook as a screen does, without a browser. `around` renders the providers that it needs. Call `vi.unstubAllGlobals`
 * when all are left.
 */
export async function runHook<Given, Result>(
  use: (given: Given) => Result,
  given: Given,
  around: (screen: ReactNode) => ReactNode = (screen) => screen,
): Promise<RunningHook<Given, Result>> {
  const { window, document, place } = emptyPage()
  vi.stubGlobal('window', window)
  vi.stubGlobal('document', document)
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  let last: { result: Result } | undefined
  const Screen = ({ given }: { given: Given }) => {
    last = { result: use(given) }
    return null
  }
  const root = createRoot(place as unknown as Element)
  const now = () => {
    if (!last) throw new Error('The hook was not run')
    return last.result
  }
  const give = (given: Given) => act(async () => root.render(around(createElement(Screen, { given }))))
  await give(given)
  return {
    now,
    give,
    does: (work) =>
      act(async () => {
        await work(now())
      }),
    leave: () => act(async () => root.unmount()),
  }
}

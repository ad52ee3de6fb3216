import type { BrowserContext, Page } from '@playwright/test'

/** From here on every page counts how often React calls the component around each element that `selectors` finds. */
export const countRenders = (context: BrowserContext, selectors: readonly string[]): Promise<unknown> =>
  context.addInitScript(count, selectors)

/** Largest number of calls of any one element's component since the page was loaded, by selector. */
export const rendersOf = (page: Page): Promise<Record<string, number>> => page.evaluate(() => window.renders ?? {})

/** The most elements that the app put on the page at once: drawing them is the longest task that it has of its own. */
export const mostDrawnAtOnce = (page: Page): Promise<number> => page.evaluate(() => window.mostDrawn ?? 0)

declare global {
  interface Window {
    renders?: Record<string, number>
    mostDrawn?: number
    __REACT_DEVTOOLS_GLOBAL_HOOK__?: object
  }
}

/** React's record of a component or an element. React keeps two of each, which take turns to be the current one. */
interface Fiber {
  flags: number
  stateNode: unknown
  type: unknown
  return: Fiber | null
  child: Fiber | null
  sibling: Fiber | null
}

/** Runs in the page, before any of its own code. React shows each commit to its developer tools, in a build as well. */
function count(selectors: readonly string[]): void {
  /** React's flag for a component that was called. It stays on a fiber that the next commits leave alone. */
  const CALLED = 1
  const renders: Record<string, number> = {}
  const calls = new WeakMap<Element, number>()
  const shown = new WeakMap<object, ReadonlySet<Fiber>>()

  const fibersIn = (fiber: Fiber | null, found = new Set<Fiber>()): Set<Fiber> => {
    for (let at = fiber; at; at = at.sibling) {
      found.add(at)
      fibersIn(at.child, found)
    }
    return found
  }
  const componentAround = (fiber: Fiber): Fiber | null => {
    let above = fiber.return
    while (above && typeof above.type !== 'function') above = above.return
    return above
  }
  const onCommitFiberRoot = (_: number, root: { current: Fiber }) => {
    const fibers = fibersIn(root.current)
    for (const fiber of fibers) {
      const element = fiber.stateNode
      const selector = element instanceof Element && selectors.find((each) => element.matches(each))
      const component = selector && componentAround(fiber)
      if (!component || !(component.flags & CALLED) || shown.get(root)?.has(component)) continue
      const times = (calls.get(element) ?? 0) + 1
      calls.set(element, times)
      renders[selector] = Math.max(renders[selector] ?? 0, times)
    }
    shown.set(root, fibers)
  }
  window.renders = renders
  window.mostDrawn = 0
  // Called once for each time that React writes to the page, with all that it wrote.
  new MutationObserver((changes) => {
    const drawn = changes.flatMap(({ addedNodes }) =>
      [...addedNodes].flatMap((node) =>
        node instanceof Element && node.closest('#root > *') ? [node, ...node.querySelectorAll('*')] : [],
      ),
    )
    window.mostDrawn = Math.max(window.mostDrawn ?? 0, new Set(drawn).size)
  }).observe(document, { childList: true, subtree: true })
  window.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
    supportsFiber: true,
    inject: () => 1,
    checkDCE: () => undefined,
    onCommitFiberUnmount: () => undefined,
    onPostCommitFiberRoot: () => undefined,
    onCommitFiberRoot,
  }
}

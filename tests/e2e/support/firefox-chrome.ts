import type { Firefox } from './firefox.ts'

/**
 * Finds Firefox's own windows, outside of pages, which its `moz:scope` opens to tests. They are found by their
 * address, such as 'browser.xhtml' or 'alert.xhtml'.
 */
export async function chromeWindows(firefox: Firefox, address: string): Promise<string[]> {
  // Firefox's own parameter, which the standard does not know.
  const scope: { maxDepth: number } & Record<'moz:scope', string> = { maxDepth: 0, 'moz:scope': 'chrome' }
  const { result } = await firefox.connection.send('browsingContext.getTree', scope)
  return result.contexts.filter(({ url }) => url.includes(address)).map(({ context }) => context)
}

/** Runs a line in such a window and returns the resulting text; rejects if it throws. */
export async function runInWindow(firefox: Firefox, context: string, expression: string): Promise<string> {
  const { result } = await firefox.connection.send('script.evaluate', {
    expression: `String(${expression})`,
    target: { context },
    awaitPromise: true,
  })
  if (result.type === 'exception') throw new Error(result.exceptionDetails.text)
  return result.result.type === 'string' ? result.result.value : ''
}

/** The network goes, as in a tunnel: pages get the event, and nothing answers any more. */
export async function goOffline(firefox: Firefox): Promise<void> {
  const [window] = await chromeWindows(firefox, 'browser.xhtml')
  if (window === undefined) throw new Error('no window')
  // a connection that was kept open would still reach the server
  const drop = "Services.obs.notifyObservers(null, 'net:prune-all-connections')"
  for (const act of ['Services.io.offline = true', drop]) await runInWindow(firefox, window, act)
}

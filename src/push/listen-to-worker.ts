import { isMessage, type PushOpened, type PushReceived } from '#sw/messages.ts'

/** Hears what the worker tells of pushes. Returns how to stop. */
export function listenToWorker(
  worker: EventTarget,
  { onNews, goTo }: { onNews: () => void; goTo: (href: string) => void },
): () => void {
  const listening = new AbortController()
  const hear = (event: Event) => {
    if (!(event instanceof MessageEvent)) return
    const { data, ports } = event
    if (isMessage<PushReceived>(data, 'push.received')) onNews()
    if (!isMessage<PushOpened>(data, 'push.opened')) return
    ports[0]?.postMessage(true)
    goTo(data.href)
  }
  worker.addEventListener('message', hear, { signal: listening.signal })
  return () => listening.abort()
}

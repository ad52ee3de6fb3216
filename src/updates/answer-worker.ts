import { isMessage, type WorkerLeaves } from '#sw/messages.ts'

/** Tells a worker that ends the app's offline life whether somebody is at work in this window. */
export function answerWorker(workers: ServiceWorkerContainer, isInUse: () => boolean): void {
  workers.addEventListener('message', ({ data, ports }) => {
    if (isMessage<WorkerLeaves>(data, 'worker.leaves')) ports[0]?.postMessage(isInUse())
  })
}

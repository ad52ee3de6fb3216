import type { AppRouter } from './router.ts'

/** Fetches what the screen shows once more, after it has come to stand. */
export async function refetch(router: AppRouter): Promise<void> {
  if (router.state.status === 'pending') await resolved(router)
  await router.invalidate({ sync: true })
}

const resolved = (router: AppRouter) =>
  new Promise<void>((resolve) => {
    const stop = router.subscribe('onResolved', () => {
      stop()
      resolve()
    })
  })

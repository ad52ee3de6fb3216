import { DOMAIN } from '#database/demo/people.ts'
import type { Firefox } from './firefox.ts'
import { logIn } from './firefox-page.ts'

/** A teacher at work in a window that shares nothing with the student's. */
export async function openDesk(firefox: Firefox, url: string) {
  const desk = await (await firefox.createBrowserContext()).newPage()
  await logIn(desk, `${url}/admin/testmoments`, `docent@${DOMAIN}`)
  const switchOf = (moment: string, checked: boolean) =>
    desk.locator(
      `[role="switch"][aria-label="Inschrijvingen actief voor ${moment}"][aria-checked="${checked}"]:not([aria-busy])`,
    )
  return {
    /** Presses the moment's switch, and waits until the server said that it holds. */
    turn: async (moment: string, to: 'on' | 'off') => {
      await switchOf(moment, to === 'off').click()
      await switchOf(moment, to === 'on').wait()
    },
  }
}

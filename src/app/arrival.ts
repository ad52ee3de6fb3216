import type { SchoolLoginFailure } from '#domain/logins/login.texts.ts'
import type { SchoolFailure } from '#src/session/session.context.ts'

interface Arrival {
  /** code to exchange for a login, once and within a minute */
  schoolCode: string | null
  failure: SchoolFailure | null
}

/** Format of the server's code; anybody can write an address, so no other text from it is ever shown. */
const BARRED_CODE = /^[A-Z0-9]{4}-[A-Z0-9]{4}$/

/**
 * Reads the answer of the school's login from the address, and removes it before the router, a bookmark or somebody looking on
 * finds it there.
 */
function takeArrival({ location, history }: Pick<Window, 'location' | 'history'>): Arrival {
  // The answer to a window that confirms the user's identity again is not a login: that page reads it itself.
  if (location.pathname === '/stepped-up') return { schoolCode: null, failure: null }
  const answer = new URLSearchParams(location.hash.slice(1))
  const [schoolCode, failure, code] = [answer.get('school-code'), answer.get('school-error'), answer.get('code')]
  if (schoolCode === null && failure === null) return { schoolCode, failure }
  history.replaceState(history.state, '', wantedPath(location))
  if (failure === null) return { schoolCode, failure }
  // A code unknown to this version gets the sentence of another.
  const school = failure as SchoolLoginFailure
  return { schoolCode: null, failure: { school, code: code && BARRED_CODE.test(code) ? code : null } }
}

/** After a failed login, the address also names the page that it should lead to: trying again leads there too. */
function wantedPath({ pathname, search }: Location): string {
  if (pathname !== '/login') return pathname + search
  const path = new URLSearchParams(search).get('return') ?? ''
  return OWN_PATH.test(path) ? path : '/'
}

/** No second slash leads to another host, also not one behind the signs that browsers skip in an address. */
const OWN_PATH = /^\/(?![/\\\t\n\r])/

export const arrival: Arrival = takeArrival(window)

import type { SchoolLoginFailure } from '#domain/logins/login.texts.ts'
import type { SchoolFailure } from '#src/session/session.context.ts'

interface Arrival {
  /** code for which a login is given, once and within a minute */
  schoolCode: string | null
  failure: SchoolFailure | null
}

/** Form in which the server writes it; anybody can write an address, so no other text of it is ever shown. */
const BARRED_CODE = /^[A-Z0-9]{4}-[A-Z0-9]{4}$/

/**
 * With what the school's login led back here, taken out of the address before the router, a bookmark or a look over
 * somebody's shoulder finds it there.
 */
function takeArrival({ location, history }: Pick<Window, 'location' | 'history'>): Arrival {
  // The answer to a window in which somebody proves again who they are is no login: that page reads it itself.
  if (location.pathname === '/stepped-up') return { schoolCode: null, failure: null }
  const answer = new URLSearchParams(location.hash.slice(1))
  const [schoolCode, failure, code] = [answer.get('school-code'), answer.get('school-error'), answer.get('code')]
  if (schoolCode === null && failure === null) return { schoolCode, failure }
  history.replaceState(history.state, '', wantedPath(location))
  if (failure === null) return { schoolCode, failure }
  // A word that this version has no sentence for gets another's.
  const school = failure as SchoolLoginFailure
  return { schoolCode: null, failure: { school, code: code && BARRED_CODE.test(code) ? code : null } }
}

/** Where a login went wrong, the address also says where it would have led: trying again leads there too. */
function wantedPath({ pathname, search, origin }: Location): string {
  if (pathname !== '/login') return pathname + search
  const path = new URLSearchParams(search).get('return') ?? ''
  const isOwn = path.startsWith('/') && URL.canParse(path, origin) && new URL(path, origin).origin === origin
  return isOwn ? path : '/'
}

export const arrival: Arrival = takeArrival(window)

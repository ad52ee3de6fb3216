type ScreenPart = 'loader' | 'component' | 'pendingComponent' | 'errorComponent' | 'notFoundComponent'

const VIEW: ScreenPart[] = ['component', 'pendingComponent', 'errorComponent', 'notFoundComponent']

/** Screens of administrators, and those that students rarely open: what these load is theirs alone. */
const WITH_LOADER = /^\/((admin|schoolyear|education-department|user|settings)\/|student\/completed-modules)/

/**
 * What leaves the first bundle, by route; the parts of a list travel together. Not the screen that most people come for:
 * it could only be asked for once the bundle had run. Screens that students rarely or never open leave with
 * their loaders: none of an administrator's code is ever downloaded by a student.
 */
export function screenParts(routeId: string): ScreenPart[][] {
  if (routeId === '/student/modules') return []
  return WITH_LOADER.test(routeId) ? [['loader', ...VIEW]] : [VIEW]
}

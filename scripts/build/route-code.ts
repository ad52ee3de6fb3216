/**
 * Decides which bundle holds the code of a route. A bundle knows only the addresses that its reader may need: the other
 * addresses, with their guards and file names, would add three kilobytes to everybody's first visit. So the router's plugin
 * writes a tree for each kind of reader, and src/app/ loads the larger trees when they are needed.
 */

/** Files or folders in src/routes, by role; those in no list are for everybody. */
const NEWCOMERS = 'onboarding|activate|password-change|second-factor|password-reset\\.tsx|register\\.tsx'
/** Roles whose code a student never needs: a line for each, with the folder of their screens in src. */
const STAFF = [{ screens: 'admin', routes: 'admin|schoolyear|education-department|user' }]

const STAFF_ROUTES = STAFF.map(({ routes }) => routes).join('|')
const STAFF_SCREENS = STAFF.map(({ screens }) => screens).join('|')

/** Routes that each tree leaves out. */
export const SMALLER_TREES = [
  { tree: 'src/routeTree.students.gen.ts', without: `^(${STAFF_ROUTES}|${NEWCOMERS})$` },
  { tree: 'src/routeTree.newcomers.gen.ts', without: `^(${STAFF_ROUTES})$` },
] as const

/** Code that is never sent to students and that their devices do not cache. */
export const STAFF_CODE = new RegExp(`/src/((${STAFF_SCREENS})|routes/(${STAFF_ROUTES}))/`)

type ScreenPart = 'loader' | 'component' | 'pendingComponent' | 'errorComponent' | 'notFoundComponent'

const VIEW: ScreenPart[] = ['component', 'pendingComponent', 'errorComponent', 'notFoundComponent']
/** Parts of a view without its skeleton, which is loaded earlier. */
const WITHOUT_SKELETON = VIEW.filter((part) => part !== 'pendingComponent')

const OF_STAFF = new RegExp(`^/(${STAFF_ROUTES})/`)

/** Screens of staff, and screens that students rarely open: only they use their loaders, so the loaders move with them. */
const WITH_LOADER = new RegExp(`^/((${STAFF_ROUTES}|settings)/|student/(completed-modules|history|messages))`)

/**
 * Parts of a route that are split from the first bundle; each list becomes one file. The screen that most people come for
 * stays in: its own file could be requested only after the bundle had run. Screens that students rarely or never open are
 * split with their loaders, so that a student never downloads an administrator's code. Skeletons of staff screens stay with
 * the routes; the skeleton of a student's other list is fetched soon after the first screen (vite.config.ts).
 */
export function screenParts(routeId: string): ScreenPart[][] {
  if (routeId === '/student/modules') return []
  if (routeId === '/student/testmoments') return [WITHOUT_SKELETON, ['pendingComponent']]
  if (OF_STAFF.test(routeId)) return [['loader', ...WITHOUT_SKELETON]]
  return WITH_LOADER.test(routeId) ? [['loader', ...VIEW]] : [VIEW]
}

/**
 * Which of the routes' code goes where. A bundle knows only the addresses that its reader may need: those of the others,
 * with their guards and file names, would be three kilobytes of everybody's first visit. So the router's plugin writes a
 * tree for each kind of reader, and src/app/ loads the larger ones when they are needed.
 */

/** Names of files or folders in src/routes, by role; those that are in no list belong to everybody. */
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

/** Code that no student is ever sent, and that their devices do not keep. */
export const STAFF_CODE = new RegExp(`/src/((${STAFF_SCREENS})|routes/(${STAFF_ROUTES}))/`)

type ScreenPart = 'loader' | 'component' | 'pendingComponent' | 'errorComponent' | 'notFoundComponent'

const VIEW: ScreenPart[] = ['component', 'pendingComponent', 'errorComponent', 'notFoundComponent']
/** The skeleton of a screen does not come with it. */
const WITHOUT_SKELETON = VIEW.filter((part) => part !== 'pendingComponent')

const OF_STAFF = new RegExp(`^/(${STAFF_ROUTES})/`)

/** Screens of staff, and those that students rarely open: what these load is theirs alone. */
const WITH_LOADER = new RegExp(`^/((${STAFF_ROUTES}|settings)/|student/(completed-modules|history|messages))`)

/**
 * Parts that leave the first bundle, by route; the parts of a list travel together. The screen that most people come
 * for stays: it could only be requested once the bundle had run. Screens that students rarely or never open leave with
 * their loaders: none of an administrator's code is ever downloaded by a student. Staff have the skeletons of screens
 * with their addresses; that of a student's other list comes soon after the first screen (vite.config.ts).
 */
export function screenParts(routeId: string): ScreenPart[][] {
  if (routeId === '/student/modules') return []
  if (routeId === '/student/testmoments') return [WITHOUT_SKELETON, ['pendingComponent']]
  if (OF_STAFF.test(routeId)) return [['loader', ...WITHOUT_SKELETON]]
  return WITH_LOADER.test(routeId) ? [['loader', ...VIEW]] : [VIEW]
}

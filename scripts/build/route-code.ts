/**
 * Which of the routes' code goes where. A bundle knows only the addresses that its reader may need: those of the others,
 * with their guards and file names, would be three kilobytes of everybody's first visit. So the router's plugin writes a
 * tree for each kind of reader, and src/app/ loads the larger ones when they are needed.
 */

/** By the name of a file or folder in src/routes. */
const ADMINISTRATORS = 'admin|schoolyear|education-department|user'
const NEWCOMERS = 'onboarding|activate|password-change|password-reset\\.tsx|register\\.tsx'

/** What to leave out of each tree. */
export const SMALLER_TREES = [
  { tree: 'src/routeTree.students.gen.ts', without: `^(${ADMINISTRATORS}|${NEWCOMERS})$` },
  { tree: 'src/routeTree.newcomers.gen.ts', without: `^(${ADMINISTRATORS})$` },
] as const

type ScreenPart = 'loader' | 'component' | 'pendingComponent' | 'errorComponent' | 'notFoundComponent'

const VIEW: ScreenPart[] = ['component', 'pendingComponent', 'errorComponent', 'notFoundComponent']

/** Screens of administrators, and those that students rarely open: what these load is theirs alone. */
const WITH_LOADER = new RegExp(`^/((${ADMINISTRATORS}|settings)/|student/completed-modules)`)

/**
 * What leaves the first bundle, by route; the parts of a list travel together. Not the screen that most people come for:
 * it could only be asked for once the bundle had run. Screens that students rarely or never open leave with
 * their loaders: none of an administrator's code is ever downloaded by a student.
 */
export function screenParts(routeId: string): ScreenPart[][] {
  if (routeId === '/student/modules') return []
  return WITH_LOADER.test(routeId) ? [['loader', ...VIEW]] : [VIEW]
}

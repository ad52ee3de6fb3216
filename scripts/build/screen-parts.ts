type ScreenPart = 'loader' | 'component' | 'pendingComponent' | 'errorComponent' | 'notFoundComponent'

const VIEW: ScreenPart[] = ['component', 'pendingComponent', 'errorComponent', 'notFoundComponent']

/**
 * What leaves the first bundle, by route; the parts of a list travel together. Not the screen that most people come for:
 * it could only be asked for once the bundle had run. An administrator's screens leave with their loaders, since a
 * student never downloads any of their code.
 */
export function screenParts(routeId: string): ScreenPart[][] {
  if (routeId === '/student/modules') return []
  return routeId.startsWith('/admin/') ? [['loader', ...VIEW]] : [VIEW]
}

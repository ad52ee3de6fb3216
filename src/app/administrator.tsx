/**
 * Adds administrators' routes to those that everybody has: a student's bundle is built without them. The whole tree comes
 * after any part of it, since the last that was read counts, also for whoever logs in next.
 */
import './newcomer-routes.ts'
import '#src/routeTree.gen.ts'

export { LoggedIn as Administrator } from './logged-in.tsx'

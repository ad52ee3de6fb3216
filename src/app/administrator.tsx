/** Adds administrators' routes to those that everybody has: a student's bundle is built without them. */
import '#src/routeTree.gen.ts'

export { LoggedIn as Administrator } from './logged-in.tsx'

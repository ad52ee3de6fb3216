import { ListSkeleton } from '#src/parts/list-page/list-page.tsx'
import { only } from '../-guards.ts'

/** Guard of a teacher's screen, and what it shows until its data are there. */
export const adminScreen = { beforeLoad: only('admin'), pendingComponent: ListSkeleton }

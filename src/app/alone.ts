import { type AsyncRouteComponent, lazyRouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'

/** Part of the app, which may have a file of its own. */
export type AppPart<Props> = ComponentType<Props> & Partial<Pick<AsyncRouteComponent<Props>, 'preload'>>

/** Pages that work the same no matter who is logged in, and need no session. */
export const alone: Partial<Record<string, AppPart<object>>> = {
  // For people without an account.
  '/invigilator': lazyRouteComponent(() => import('#src/invigilator/invigilator-page.tsx'), 'InvigilatorPage'),
  // In its own window, to which the school's login returns.
  '/stepped-up': lazyRouteComponent(() => import('#src/session/stepped-up-page.tsx'), 'SteppedUpPage'),
}

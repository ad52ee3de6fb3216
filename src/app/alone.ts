import { lazyRouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'

/** Pages that work the same no matter who is logged in, and need no session. */
export const alone: Partial<Record<string, ComponentType>> = {
  // For people without an account.
  '/invigilator': lazyRouteComponent(() => import('#src/invigilator/invigilator-page.tsx'), 'InvigilatorPage'),
  // In its own window, to which the school's login returns.
  '/stepped-up': lazyRouteComponent(() => import('#src/session/stepped-up-page.tsx'), 'SteppedUpPage'),
}

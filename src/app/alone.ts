import { lazyRouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'

/** Pages that make no difference of who is logged in here, if anybody is, nor have a session's troubles. */
export const alone: Partial<Record<string, ComponentType>> = {
  // For who has no account.
  '/invigilator': lazyRouteComponent(() => import('#src/invigilator/invigilator-page.tsx'), 'InvigilatorPage'),
  // In a window of its own, to which the school leads back.
  '/stepped-up': lazyRouteComponent(() => import('#src/session/stepped-up-page.tsx'), 'SteppedUpPage'),
}

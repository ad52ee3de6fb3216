import { createRootRouteWithContext } from '@tanstack/react-router'
import type { RouterContext } from './-guards.ts'

export const Route = createRootRouteWithContext<RouterContext>()()

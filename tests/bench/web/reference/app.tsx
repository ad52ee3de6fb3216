import { createRootRoute, createRoute, createRouter, Link, Outlet, RouterProvider } from '@tanstack/react-router'
import { useMachine } from '@xstate/react'
import { createRoot } from 'react-dom/client'
import { assign, setup } from 'xstate'

/** React, the router and XState alone: the least that an app of this stack sends, with one screen of each. */
const counting = setup({
  types: { context: {} as { count: number }, events: {} as { type: 'counted' } },
}).createMachine({
  context: { count: 0 },
  on: { counted: { actions: assign({ count: ({ context }) => context.count + 1 }) } },
})

function Screen() {
  const [state, send] = useMachine(counting)
  return (
    <button type="button" onClick={() => send({ type: 'counted' })}>
      {state.context.count}
    </button>
  )
}

const root = createRootRoute({ component: Outlet })
const home = createRoute({ getParentRoute: () => root, path: '/', component: () => <Link to="/screen">Screen</Link> })
const screen = createRoute({ getParentRoute: () => root, path: '/screen', component: Screen })
const router = createRouter({ routeTree: root.addChildren([home, screen]) })

createRoot(document.body).render(<RouterProvider router={router} />)

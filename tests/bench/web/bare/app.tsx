import { createRootRoute, createRoute, createRouter, Link, Outlet, RouterProvider } from '@tanstack/react-router'
import { useMachine } from '@xstate/react'
import { createRoot } from 'react-dom/client'
import { assign, setup } from 'xstate'
import type { ListReply } from '#contract/endpoint.ts'
import type { ModuleStatus, Testmoment } from '#domain/enrollments/enrollment.schema.ts'
import { BARE_SESSION, type BareSession } from './bare-session.ts'

/** The same lists and cards as a student's first screen, with nothing else: the least time that an app of this stack takes. */
const { token, statuses, testmoments }: BareSession = JSON.parse(localStorage.getItem(BARE_SESSION) ?? '')

async function read<Row>(href: string): Promise<readonly Row[]> {
  const answer = await fetch(href, { headers: { authorization: `Bearer ${token}` } })
  const { entities }: ListReply<Row> = await answer.json()
  return entities
}

const choosing = setup({
  types: { context: {} as { chosen: number | null }, events: {} as { type: 'chosen'; id: number } },
}).createMachine({
  context: { chosen: null },
  on: { chosen: { actions: assign({ chosen: ({ event }) => event.id }) } },
})

const day = new Intl.DateTimeFormat('nl-NL', { weekday: 'short', day: 'numeric', month: 'short' })

const root = createRootRoute({
  component: () => (
    <>
      <header>
        <h1>Modules</h1>
        <nav>
          <Link to="/student/modules">Modules</Link>
        </nav>
      </header>
      <main>
        <Outlet />
      </main>
    </>
  ),
})
const modules = createRoute({
  getParentRoute: () => root,
  path: '/student/modules',
  loader: () => Promise.all([read<ModuleStatus>(statuses), read<Testmoment>(testmoments)]),
  component: Modules,
})

function Modules() {
  const [rows, moments]: [readonly ModuleStatus[], readonly Testmoment[]] = modules.useLoaderData()
  const [state, send] = useMachine(choosing)
  return (
    <>
      <h2>Nu te kiezen</h2>
      <ul>
        {moments.map(({ id, date, location }) => (
          <li key={id}>
            {day.format(new Date(date))} {location}
          </li>
        ))}
      </ul>
      <h2>Jouw modules</h2>
      <ul>
        {rows.map(({ module, enrollments }) => (
          <li key={module.id}>
            <article>
              <h3>{module.name}</h3>
              <p>{module.description}</p>
              <p>{Object.keys(enrollments).length > 0 ? 'Ingeschreven' : 'Nog niet ingeschreven'}</p>
              <button type="button" onClick={() => send({ type: 'chosen', id: module.id })}>
                {state.context.chosen === module.id ? 'Gekozen' : 'Kiezen'}
              </button>
            </article>
          </li>
        ))}
      </ul>
    </>
  )
}

const router = createRouter({ routeTree: root.addChildren([modules]) })
const place = document.getElementById('root')
if (place) createRoot(place).render(<RouterProvider router={router} />)

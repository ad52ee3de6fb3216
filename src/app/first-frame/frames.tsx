import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createActor } from 'xstate'
import type { User } from '#domain/users/user.schema.ts'
import { LoadingScreen } from '#src/account/loading-screen.tsx'
import { LoginScreen } from '#src/account/login/login-screen.tsx'
import { createPublicApi } from '#src/api/api.ts'
import { connectionMachine } from '#src/offline/connection.machine.ts'
import { ConnectionContext } from '#src/offline/connection-view.tsx'
import { Layout } from '#src/parts/layout/layout.tsx'
import { Route as Modules } from '#src/routes/student/modules.tsx'
import { routeTree } from '#src/routeTree.newcomers.gen.ts'
import { sessionMachine } from '#src/session/session.machine.ts'
import { SessionProvider } from '#src/session/session-view.tsx'
import { Card } from '#src/ui/card.tsx'
import { Skeleton } from '#src/ui/progress.tsx'
import { alone } from '../alone.ts'
import { FRAME, NAME } from './frame.ts'

/**
 * Renders what index.html shows before the app's script arrives, from the app's own components during the build
 * (scripts/build/first-frames.ts): the waiting page, and the frames that pick-frame.ts may show instead.
 */
export async function renderFrames(): Promise<{ waiting: string; frames: string }> {
  return {
    waiting: markup(<LoadingScreen unreachable={false} />),
    frames: (await loginFrame()) + (await studentFrame()) + otherFrame(),
  }
}

const publicApi = createPublicApi('')
const nothing = () => undefined
const nobody = () => Promise.reject(new Error('Nobody is logged in'))

/** Screens by path, without those of staff. */
const { routesByPath: screens } = createRouter({
  routeTree,
  context: { api: publicApi, publicApi, user: null, lists: null, onboarding: nobody },
})

async function loginFrame(): Promise<string> {
  const screen = (
    <LoginScreen
      publicApi={publicApi}
      failure={null}
      busy={false}
      endSchoolLogin={null}
      onSubmit={nothing}
      onPasskey={nothing}
    />
  )
  return draw(FRAME.login, { [FRAME.elsewhere]: otherPages().join(' ') }, { path: '/', screen })
}

/** Paths where visitors find something else than the login page, also with a longer path. */
function otherPages(): string[] {
  const visitors = Object.keys(screens).filter((path) => !FOR_MEMBERS.test(path))
  return [...visitors.map((path) => path.replace(/\/\$.*$/, '')), ...Object.keys(alone)]
}

/** The start page, unknown addresses, and the screens for every logged-in user. */
const FOR_MEMBERS = /^\/($|\$|onboarding|settings|student)/

/** Frame of a student's screen; the picker fills in the student's name, and which screen it is. */
async function studentFrame(): Promise<string> {
  const { pendingComponent: Skeleton, staticData } = Modules.options
  if (!Skeleton) throw new Error('The screen of modules has nothing to show while it loads')
  const headings = Object.entries(screens).flatMap(([path, { options }]) => {
    const heading = options.staticData?.heading ?? options.staticData?.title
    return /^\/(settings|student)\//.test(path) && heading ? [[path, heading]] : []
  })
  return draw(
    FRAME.student,
    { [FRAME.headings]: JSON.stringify(Object.fromEntries(headings)) },
    {
      path: '/student/modules',
      staticData,
      screen: <Skeleton />,
      around: (screen) => <Layout user={someone}>{screen}</Layout>,
    },
  )
}

const CARDS = [1, 2, 3]

/** Skeleton shared by all other screens of a student: one for each would cost every user a kilobyte. */
const otherFrame = (): string =>
  markup(
    <template id={FRAME.other}>
      {CARDS.map((card) => (
        <Card key={card}>
          <Skeleton width="16ch" />
          <Skeleton width="80%" lines={2} />
          <Skeleton width="12ch" />
        </Card>
      ))}
    </template>,
  )

/** Placeholder user: only its name is shown, and the picker replaces that by the student's own. */
const someone: User = {
  id: 0,
  username: '',
  first_name: NAME,
  last_name: '',
  student_number: null,
  class_group: null,
  roles: ['ROLE_STUDENT'],
  information_checked: true,
  onboarding_step: 4,
  activated: true,
  version: 1,
  _links: {},
}

interface Place {
  path: string
  staticData?: object
  screen: ReactNode
  around?: (screen: ReactNode) => ReactNode
}

/** Renders a template of the screen at that place, with nobody logged in and an unknown server. */
async function draw(id: string, data: Record<string, string>, place: Place): Promise<string> {
  const { path, staticData, screen, around = (inner) => inner } = place
  const rootRoute = createRootRoute({ component: () => around(<Outlet />) })
  const route = createRoute({ getParentRoute: () => rootRoute, path, staticData, component: () => screen })
  const router = createRouter({
    routeTree: rootRoute.addChildren([route]),
    history: createMemoryHistory({ initialEntries: [path] }),
  })
  await router.load()
  return markup(
    <template id={id} {...data}>
      <SessionProvider actor={createActor(sessionMachine, { input: { stored: null, now: Date.now } })}>
        <ConnectionContext value={createActor(connectionMachine)}>
          <RouterProvider router={router} />
        </ConnectionContext>
      </SessionProvider>
    </template>,
  )
}

/** Removes React's preload hints: the files are loaded first anyway. */
const markup = (page: ReactNode): string => renderToStaticMarkup(page).replaceAll(/<link rel="preload"[^>]*>/g, '')

import './newcomer-routes.ts'

export { LoggedIn as Newcomer } from './logged-in.tsx'

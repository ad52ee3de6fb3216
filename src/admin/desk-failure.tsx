import { type ErrorComponentProps, type LinkProps, useMatches } from '@tanstack/react-router'
import { BackLink } from '#src/parts/list-page/kept-list.tsx'
import { LoadFailure } from '#src/parts/page-state/load-failure.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** list to go to when the record of this screen is gone */
    list?: { to: NonNullable<LinkProps['to']>; name: string }
  }
}

/** Failure of an administrator's screen: they have no teacher to ask, and lists to go back to. */
export function DeskFailure({ error }: ErrorComponentProps) {
  const list = useMatches({ select: (matches) => matches.at(-1)?.staticData.list })
  return (
    <LoadFailure error={error} helper="de beheerder van deze app">
      {list && <BackLink to={list.to}>{list.name}</BackLink>}
    </LoadFailure>
  )
}

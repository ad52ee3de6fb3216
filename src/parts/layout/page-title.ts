import { useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'

const PRODUCT = 'Wiskunde inschrijven'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** the navigation item's name: the page's heading, and the first part of the browser's title */
    title?: string
    /**
     * where the page's heading says more than that; where it names what was loaded, the route's `head` gives it, to the
     * browser's title as well
     */
    heading?: string
  }
}

/** The heading of the page that is shown; puts its title on the browser's window. */
export function usePageHeading(): string {
  const page = useMatches({
    select: (matches) => matches.findLast((match) => match.staticData.title)?.staticData,
  })
  const loaded = useMatches({
    select: (matches) => matches.at(-1)?.meta?.find((meta) => meta?.title)?.title,
  })
  useDocumentTitle(loaded ?? page?.title)
  return loaded ?? page?.heading ?? page?.title ?? PRODUCT
}

export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} – ${PRODUCT}` : PRODUCT
  }, [title])
}

/** Id of the place beside the title for what is done with the whole screen (title-tools.tsx). */
export const TITLE_TOOLS = 'title-tools'

import { useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'

const PRODUCT = 'Wiskunde inschrijven'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** name of the navigation item: the page's heading, and the first part of the browser's title */
    title?: string
    /**
     * the page's heading, where it differs from the title. A heading that names loaded data comes from the route's `head`,
     * which also sets the browser's title
     */
    heading?: string
  }
}

/** Returns the heading of the current page, and sets the browser's title. */
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

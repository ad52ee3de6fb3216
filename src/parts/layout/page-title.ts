import { useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'

const PRODUCT = 'Wiskunde inschrijven'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** the page's heading, and the first part of the browser's title */
    title?: string
  }
}

/** The title of the page that is shown; puts it on the browser's window as well. */
export function usePageTitle(): string {
  const title = useMatches({
    select: (matches) => matches.findLast((match) => match.staticData.title)?.staticData.title,
  })
  useDocumentTitle(title)
  return title ?? PRODUCT
}

export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} – ${PRODUCT}` : PRODUCT
  }, [title])
}

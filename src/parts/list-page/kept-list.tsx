import { type AnyRouter, createLink, useRouter } from '@tanstack/react-router'
import type { ComponentProps, MouseEvent } from 'react'
import type { Order } from '#src/ui/table.tsx'

/** A list as the user left it. */
interface KeptList<Page> {
  pages: readonly Page[]
  order: Order | null
  /** key of the row that had the focus */
  focused: number | undefined
}

interface Kept extends KeptList<unknown> {
  pathname: string
  /** index of its screen in the browser's history */
  index: number
}

/** Lists by entry of the history. They go with the router, which belongs to one user, when that user logs out. */
const lists = new WeakMap<AnyRouter, Map<string, Kept>>()

const listsOf = (router: AnyRouter): Map<string, Kept> => {
  const found = lists.get(router) ?? new Map<string, Kept>()
  lists.set(router, found)
  return found
}

const placeOf = ({ state: { location } }: AnyRouter) => ({
  key: `${location.state.__TSR_key ?? ''} ${location.href}`,
  index: Number(location.state.__TSR_index),
  pathname: String(location.pathname),
})

/** Keeps a list for the current history entry. `name` distinguishes it from another list on the same screen. */
export function keepList<Page>(router: AnyRouter, list: KeptList<Page>, name = ''): void {
  const { key, ...place } = placeOf(router)
  listsOf(router).set(key + name, { ...list, ...place })
}

/** The list as it was when this screen was left, for a user who returns. Its focused row gets the focus once it is rendered. */
export function keptList<Page>(router: AnyRouter, name = ''): KeptList<Page> | undefined {
  const kept = listsOf(router).get(placeOf(router).key + name)
  if (kept?.focused !== undefined) {
    const stop = router.subscribe('onRendered', () => {
      stop()
      requestAnimationFrame(() =>
        document.querySelector<HTMLElement>(`tr[data-key="${kept.focused}"] :is(a, button:not([role]))`)?.focus(),
      )
    })
  }
  // the list kept at this entry is of the same type
  return kept as KeptList<Page> | undefined
}

/** Whether the list at this path is the entry before this screen in the history: going back then restores it. */
const isListBefore = (router: AnyRouter, pathname: string): boolean =>
  [...listsOf(router).values()].some((kept) => kept.pathname === pathname && kept.index === placeOf(router).index - 1)

/** Link to the list that this screen's record is in. Goes back in the history, if possible, so that the list is as it was. */
export const BackLink = createLink(({ children, ...link }: ComponentProps<'a'>) => {
  const router = useRouter()
  const press = (event: MouseEvent<HTMLAnchorElement>) => {
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    if (!isPlain || !isListBefore(router, event.currentTarget.pathname)) return link.onClick?.(event)
    event.preventDefault()
    router.history.back()
  }
  return (
    <a {...link} {...{ onClick: press }} data-layout="inline 1 target self-start">
      <span aria-hidden="true">‹</span> {children}
    </a>
  )
})

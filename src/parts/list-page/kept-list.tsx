import { type AnyRouter, createLink, useRouter } from '@tanstack/react-router'
import type { ComponentProps, MouseEvent } from 'react'
import type { Order } from '#src/ui/table.tsx'

/** A list as it was left. */
interface KeptList<Page> {
  pages: readonly Page[]
  order: Order | null
  /** the row that had the focus */
  focused: number | undefined
}

interface Kept extends KeptList<unknown> {
  pathname: string
  /** where its screen stands in the browser's history */
  index: number
}

/** Lists by place in the history. They go with the router, which is one person's, when that person logs out. */
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

/** `name` distinguishes it from another list of the same screen. */
export function keepList<Page>(router: AnyRouter, list: KeptList<Page>, name = ''): void {
  const { key, ...place } = placeOf(router)
  listsOf(router).set(key + name, { ...list, ...place })
}

/** The list of this screen when it was left, for who comes back to it: its row gets the focus once it stands there. */
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
  // the list that was kept at this place is this one
  return kept as KeptList<Page> | undefined
}

/** The list at this path stands right before this screen in the history: going back there finds it as it was. */
const isListBefore = (router: AnyRouter, pathname: string): boolean =>
  [...listsOf(router).values()].some((kept) => kept.pathname === pathname && kept.index === placeOf(router).index - 1)

/** To the list that this screen is about one row of: as it was left, for who came from there. */
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

import { createLink, useRouter } from '@tanstack/react-router'
import type { ComponentProps, MouseEvent } from 'react'
import { isListBefore } from '#src/parts/paged-list/kept-list.ts'
import styles from './back-link.module.css'

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
    <a {...link} {...{ onClick: press }} className={styles.back}>
      <span aria-hidden="true">‹</span> {children}
    </a>
  )
})

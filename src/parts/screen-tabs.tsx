import { type ReactNode, useEffect, useRef } from 'react'
import styles from './screen-tabs.module.css'

/** Links between the parts of a screen; where their line scrolls, the part that is shown comes to its middle. */
export function ScreenTabs({ label, children }: { label: string; children: ReactNode }) {
  const line = useRef<HTMLElement>(null)
  useEffect(() => {
    const current = line.current?.querySelector('[aria-current="page"]')
    if (!line.current || !current) return
    const [tabs, tab] = [line.current.getBoundingClientRect(), current.getBoundingClientRect()]
    line.current.scrollLeft += tab.left + tab.width / 2 - (tabs.left + tabs.width / 2)
  })
  return (
    <nav ref={line} className={styles.tabs} data-layout="row 2 stretch" aria-label={label}>
      {children}
    </nav>
  )
}

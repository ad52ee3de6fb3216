import { type ReactNode, useEffect, useRef } from 'react'
import styles from './import.module.css'

/** What was asked for and is there now: comes into view and gets the focus, since it may stand below what is seen. */
export function Arrived({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  return (
    <div ref={place} tabIndex={-1} className={styles.arrived}>
      {children}
    </div>
  )
}

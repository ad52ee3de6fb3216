import type { ReactNode } from 'react'
import styles from './install-guide.module.css'

/** Of what iOS shows, drawn for this app; the words beside them say the same. */
const Picture = ({ children }: { children: ReactNode }) => (
  <svg className={styles.picture} viewBox="0 0 72 72" aria-hidden="true">
    {children}
  </svg>
)

export const SharePicture = () => (
  <Picture>
    <path d="M14 6h44v60H14Z" className={styles.device} />
    <path d="M14 54h44" className={styles.device} />
    <path d="M31 56.5h-2.5v7h15v-7H41M36 61v-9m-3.5 3 3.5-3.5 3.5 3.5" className={styles.marked} />
  </Picture>
)

export const AddPicture = () => (
  <Picture>
    <path d="M8 14h56M8 58h56" className={styles.device} />
    <path d="M8 24h56v24H8Z" className={styles.row} />
    <path d="M14 36h22" className={styles.device} />
    <path d="M46 29h14v14H46Zm7 3.5v7M49.5 36h7" className={styles.marked} />
  </Picture>
)

export const ConfirmPicture = () => (
  <Picture>
    <path d="M10 10h12v12H10Zm20 0h12v12H30Zm20 0h12v12H50ZM10 30h12v12H10Z" className={styles.device} />
    <path d="M28 28h16v16H28Z" className={styles.row} />
    <path d="m31 40 3.5-8 3.5 8m-6-3h5m2.5 3h2" className={styles.marked} />
    <path d="M10 54h52" className={styles.device} />
  </Picture>
)

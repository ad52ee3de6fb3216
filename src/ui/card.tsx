import type { ComponentPropsWithRef } from 'react'
import styles from './card.module.css'

export const Card = (props: ComponentPropsWithRef<'div'>) => <div {...props} className={styles.card} />

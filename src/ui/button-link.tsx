import type { ComponentPropsWithRef } from 'react'
import styles from './button.module.css'
import type { ButtonTone } from './button.tsx'
import { Icon, type IconName } from './icon.tsx'

interface ButtonLinkProps extends ComponentPropsWithRef<'a'> {
  tone?: ButtonTone
  icon?: IconName
}

export const ButtonLink = ({ tone = 'secondary', icon, children, ...rest }: ButtonLinkProps) => (
  <a {...rest} className={styles.button} data-tone={tone}>
    {icon && <Icon name={icon} />}
    <span className={styles.label}>{children}</span>
  </a>
)

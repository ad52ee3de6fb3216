import { useId } from 'react'
import type { User } from '#domain/user/user.schema.ts'
import { Button } from '#src/ui/button/button.tsx'
import { LogOutButton } from '../log-out-button.tsx'
import styles from './user-menu.module.css'

/** On a desktop; a phone has all of it in the floating menu. */
export function UserMenu({ user }: { user: User }) {
  const id = useId()
  const name = `${user.first_name} ${user.last_name}`.trim() || user.username
  return (
    <div className={styles.place}>
      <Button tone="quiet" icon="person" popoverTarget={id}>
        {name}
      </Button>
      <div id={id} popover="auto" className={styles.menu}>
        <p className={styles.who}>Ingelogd als {user.username}</p>
        <LogOutButton />
      </div>
    </div>
  )
}

import type { RefObject } from 'react'
import { Button } from '#src/ui/button.tsx'

interface MessagesButtonProps {
  /** the menu that it stands in */
  menu: RefObject<HTMLElement | null>
  onMessages: () => void
}

/** The menu is left first, so that the focus comes back to what opened it. */
export const MessagesButton = ({ menu, onMessages }: MessagesButtonProps) => (
  <Button
    icon="bell"
    onClick={() => {
      menu.current?.hidePopover()
      onMessages()
    }}
  >
    Meldingen
  </Button>
)

import { createLink } from '@tanstack/react-router'
import { ButtonLink } from '#src/ui/button-link.tsx'
import type { ChosenGroup } from './load-messages.ts'

const ButtonLinkTo = createLink(ButtonLink)

/** From where a group is shown to a message to them; nothing is sent by pressing it. */
export const WriteLink = ({ group }: { group: ChosenGroup }) => (
  <ButtonLinkTo to="/admin/messages/new" search={group} icon="mail">
    Bericht sturen
  </ButtonLinkTo>
)

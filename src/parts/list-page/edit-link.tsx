import { createLink } from '@tanstack/react-router'
import { ButtonLink } from '#src/ui/button-link.tsx'

/** From a row of a list to the screen that changes it; `what` names it for whoever hears the links without their rows. */
export const EditLink = createLink(({ what, ...link }: { what: string } & Parameters<typeof ButtonLink>[0]) => (
  <ButtonLink {...link} tone="quiet" icon="edit" aria-label={`${what} wijzigen`}>
    Wijzigen
  </ButtonLink>
))

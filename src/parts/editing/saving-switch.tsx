import { ASK_FIRST } from '#contract/refusals.ts'
import type { Link } from '#domain/entities/entity.schema.ts'
import type { ProposedMessage } from '#domain/messages/change.texts.ts'
import { useIsConnected } from '#src/offline/connection-view.tsx'
import { Switch } from '#src/ui/switch.tsx'
import { saveTexts } from './save.texts.ts'
import { type Insisting, rebaseAlways, useChange } from './use-change.tsx'

interface SavingSwitchProps<Reply> {
  /** setting that it switches, read aloud */
  label: string
  checked: boolean
  /** link that changes it; without it, it only shows */
  link: Link | undefined
  save: (link: Link, checked: boolean, insisting: Insisting & { confirmed: string }) => Promise<Reply>
  /** the server's result, for people */
  savedText: (reply: Reply, checked: boolean) => string
  /** message offered for the students concerned; see `useChange` */
  proposeMessage?: (checked: boolean) => ProposedMessage
  /** the question where switching it has large consequences, and what confirming does */
  confirmTitle?: string
  confirmLabel?: string
}

/** A switch that is saved when it is pressed; it goes back when that fails. */
export function SavingSwitch<Reply>(props: SavingSwitchProps<Reply>) {
  const { label, checked, link, save, savedText, proposeMessage, confirmTitle, confirmLabel } = props
  const connected = useIsConnected()
  const switching = useChange({
    send: ({ along, wanted }: { along: Link; wanted: boolean }, { confirmed = ASK_FIRST, ...insisting }) =>
      save(along, wanted, { ...insisting, confirmed }),
    rebase: rebaseAlways,
    saved: (reply, { wanted }) => savedText(reply, wanted),
    failed: saveTexts.toggleFailed,
    inToast: true,
    ...(proposeMessage && { proposeMessage: ({ wanted }: { wanted: boolean }) => proposeMessage(wanted) }),
    confirmTitle,
    confirmLabel,
  })
  return (
    <>
      <Switch
        label={label}
        checked={checked}
        busy={switching.isBusy}
        disabled={!link || !connected}
        onChange={(wanted) => link && switching.change({ along: link, wanted })}
      />
      {switching.dialog}
    </>
  )
}

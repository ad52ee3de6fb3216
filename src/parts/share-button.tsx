import { useNotify } from '#src/toasts/toasts-context.ts'
import { Button } from '#src/ui/button.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'

interface ShareButtonProps {
  /** text that is shared, in words that suffice for its reader */
  title: string
  /** where it is in the app, from its first slash */
  path: string
}

/** Hands an address on by the device's own means; where it has none the address is put on the clipboard. */
export function ShareButton({ title, path }: ShareButtonProps) {
  const notify = useNotify()
  const share = async () => {
    const url = new URL(path, location.origin).href
    try {
      if (typeof navigator.share === 'function') return await navigator.share({ title, text: title, url })
      await navigator.clipboard.writeText(url)
      notify('success', 'De link is gekopieerd.')
    } catch (error) {
      // A cancelled share needs no message.
      if (!(error instanceof DOMException && error.name === 'AbortError'))
        notify('error', 'De link delen is niet gelukt. Kopieer het adres van deze pagina.')
    }
  }
  return (
    <Button tone="quiet" icon="share" onClick={share}>
      <span>
        Delen<VisuallyHidden>: {title}</VisuallyHidden>
      </span>
    </Button>
  )
}

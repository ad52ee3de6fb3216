import { useNotify } from '#src/toasts/toasts-context.ts'

/** Copies a text and says whether that worked, also in a toast: without TLS browsers offer no clipboard. */
export function useCopy({ copied, notCopied }: { copied: string; notCopied: string }) {
  const notify = useNotify()
  return async (text: string): Promise<boolean> => {
    try {
      await navigator.clipboard.writeText(text)
      notify('success', copied)
      return true
    } catch {
      notify('error', notCopied)
      return false
    }
  }
}

import { useNavigate, useRouter } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** this entry was made by opening a dialog, so that going back closes it */
    openedDialog?: true
  }
}

/** An open dialog is in the address (`?module=7`): a reload keeps it, the back button closes it. */
export function useCloseDialog(): () => void {
  const router = useRouter()
  const navigate = useNavigate()
  return () => {
    if (router.state.location.state.openedDialog) router.history.back()
    else void navigate({ to: '.', search: {}, replace: true, resetScroll: false })
  }
}

import { useNavigate, useRouter } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** this entry was made by opening a dialog, so that going back closes it */
    openedDialog?: true
  }
}

/** The open module is in the address: a reload keeps the dialog, the back button closes it. */
export function useModuleDialog() {
  const router = useRouter()
  const navigate = useNavigate()
  const close = () => {
    if (router.state.location.state.openedDialog) router.history.back()
    else navigate({ to: '/student/modules', search: {}, replace: true, resetScroll: false })
  }
  return { close }
}

import { usePauseWhileHidden } from './pause-while-hidden.ts'
import { ToastArea } from './toast-area.tsx'

/** The page's own area, which is there from the start; dialogs have one each. */
export function PageToasts() {
  usePauseWhileHidden()
  return <ToastArea />
}

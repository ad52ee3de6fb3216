import { Alert } from '#src/ui/alert.tsx'
import { pushTexts, undoTextFor } from './push.texts.ts'

/** What was refused only the browser's own settings can undo. */
export const PushDenied = ({ live }: { live: boolean }) => (
  <Alert tone="warning" title={pushTexts.denied} live={live}>
    <p>{undoTextFor(navigator.userAgent)}</p>
  </Alert>
)

import type { IconName } from '#src/ui/icon.tsx'
import type { ToastCategory } from './toasts.machine.ts'

export const icons = { success: 'check', error: 'alert', neutral: 'info' } satisfies Record<ToastCategory, IconName>

/** Colour and icon are not all that tells them apart. */
export const names = { success: 'Gelukt:', error: 'Fout:', neutral: 'Let op:' } satisfies Record<ToastCategory, string>

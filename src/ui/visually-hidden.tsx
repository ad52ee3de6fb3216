import type { ReactNode } from 'react'

/** Text for screen readers only, where sight needs no words. */
export const VisuallyHidden = ({ children }: { children: ReactNode }) => <span data-layout="unseen">{children}</span>

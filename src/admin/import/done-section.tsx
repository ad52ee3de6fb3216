import type { ReactNode } from 'react'
import { EditSection } from '#src/parts/editing/edit-section.tsx'
import { Button } from '#src/ui/button.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import { Arrived } from './arrived.tsx'

interface DoneSectionProps {
  said: string
  onAgain: () => void
  /** what goes on by itself, and where to go from here */
  children: ReactNode
}

export const DoneSection = ({ said, onAgain, children }: DoneSectionProps) => (
  <Arrived>
    <EditSection title="Geïmporteerd">
      <div role="status">
        <StatusLine tone="success" icon="done">
          {said}
        </StatusLine>
      </div>
      {children}
      <div>
        <Button onClick={onAgain}>Nog een lijst importeren</Button>
      </div>
    </EditSection>
  </Arrived>
)

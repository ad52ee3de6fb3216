import { EditPage, EditSection } from '#src/parts/editing/edit-section.tsx'
import { SlowNotice } from '#src/parts/page-state/slow-notice.tsx'
import { Skeleton } from '#src/ui/progress.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'

/** The shape of the screen that is on its way. */
export const SettingsSkeleton = () => (
  <EditPage>
    <VisuallyHidden>Je instellingen worden geladen…</VisuallyHidden>
    <SlowNotice />
    {['Je gegevens', 'Waar je bent ingelogd'].map((title) => (
      <EditSection key={title} title={title}>
        <Skeleton lines={3} width="28rem" />
        <Skeleton lines={3} width="28rem" />
      </EditSection>
    ))}
  </EditPage>
)

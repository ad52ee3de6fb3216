import { useState } from 'react'
import { downloadUserData } from '#contract/own-data.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { Api } from '#src/api/api.ts'
import { DownloadButton } from '#src/parts/download/download-button.tsx'
import { EditSection } from '#src/parts/editing/edit-section.tsx'
import { saveFailureText } from '#src/parts/editing/save-failure.texts.ts'
import { Alert } from '#src/ui/alert.tsx'
import styles from './settings.module.css'

/** A right by law: all that is kept about someone, for them to keep. */
export function DataSection({ api, user }: { api: Api; user: User }) {
  const [problem, setProblem] = useState<string | null>(null)
  const { data } = user._links
  if (!data) return null
  return (
    <EditSection title="Mijn gegevens">
      <p>Alles wat er over je wordt bewaard, in één bestand: je gegevens, je inschrijvingen en je logins.</p>
      {problem && <Alert>{problem}</Alert>}
      <div className={styles.actions}>
        <DownloadButton
          api={api}
          target={downloadUserData}
          link={data}
          onFailed={(error) => setProblem(saveFailureText(error, 'Het downloaden van je gegevens is niet gelukt.'))}
        >
          Download mijn gegevens
        </DownloadButton>
      </div>
    </EditSection>
  )
}

import { type MouseEvent, type ReactNode, type Ref, useState } from 'react'
import { EditSection } from '#src/parts/editing/edit-section.tsx'
import { Icon } from '#src/ui/icon.tsx'
import styles from './settings-part.module.css'

/** Titles by the end of the address that leads to each part; not everybody has all of them. */
const titles = {
  gegevens: 'Je gegevens',
  studierichting: 'Studierichting',
  agenda: 'Agenda',
  meldingen: 'Meldingen op je apparaten',
  bevestiging: 'Bevestiging per e-mail',
  app: 'De app op dit apparaat',
  inloggen: 'Inloggen',
  wachtwoord: 'Wachtwoord wijzigen',
  apparaten: 'Waar je bent ingelogd',
  download: 'Mijn gegevens',
} as const

export type PartName = keyof typeof titles

interface SettingsPartProps {
  part: PartName
  headingRef?: Ref<HTMLHeadingElement>
  children: ReactNode
}

export const SettingsPart = ({ part, headingRef, children }: SettingsPartProps) => (
  <EditSection title={titles[part]} anchor={part} headingRef={headingRef}>
    {children}
  </EditSection>
)

interface SettingsPageProps {
  /** those that are there, in their order */
  parts: readonly PartName[]
  children: ReactNode
}

/** All the parts, and a list that leads to each: beside them, or on a phone folded away above them. */
export function SettingsPage({ parts, children }: SettingsPageProps) {
  const [isOpen, open] = useState(false)
  return (
    <div className={styles.page} data-layout="stack 4 start" data-room="wide">
      <nav aria-label="Op deze pagina" className={styles.index} data-box>
        <button
          data-layout="full target"
          data-text="strong"
          data-pad="x4"
          type="button"
          aria-expanded={isOpen}
          onClick={() => open(!isOpen)}
        >
          Op deze pagina
          <Icon name="chevron" />
        </button>
        <ul data-open={isOpen}>
          {parts.map((part) => (
            <li key={part}>
              <a data-layout="row nowrap target" data-text="plain" data-pad="x4" href={`#${part}`} onClick={leadTo}>
                {titles[part]}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.parts} data-layout="stack 4">
        {children}
      </div>
    </div>
  )
}

/** No navigation, of which what was typed and not saved would have to be asked. */
function leadTo(event: MouseEvent<HTMLAnchorElement>) {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  const heading = document.getElementById(event.currentTarget.hash.slice(1))
  heading?.focus({ preventScroll: true })
  heading?.scrollIntoView()
}

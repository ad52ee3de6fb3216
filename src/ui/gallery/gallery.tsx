import type { ReactNode } from 'react'
import { Alert } from '../alert/alert.tsx'
import { Card } from '../card/card.tsx'
import { PasswordField } from '../field/password-field.tsx'
import { TextField } from '../field/text-field.tsx'
import { Skeleton } from '../progress/skeleton.tsx'
import { Spinner } from '../progress/spinner.tsx'
import { Buttons } from './buttons.tsx'
import { Checklists } from './checklists.tsx'
import { Dialogs } from './dialogs.tsx'
import styles from './gallery.module.css'
import { SelectFields } from './select-fields.tsx'
import { Statuses } from './statuses.tsx'
import { Switches } from './switches.tsx'
import { Tables } from './tables.tsx'

/** Every component of ui/ in each of its states, side by side, for whoever works on them. */
export const Gallery = () => (
  <main className={styles.page}>
    <h1>Bouwstenen</h1>
    <Shelf name="Button">
      <Buttons />
    </Shelf>
    <Shelf name="Status, badge, icon">
      <Statuses />
    </Shelf>
    <Shelf name="Field">
      <TextField label="Voornaam" />
      <TextField label="Gebruikersnaam" hint="Je e-mailadres van school" defaultValue="noor@school.nl" />
      <TextField label="Dag" error="Dag mag niet kleiner dan 1 zijn" defaultValue="0" />
      <TextField label="E-mail" readOnly value="noor@school.nl" />
      <PasswordField label="Wachtwoord" />
      <PasswordField label="Herhaal wachtwoord" error="De wachtwoorden zijn niet gelijk" />
    </Shelf>
    <Shelf name="Select field">
      <SelectFields />
    </Shelf>
    <Shelf name="Checklist">
      <Checklists />
    </Shelf>
    <Shelf name="Alert">
      <Alert title="Login mislukt">De combinatie van gebruikersnaam en wachtwoord klopt niet.</Alert>
      <Alert tone="warning" title="Geen verbinding" live={false} />
      <Alert tone="neutral" live={false}>
        Er is nog geen schooljaar actief.
      </Alert>
    </Shelf>
    <Shelf name="Card, skeleton, spinner">
      <Card>
        <h3>WIS1</h3>
        <p>Algebra en functies</p>
      </Card>
      <Card aria-busy="true">
        <Skeleton width="30%" />
        <Skeleton lines={2} />
      </Card>
      <Spinner />
    </Shelf>
    <Shelf name="Switch">
      <Switches />
    </Shelf>
    <Shelf name="Table">
      <Tables />
    </Shelf>
    <Shelf name="Dialog">
      <Dialogs />
    </Shelf>
  </main>
)

const Shelf = ({ name, children }: { name: string; children: ReactNode }) => (
  <section className={styles.shelf}>
    <h2>{name}</h2>
    {children}
  </section>
)

import { Alert } from '#src/ui/alert.tsx'
import styles from './completed-modules.module.css'

export const Explanation = () => (
  <div className={styles.explanation}>
    <p>
      Vink de modules aan die je hebt afgerond. Daarvoor word je niet meer automatisch ingeschreven, en ze verdwijnen
      uit de overzichten waarin je je inschrijft.
    </p>
    <Alert tone="warning" live={false}>
      Ben je nog ingeschreven voor een module die je als afgerond aanvinkt, dan wordt die inschrijving verwijderd.
    </Alert>
  </div>
)

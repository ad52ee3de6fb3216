import type { AccountStatistics } from '#domain/statistics/statistics.schema.ts'
import styles from './overview.module.css'

const number = new Intl.NumberFormat('nl-NL')

export const Counts = ({ accounts }: { accounts: AccountStatistics }) => (
  <dl className={styles.counts}>
    <Count label="Beheerders" value={accounts.admin_accounts} />
    <Count label="Studenten" value={accounts.student_accounts} />
    <Count label="Nieuwe accounts dit jaar" value={accounts.new_accounts} />
  </dl>
)

const Count = ({ label, value }: { label: string; value: number }) => (
  <div>
    <dt>{label}</dt>
    <dd>{number.format(value)}</dd>
  </div>
)

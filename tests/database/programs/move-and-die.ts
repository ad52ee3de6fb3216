import { moveSchool } from '../../../scripts/move/move-school.ts'

/** Moves a school, and is killed at the given step: 'copied user', 'comparing', 'compared user' or 'kept'. */
const [from = '', to = '', fromDataDir = '', toDataDir = '', until] = process.argv.slice(2)
const reached = (step: string) => {
  if (step === until) process.kill(process.pid, 'SIGKILL')
}
await moveSchool(
  { from, to, fromDataDir, toDataDir },
  {
    copied: (table) => reached(`copied ${table}`),
    comparing: () => reached('comparing'),
    compared: ({ table }) => reached(`compared ${table}`),
    kept: () => reached('kept'),
  },
)

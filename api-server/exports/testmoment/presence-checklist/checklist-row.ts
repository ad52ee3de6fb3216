import type { ModuleList } from '../by-module.ts'
import { checklistTexts } from '../exports.texts.ts'
import type { Participant } from '../participant.ts'
import { printable } from './fonts.ts'

export interface ChecklistRow {
  name: string
  /** the address, where the name alone does not tell who it is, or what stands in place of the name */
  note: string | undefined
  educationDepartment: string
}

/**
 * The list as it is printed: 'de Vries, Sam', as people write themselves, in the order of `byModule`. An address is
 * shown only where it has to be, since the paper passes through everyone's hands: two people of one name, or a name that
 * none of our fonts can print; there the account stands in its place, in brackets, and it is said why.
 */
export function checklistRows({ participants }: ModuleList): ChecklistRow[] {
  const names = Map.groupBy(participants, fullName)
  return participants.map((participant) => {
    const account = printable(participant.username).text
    const parts = [participant.last_name, participant.first_name].map(printable)
    const isWhole = parts.every(({ whole }) => whole)
    const isAlone = names.get(fullName(participant))?.length === 1
    return {
      name: isWhole ? parts.map(({ text }) => text).join(', ') : withAccount(parts, account),
      note: isWhole ? (isAlone ? undefined : account) : checklistTexts.unprintable,
      educationDepartment: printable(participant.education_department ?? '').text,
    }
  })
}

const fullName = ({ first_name, last_name }: Participant): string => `${last_name}, ${first_name}`

/** 'Wang, [wang@school.test]' when the first name cannot be printed, '[wang@school.test]' when neither can. */
const withAccount = (parts: readonly { text: string; whole: boolean }[], account: string): string =>
  parts.some(({ whole }) => whole)
    ? parts.map(({ text, whole }) => (whole ? text : `[${account}]`)).join(', ')
    : `[${account}]`

import type { ModuleList } from '../by-module.ts'
import type { Participant } from '../participant.ts'
import { printable } from './printable.ts'

export interface ChecklistRow {
  name: string
  /** the address, where the name alone does not tell who it is */
  note: string | undefined
  educationDepartment: string
}

/**
 * The list as it is printed: 'de Vries, Sam', as people write themselves, in the order of `byModule`. An address is
 * shown only where it has to be, since the paper passes through everyone's hands: two people of one name, or a name
 * with letters that cannot be printed.
 */
export function checklistRows({ participants }: ModuleList): ChecklistRow[] {
  const names = Map.groupBy(participants, fullName)
  return participants.map((participant) => {
    const { text, whole } = printable(fullName(participant))
    const ambiguous = !whole || names.get(fullName(participant))?.length !== 1
    return {
      name: text,
      note: ambiguous ? printable(participant.username).text : undefined,
      educationDepartment: printable(participant.education_department ?? '').text,
    }
  })
}

const fullName = ({ first_name, last_name }: Participant): string => `${last_name}, ${first_name}`

/** '1.500' */
export const dottedNumber = (count: number): string => count.toLocaleString('nl-NL')

/** '1 plaats', '1.500 plaatsen' */
export const counted = (count: number, one: string, many: string): string =>
  `${dottedNumber(count)} ${count === 1 ? one : many}`

export const countedStudents = (count: number): string => counted(count, 'student', 'studenten')
export const countedEnrollments = (count: number): string => counted(count, 'inschrijving', 'inschrijvingen')
export const countedResults = (count: number): string => counted(count, 'uitslag', 'uitslagen')
export const countedTestmoments = (count: number): string => counted(count, 'toetsmoment', 'toetsmomenten')
export const countedRooms = (count: number): string => counted(count, 'lokaal', 'lokalen')

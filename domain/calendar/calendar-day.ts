export const addDays = (day: string, count: number): string => day + count
export const startOfDay = (day: string): number => Date.parse(day)
